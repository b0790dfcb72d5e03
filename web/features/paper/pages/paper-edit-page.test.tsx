import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PaperEditPage } from './paper-edit-page.tsx';

it('a template can be chosen by keyboard and fills in the sections of a new paper', async () => {
  await i18n.load(['paper', 'codes', 'ui']);
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const at = '/teacher/exam/paper/create';
  const { person } = await renderPage(<PaperEditPage />, { at, path: at, person: createSessionUser('teacher') });
  (await screen.findByRole('button', { name: 'Use a template' })).focus();
  await person.keyboard('{Enter}');
  const usual = await screen.findByRole('menuitem', { name: /^160 .*90/ });
  expect(document.activeElement).toBe(usual);
  await person.keyboard('{Enter}');
  const counts = await Promise.all(
    [1, 2].map(async (number) => {
      const section = await screen.findByRole('listitem', { name: `Section ${number}` });
      return within(section).getByLabelText<HTMLInputElement>('Questions', { selector: 'input' }).value;
    }),
  );
  expect(counts).toEqual(['160', '40']);
});
