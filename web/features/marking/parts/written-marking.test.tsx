import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { ScriptPage } from '../pages/script-page.tsx';

const script = { code: 4, answer: 'a fuse and a relay', files: [], basis: 'b', given: null, person: null };

it('a script is marked anonymously by keys, with one mark for one Enter, and the next script follows', async () => {
  await i18n.load(['marking', 'ui', 'codes']);
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const task = createExampleAnswer('/marking/getTask');
  const items = [1, 2].map((n) => ({ text: `point ${n}`, points: 3 }));
  server.answer('/marking/getTask', { ...task, items, figures: { ...task.figures, points: 6 } });
  const scripts = [script];
  server.answer('/marking/take', () => ({ script: scripts.shift() ?? null }));
  const at = {
    at: '/marker/exam/item/1/next?question=2',
    path: '/marker/exam/item/:id/:user_id',
    person: createSessionUser('marker'),
    isStrict: false,
  };
  const { person } = await renderPage(<ScriptPage />, at);
  await screen.findByText(script.answer);
  const total = () => screen.getAllByRole('status').find((each) => each.tagName === 'OUTPUT')?.textContent;
  await person.keyboard('{Enter}');
  await screen.findByText('Give points for every scoring point');
  expect(server.sentTo('/marking/mark')).toEqual([]);
  await person.keyboard('3');
  expect(total()).toBe('–');
  await person.keyboard('2');
  expect(total()).toBe('5');
  await person.keyboard('{Enter}{Enter}');
  await screen.findByText('No scripts left to mark for this question');
  await waitFor(() => expect(server.sentTo('/marking/mark')).toHaveLength(1));
  expect(server.sentTo('/marking/mark')[0]?.input).toMatchObject({
    planId: 1,
    questionId: 2,
    code: 4,
    basis: 'b',
    given: { points: [3, 2] },
  });
});
