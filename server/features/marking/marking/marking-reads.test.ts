import { describe, expect, it } from 'vitest';
import { createExamSchool } from '../../../../tests/fixtures/server/exam-data.ts';
import { createMarkingReads } from './marking-reads.ts';

async function marked() {
  const school = await createExamSchool();
  const { attempts } = await school.publishPlan();
  const attemptId = attempts[0] ?? '';
  const marking = createMarkingReads(school.deps);
  const points = async () => (await school.exam.getById({ id: 1 }, school.teacher)).examinees.map((one) => [one.points, one.passed]);
  const stored = () =>
    school.db.selectFrom('attempt_score').select(['attempt_id', 'points_cent', 'answers_version', 'marked_ms']).execute();
  return { ...school, attemptId, marking, points, stored };
}

describe('createMarkingReads', () => {
  it('marks an attempt when it becomes complete', async () => {
    const { double, attemptId, marking, stored } = await marked();
    const stop = marking.start();
    double.answer(attemptId, { '1': ['T'], '2': ['A'] }, 5);
    double.complete(attemptId);
    await expect.poll(stored).toEqual([]);
    double.set(attemptId, { handedIn: true, complete: true });
    double.complete(attemptId);
    await expect.poll(stored).toMatchObject([{ attempt_id: attemptId, points_cent: 300, answers_version: 5 }]);
    stop();
    double.answer(attemptId, {}, 6);
    double.complete(attemptId);
    expect(await stored()).toMatchObject([{ answers_version: 5 }]);
  });

  it('returns current scores even if it missed an event', async () => {
    const { double, attemptId, points, stored, setNow } = await marked();
    expect(await points()).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    double.answer(attemptId, { '1': ['T'] }, 5);
    double.set(attemptId, { handedIn: true, complete: true });
    expect((await points())[0]).toEqual([1, false]);
    // Late ops of the attempt were accepted, so more answers count now.
    double.answer(attemptId, { '1': ['T'], '2': ['A'], '3': ['A', 'C'] }, 8);
    expect((await points())[0]).toEqual([5, true]);
    expect(await stored()).toMatchObject([{ points_cent: 500, answers_version: 8 }]);
    const before = await stored();
    setNow(2_000_000_000_000);
    await points();
    expect(await stored()).toEqual(before);
  });

  it('scores what has arrived of a collected attempt, and hides the score of a reopened attempt', async () => {
    const { double, attemptId, points } = await marked();
    double.answer(attemptId, { '4': ['221', ''] }, 3);
    double.set(attemptId, { collected: true });
    expect((await points())[0]).toEqual([1, false]);
    double.set(attemptId, { collected: false });
    expect((await points())[0]).toEqual([null, null]);
  });
});
