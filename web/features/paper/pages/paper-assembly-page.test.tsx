import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PaperAssemblyPage } from './paper-assembly-page.tsx';

async function openPaper() {
  await i18n.load(['paper', 'codes', 'ui', 'resource']);
  const server = startFakeServer();
  const example = createExampleAnswer('/paper/getById', 1);
  const [section] = example.sections;
  const [question] = section?.questions ?? [];
  const entry = (id: number) => ({ id, locked: false });
  server.answer('/paper/getById', {
    ...example,
    id: 5,
    version: 2,
    kind: 'homework',
    status: 1,
    blueprint: null,
    plans: [],
    sections: [{ ...section, count: 2, questions: [30, 31].map((id) => ({ ...question, id, stem: `stem ${id}` })) }],
    variants: [{ sections: [[entry(30), entry(31)]] }, { sections: [[entry(40), entry(41)]] }],
    otherQuestions: [40, 41].map((id) => ({ ...question, id, stem: `stem ${id}` })),
  } as never);
  server.answer('/paper/getConflicts', { items: [] });
  server.answer('/paper/getNearest', { items: [] });
  // Without the right `change`, the swap buttons would disappear once this reply has arrived.
  server.answer('/paper/getSharing', { ...createExampleAnswer('/paper/getSharing'), mayDo: ['change'] });
  const page = await renderPage(<PaperAssemblyPage />, {
    person: createSessionUser('teacher'),
    at: '/teacher/homework/paper-form/5?question=41',
    path: '/teacher/homework/paper-form/:paperId',
  });
  await screen.findByText('stem 41');
  return { page, server };
}

it('a link opens the paper at the held question, and its swap leaves out held questions', async () => {
  const { page, server } = await openPaper();
  const row = screen.getByText('stem 41').closest('li');
  expect(row?.getAttribute('aria-current')).toBe('true');
  await screen.findByText('No co-workers');
  await page.person.click(within(row as HTMLElement).getByRole('button', { name: 'Swap' }));
  await waitFor(() => expect(server.sentTo('/paper/getNearest')).toHaveLength(1));
  expect(server.sentTo('/paper/getNearest')[0]?.input).toMatchObject({ questionId: 41, kind: 'homework' });
});
