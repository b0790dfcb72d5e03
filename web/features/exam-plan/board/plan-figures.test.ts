import { expect, test } from 'vitest';
import type { PlanExaminee } from '../exam-plan-queries.ts';
import { listExamineeConcerns, countConcerns } from './plan-concerns.ts';
import { countScoreBands, countBoardFigures, rankExaminees, computeScoreFigures } from './plan-figures.ts';

const noConcerns: PlanExaminee['concerns'] = {
  absentVoid: false,
  epochDisputed: false,
  handedInTwice: false,
  digestDisagrees: false,
  incomplete: false,
  waiting: { olderEpoch: 0, afterHandIn: 0, afterDisclosure: 0 },
  early: 0,
  quarantined: 0,
  aside: 0,
  unawareOfMark: 0,
  timeDoubtful: 0,
  receivedAfterEnd: 0,
};
const one = (change: Partial<PlanExaminee>): PlanExaminee => ({
  userId: 1,
  attemptId: null,
  name: '甲',
  ticketNo: '',
  seatLabel: '',
  status: -1,
  enteredLate: false,
  unconfirmedAbsent: false,
  extensionMs: 0,
  handedIn: false,
  answered: 0,
  receivedOps: 0,
  complete: false,
  missingOps: 0,
  missingFiles: 0,
  heardMs: null,
  concerns: noConcerns,
  waiver: null,
  wait: null,
  unmarked: false,
  points: null,
  passed: null,
  ...change,
});

test('countBoardFigures counts a hand-in without all its files as incomplete', () => {
  const photoOwed = one({ status: 1, complete: true, missingFiles: 1 });
  const figures = countBoardFigures([one({ status: 1, complete: true }), photoOwed, one({ status: 1 }), one({ status: 0 }), one({})]);
  expect(figures).toEqual({ expected: 5, awaiting: 1, inExam: 1, handedIn: 3, complete: 1, incomplete: 2, absent: 0, undecided: 0 });
});

test('rankExaminees gives equal points the same rank and skips the next one', () => {
  const ranks = rankExaminees([one({ points: 70 }), one({ points: null }), one({ points: 90 }), one({ points: 70 }), one({ points: 10 })]);
  expect(ranks.map((row) => [row.examinee.points, row.rank])).toEqual([
    [90, 1],
    [70, 2],
    [70, 2],
    [10, 4],
    [null, null],
  ]);
});

test('computeScoreFigures returns null before the first score', () => {
  expect(computeScoreFigures([one({})])).toBeNull();
  expect(computeScoreFigures([one({ points: 80, passed: true }), one({ points: 50, passed: false })])).toEqual({
    scored: 2,
    passed: 1,
    average: 65,
    highest: 80,
  });
});

test('countScoreBands puts zero points and full marks into the first and last band', () => {
  const counts = countScoreBands([one({ points: 0 }), one({ points: 100 }), one({ points: 59.5 })], 100).map((band) => band.count);
  expect(counts).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
  // A tenth of 33 is not exact in binary. The edges of the ten bands are rounded as people write them, and a band includes its lower edge.
  const odd = countScoreBands([one({ points: 9.9 }), one({ points: 23.09 }), one({ points: 23.1 })], 33);
  expect(odd.map(({ from, to }) => `${from}–${to}`)).toEqual(
    '0–3.3 3.3–6.6 6.6–9.9 9.9–13.2 13.2–16.5 16.5–19.8 19.8–23.1 23.1–26.4 26.4–29.7 29.7–33'.split(' '),
  );
  expect(odd.map((band) => band.count)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0]);
});

test('countBoardFigures counts an examinee who never came as absent, not as awaited', () => {
  expect(countBoardFigures([one({ unconfirmedAbsent: true }), one({ status: -2 }), one({})])).toMatchObject({ awaiting: 1, absent: 2 });
});

test('listExamineeConcerns lists concerns with their counts, the most pressing first', () => {
  const concerns = { ...noConcerns, early: 3, handedInTwice: true, waiting: { olderEpoch: 2, afterHandIn: 1, afterDisclosure: 0 } };
  expect(listExamineeConcerns(one({ concerns, wait: 'delivery' })).map(({ kind, count }) => [kind, count])).toEqual([
    ['undecided', 3],
    ['handedInTwice', 1],
    ['incomplete', 1],
    ['early', 3],
  ]);
  expect(listExamineeConcerns(one({}))).toEqual([]);
});

test('listExamineeConcerns counts missing announced ops, but only after the hand-in', () => {
  const lacking = { status: 1, handedIn: true, complete: true, missingOps: 8 } as const;
  expect(listExamineeConcerns(one(lacking))).toEqual([{ kind: 'incomplete', count: 8, text: 'missing' }]);
  expect(countBoardFigures([one(lacking)])).toMatchObject({ complete: 0, incomplete: 1 });
  // Before the hand-in, missing ops may still be in transit, so they are no concern.
  expect(listExamineeConcerns(one({ missingOps: 2 }))).toEqual([]);
});

/** Makes 2 000 examinees of whom every third has undecided answers, and counts how often their concerns are read. */
function countedRows() {
  const reads = { count: 0 };
  const rows = Array.from({ length: 2_000 }, (_, at) =>
    Object.defineProperty(one({ userId: at + 1 }), 'concerns', {
      get: () => {
        reads.count += 1;
        return at % 3 === 0 ? { ...noConcerns, timeDoubtful: 1 } : noConcerns;
      },
    }),
  );
  return { rows, reads };
}

test('concerns of 2 000 examinees are computed once; later counts and filters read only changed rows', () => {
  const { rows, reads } = countedRows();
  expect(countConcerns(rows)).toEqual([
    { kind: 'undecided', people: 667 },
    { kind: 'timeDoubtful', people: 667 },
  ]);
  const first = reads.count;
  expect(first).toBeLessThanOrEqual(3 * rows.length);
  countConcerns(rows);
  for (const row of rows) listExamineeConcerns(row);
  expect(reads.count).toBe(first);
  const changed = [...rows.slice(1), one({ userId: 1, concerns: { ...noConcerns, early: 2 } })];
  expect(countConcerns(changed)).toContainEqual({ kind: 'early', people: 1 });
  expect(reads.count).toBe(first);
});

test('rankExaminees reads each score once, and gives the same ranks as the simple quadratic method', () => {
  const rankedBefore = (examinees: readonly PlanExaminee[]) => {
    const scored = examinees.filter((each) => each.points !== null).toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0));
    return [
      ...scored.map((each) => [each.userId, scored.findIndex((other) => other.points === each.points) + 1]),
      ...examinees.filter((each) => each.points === null).map((each) => [each.userId, null]),
    ];
  };
  let seed = 1;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 60; round += 1) {
    const rows = Array.from({ length: next(40) }, (_, at) => one({ userId: at + 1, points: next(6) === 0 ? null : next(12) / 2 }));
    expect(rankExaminees(rows).map(({ examinee, rank }) => [examinee.userId, rank])).toEqual(rankedBefore(rows));
  }
  let reads = 0;
  const many = Array.from({ length: 2_000 }, (_, at) => Object.defineProperty(one({}), 'points', { get: () => ((reads += 1), at) }));
  expect(rankExaminees(many)[1_999]?.rank).toBe(2_000);
  // Sorting 2 000 rows compares at most about 22 000 pairs. The quadratic ranking (`rankedBefore`) would read the points two million times.
  expect(reads).toBeLessThan(80_000);
});
