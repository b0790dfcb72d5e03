import { expect, it } from 'vitest';
import type { PaperQuestionFacts } from '../../bank/question/question-draw-reads.ts';
import { sortByNearness, createQuotaComparison } from './nearest-question.ts';

const question = (id: number, pointCode: string, difficulty: 1 | 2 | 3 = 1): PaperQuestionFacts => ({
  id,
  version: 1,
  bank: 'school',
  status: 2,
  usedCount: 0,
  lastUsedMs: null,
  type: 1,
  material: '',
  stem: '题',
  options: [],
  key: { kind: 'choice', right: ['A'] },
  analysis: '',
  difficulty,
  uniformity: 2,
  category: '',
  tags: [],
  source: '',
  scoreHint: null,
  profId: 1,
  tradeId: null,
  level: 4,
  pointCode,
});
const points = (['A-A-A', 'A-B-A', 'B-A-A'] as const).flatMap((scope) =>
  (['X', 'Y'] as const).map((importance, at) => ({ code: `${scope}-00${at + 1}`, scope, importance })),
);
const of = question(1, 'A-A-A-001');
const order = (scopeDepth: 0 | 1 | 2 | 3, importance: 'table' | null, difficulty: { easy: number; medium: number; hard: number } | null) =>
  sortByNearness(
    of,
    [question(2, 'A-A-A-002'), question(3, 'A-A-A-001', 3), question(4, 'A-B-A-001'), question(5, 'B-A-A-001')],
    createQuotaComparison({ points }, { scopeDepth, importance, difficulty }),
  ).map((one) => [one.id, one.differs.includes('quota')]);

it('sortByNearness puts a question of the same quotas before a question of a nearer point', () => {
  expect(order(0, null, null).map(([id]) => id)).toEqual([2, 3, 4, 5]);
  const mix = { easy: 1, medium: 1, hard: 1 };
  // If quotas count by the top level of the scope, importance and difficulty, only question 4 falls into the same quotas as the given question.
  expect(order(1, 'table', mix)).toEqual([
    [4, false],
    [2, true],
    [3, true],
    [5, true],
  ]);
  expect(order(3, null, null)).toEqual([
    [2, false],
    [3, false],
    [4, true],
    [5, true],
  ]);
});
