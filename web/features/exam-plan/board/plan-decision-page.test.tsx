import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { PlanDecisionPage } from './plan-decision-page.tsx';

const streamOf = (pc: number): string => `00000000-0000-4000-8000-00000000000${pc}`;

it('SY15: the decision page asks for a reason if the choice contradicts the proposal, else decides at once', async () => {
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const evidence = createExampleAnswer('/exam/getEvidence', 1);
  const items = evidence.items.map((item) => ({
    ...item,
    group: 'contradicting' as const,
    proposal: { streamId: streamOf(2), seq: 1 },
    versions: item.versions.flatMap((version) => [1, 2].map((epoch) => ({ ...version, streamId: streamOf(epoch), seq: 1, epoch }))),
  }));
  server.answer('/exam/getEvidence', { ...evidence, planId: 3, userId: 8, items });
  const page = { at: '/plan/3/8', path: '/plan/:planId/:userId', person: createSessionUser('teacher') };
  const { person } = await renderPage(<PlanDecisionPage />, page);
  const reason = await screen.findByPlaceholderText(/^Reason \(required/);
  await person.keyboard('1');
  await screen.findByText('Enter a reason when you do not follow the proposal');
  expect(document.activeElement).toBe(reason);
  expect(server.sentTo('/exam/decide')).toEqual([]);
  await person.type(reason, 'seen by the invigilator');
  reason.blur();
  await person.keyboard('1');
  await waitFor(() => expect(server.sentTo('/exam/decide')).toHaveLength(1));
  await waitFor(() => expect(reason).toHaveProperty('value', ''));
  reason.blur();
  await person.keyboard('2');
  await waitFor(() => expect(server.sentTo('/exam/decide')).toHaveLength(2));
  expect(server.sentTo('/exam/decide').map(({ input }) => [input.reason, input.choices[0]?.choose])).toEqual([
    ['seen by the invigilator', { streamId: streamOf(1), seq: 1 }],
    ['', { streamId: streamOf(2), seq: 1 }],
  ]);
});
