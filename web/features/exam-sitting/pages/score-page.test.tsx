import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { ScorePage } from './score-page.tsx';

const items = [{ itemId: '1', points: 2, max: 2, right: true }];
const score = { planId: 5, name: 'Theory', status: 3, points: 2, totalPoints: 2, passPoints: 1, passed: true } as const;

it.each([
  ['shown', false, items, '1 of 1 correct', /^One square per question/],
  ['held', true, [], null, /^Results by question are not shown for now/],
] as const)('the score page explains that results by question are %s', async (_, itemsHeld, shownItems, count, note) => {
  const server = startFakeServer();
  await i18n.load(['examAround', 'score', 'words']);
  server.answer('/exam/myScore', {
    ...score,
    itemsHeld,
    sections: [{ title: 'Single choice', points: 2, max: 2, items: [...shownItems] }],
  });
  server.answer('/score/myReview', { ...createExampleAnswer('/score/myReview'), review: null, mayAsk: false });
  await renderPage(<ScorePage />, {
    person: createSessionUser('student'),
    at: '/student/exam/score/5',
    path: '/student/exam/score/:planId',
  });
  expect(await screen.findByText(note)).toBeDefined();
  expect(screen.getByText('2 / 2 points')).toBeDefined();
  expect(screen.queryByText(/of 1 correct/)?.textContent ?? null).toBe(count);
  expect(screen.queryAllByRole('listitem')).toHaveLength(shownItems.length);
});

it('the score page says once that the scores are not released, and offers the way back once', async () => {
  const server = startFakeServer();
  await i18n.load(['examAround', 'score', 'words']);
  server.refuse('/exam/myScore', 'refused', 'Not released yet');
  await renderPage(<ScorePage />, {
    person: createSessionUser('student'),
    at: '/student/exam/score/5',
    path: '/student/exam/score/:planId',
  });
  expect(await screen.findByText('Not released yet')).toBeDefined();
  expect(screen.getAllByText(/released/)).toHaveLength(1);
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
