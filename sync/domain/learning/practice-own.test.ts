import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PracticeAnswer } from '../../contract/learning/exercise.ts';
import type { PracticeSitting } from '../../contract/learning/practice-own.ts';
import { computeChangedMs, chooseNewerRecord, derivePracticeSitting } from './practice-own.ts';
import { computeDueTimes, repetitionDays, buildWrongBook } from './wrong-book.ts';

const dayMs = 86_400_000;
const sittingId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const sitting: PracticeSitting = {
  id: sittingId,
  changedMs: 1,
  removed: false,
  paperId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  name: '小练',
  questionIds: [1, 2, 3],
  plannedMs: 0,
  minutes: null,
  endedMs: null,
};
const answers = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    questionId: fc.integer({ min: 1, max: 4 }),
    answeredMs: fc.integer({ min: 0, max: 40 * dayMs }),
    correct: fc.boolean(),
    sittingId: fc.constantFrom(sittingId, null),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
);
const states = fc.record({
  changedMs: fc.nat(3),
  name: fc.constantFrom('甲', '乙'),
  removed: fc.boolean(),
  endedMs: fc.option(fc.nat(5)),
});

describe('records that a learner changed on several devices', () => {
  it('merge to the same record in any order and with repeats', () => {
    fc.assert(
      fc.property(fc.array(states, { minLength: 1, maxLength: 5 }), fc.integer(), (changes, seed) => {
        const all = changes.map((change): PracticeSitting => ({ ...sitting, ...change }));
        const shuffled = all.toSorted((a, b) => ((a.changedMs * 7 + seed) % 5) - ((b.changedMs * 7 + seed) % 5));
        const merged = (list: readonly PracticeSitting[]) => list.reduce((a, b) => chooseNewerRecord(a, b));
        expect(merged([...all, ...shuffled])).toEqual(merged(shuffled.toReversed()));
        const ends = all.flatMap(({ endedMs }) => endedMs ?? []);
        expect(merged(all).endedMs).toBe(ends.length === 0 ? null : Math.min(...ends));
      }),
    );
  });

  it('get a later change time than the stored record, even if the PC’s clock is behind', () => {
    expect(computeChangedMs(5, { changedMs: 1000 })).toBe(1001);
    expect(computeChangedMs(5, undefined)).toBe(5);
  });
});

describe('a sitting of a learner’s own practice paper', () => {
  const answer = (questionId: number, answeredMs: number, correct: boolean): PracticeAnswer => ({
    id: crypto.randomUUID(),
    questionId,
    answeredMs,
    correct,
    sittingId,
  });

  it('counts the first answer to each question in time, and ends with the last question or the time', () => {
    const timed = { ...sitting, minutes: 10 };
    expect(derivePracticeSitting(timed, [], 99)).toMatchObject({ stage: 'planned', right: 0, untilMs: null });
    const answersOfSitting = [
      answer(1, 0, false),
      answer(1, 1, true),
      answer(2, 60_000, true),
      answer(3, 600_001, true),
      answer(9, 5, true),
    ];
    expect(derivePracticeSitting(timed, answersOfSitting, 60_001)).toMatchObject({
      stage: 'running',
      right: 1,
      firstMs: 0,
      untilMs: 600_000,
    });
    expect(derivePracticeSitting(timed, answersOfSitting, 600_001)).toMatchObject({ stage: 'ended', right: 1 });
    expect(derivePracticeSitting(sitting, answersOfSitting, 0)).toMatchObject({ stage: 'ended', right: 2 });
    expect(derivePracticeSitting({ ...sitting, endedMs: 5 }, [], 0).stage).toBe('ended');
  });

  it('gives the same result for answers in any order, with or without repeats', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const standing = (list: PracticeAnswer[]) => {
          const { judged, ...rest } = derivePracticeSitting({ ...sitting, minutes: 30_000 }, list, dayMs);
          return { ...rest, judged: [...judged].toSorted(([a], [b]) => a - b) };
        };
        expect(standing([...given.toReversed(), ...given])).toEqual(standing(given));
      }),
    );
  });
});

describe('the due time of a question', () => {
  const at = (day: number, correct: boolean): PracticeAnswer => ({
    id: crypto.randomUUID(),
    questionId: 1,
    answeredMs: day * dayMs,
    correct,
    sittingId: null,
  });

  it('is immediate after a wrong answer and moves further away with each right one', () => {
    expect(computeDueTimes([at(0, false)]).get(1)).toBe(0);
    let day = 0;
    const rightAnswers: PracticeAnswer[] = [];
    for (const wait of repetitionDays) {
      rightAnswers.push(at(day, true));
      day += wait;
      expect(computeDueTimes(rightAnswers).get(1)).toBe(day * dayMs);
    }
    expect(computeDueTimes([...rightAnswers, at(day, false)]).get(1)).toBe(day * dayMs);
  });

  it('is not postponed by ten right answers on one day', () => {
    expect(computeDueTimes(Array.from({ length: 10 }, () => at(0, true))).get(1)).toBe(dayMs);
  });

  it('is the same on every device with the same answers, and so is the wrong-answer book', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const sorted = <T>(map: Map<number, T>) => [...map].toSorted(([a], [b]) => a - b);
        expect(sorted(computeDueTimes([...given.toReversed(), ...given]))).toEqual(sorted(computeDueTimes(given)));
        expect(sorted(buildWrongBook([...given.toReversed(), ...given]))).toEqual(sorted(buildWrongBook(given)));
      }),
    );
  });
});
