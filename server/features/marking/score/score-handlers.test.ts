import { beforeEach, describe, expect, it } from 'vitest';
import { createExamSchool, examStartMs, examMinuteMs } from '../../../../tests/fixtures/server/exam-data.ts';
import { createMarkingReads } from '../marking/marking-reads.ts';
import { createScoreHandlers } from './score-handlers.ts';
import { defaultZone } from '../../../../sync/contract/zone-time.ts';
import { computeWorkingDayEnd } from './review-handlers.ts';

const overMs = examStartMs + 100 * examMinuteMs;

/** Creates a school in which three examinees have handed in a paper of four questions: judgement 1, single 2, multiple 2, fill-in 2. */
async function scoredSchool() {
  const school = await createExamSchool();
  const { attempts } = await school.publishPlan();
  const wrote = (n: number, answers: Record<string, string[]>): void => {
    const attemptId = attempts[n] ?? '';
    school.double.set(attemptId, { status: 1, receivedOps: 5, handedIn: true, complete: true });
    school.double.answer(attemptId, answers, Object.keys(answers).length + 1);
  };
  wrote(0, { 1: ['T'], 2: ['A'], 3: ['A', 'C'], 4: ['220', '50Hz'] });
  wrote(1, { 1: ['T'], 2: ['B'], 3: ['A'] });
  wrote(2, { 1: ['F'], 2: ['C'] });
  school.setNow(overMs);
  const rows = await school.db.selectFrom('exam_item').select(['item_id', 'question_id']).execute();
  const question = (itemId: string): number => rows.find((row) => row.item_id === itemId)?.question_id ?? 0;
  const points = async () => (await school.exam.getById({ id: 1 }, school.teacher)).examinees.map((one) => one.points);
  return { ...school, score: createScoreHandlers(school.deps), question, points, wrote, attempts };
}
let at: Awaited<ReturnType<typeof scoredSchool>>;
beforeEach(async () => {
  at = await scoredSchool();
});
const either = { kind: 'keys' as const, keys: ['A', 'B'].map((id) => ({ kind: 'choice' as const, right: [id] })) };

describe('corrections, recounts and reviews of scores', () => {
  it('preview the scores that a corrected key changes, write nothing before, and change only these', async () => {
    expect(await at.points()).toEqual([7, 2, 0]);
    const correction = { planId: 1, questionId: at.question('2'), correction: either };
    const preview = await at.score.previewCorrection(correction, at.teacher);
    expect(preview.changed).toEqual([
      expect.objectContaining({ userId: at.examinees[1], before: 2, after: 4, passedBefore: false, passedAfter: true }),
    ]);
    expect(await at.points()).toEqual([7, 2, 0]);
    await expect(at.score.correct({ ...correction, reason: '选项有歧义', changed: 2 }, at.teacher)).rejects.toMatchObject({
      error: 'conflict',
    });
    await at.score.correct({ ...correction, reason: '选项有歧义', changed: 1 }, at.teacher);
    expect(await at.points()).toEqual([7, 4, 0]);
    const recount = await at.score.recount({ planId: 1 }, at.teacher);
    expect(recount).toEqual({ counted: 3, different: [] });
    const back = { ...correction, correction: null };
    expect((await at.score.previewCorrection(back, at.teacher)).changed).toHaveLength(1);
    await at.score.correct({ ...back, reason: '撤回', changed: 1 }, at.teacher);
    expect(await at.points()).toEqual([7, 2, 0]);
    expect((await at.score.getAnalysis({ planId: 1 }, at.teacher)).corrections.map(({ reason }) => reason)).toEqual(['撤回', '选项有歧义']);
  });

  it('keep the corrected score if another call reads scores during the correction', async () => {
    const ids = [...at.attempts];
    const correction = { planId: 1, questionId: at.question('2'), correction: either };
    for (const known of [false, true]) {
      // The first run has no stored scores. The second run has outdated scores, computed with a correction that was withdrawn.
      if (known) {
        await at.score.correct({ ...correction, correction: null, reason: '撤回', changed: 1 }, at.teacher);
        await at.db.updateTable('attempt_score').set({ answers_version: -1 }).execute();
      }
      const gate = Promise.withResolvers<undefined>();
      const reached = Promise.withResolvers<undefined>();
      const answers: typeof at.deps.sync.answers = async (attemptId) => {
        reached.resolve(undefined);
        await gate.promise;
        return at.deps.sync.answers(attemptId);
      };
      const slow = createMarkingReads({ ...at.deps, sync: { ...at.deps.sync, answers } });
      const looking = slow.scoresOf(1, await at.deps.sync.summaries(ids, overMs));
      await reached.promise;
      await at.score.correct({ ...correction, reason: '选项有歧义', changed: 1 }, at.teacher);
      gate.resolve(undefined);
      const scores = await looking;
      expect(ids.map((id) => scores.get(id)?.pointsCent)).toEqual([700, 400, 0]);
      expect(await at.points()).toEqual([7, 4, 0]);
      expect((await at.score.recount({ planId: 1 }, at.teacher)).different).toEqual([]);
    }
  });

  it('scale the other points up if a question is dropped, or give everybody its full points', async () => {
    const correction = { planId: 1, questionId: at.question('2'), correction: { kind: 'out' as const } };
    const { changed } = await at.score.previewCorrection(correction, at.teacher);
    // The examinee has 2 of the 5 points that remain. Scaled to a paper of 7 points, this gives 2.8.
    expect(changed.map(({ before, after }) => [before, after])).toEqual([[2, 2.8]]);
    const full = (await at.score.previewCorrection({ ...correction, correction: { kind: 'full' } }, at.teacher)).changed;
    expect(full.map(({ before, after }) => [before, after])).toEqual([
      [2, 4],
      [0, 2],
    ]);
  });

  it('refuse a key of another kind, an option that does not exist and a question of another paper', async () => {
    const of = (questionId: number, keys: object[]) =>
      at.score.previewCorrection({ planId: 1, questionId, correction: { kind: 'keys', keys: keys as never } }, at.teacher);
    await expect(of(at.question('4'), [{ kind: 'choice', right: ['A'] }])).rejects.toMatchObject({ error: 'invalid' });
    const rule = { mode: 'text', anyOf: ['x'], ignoreCase: true, ignoreWidth: true };
    await expect(of(at.question('4'), [{ kind: 'blanks', blanks: Array.from({ length: 20 }, () => rule) }])).rejects.toMatchObject({
      error: 'invalid',
      fields: [{ path: 'correction.keys.0' }],
    });
    await expect(of(at.question('2'), [{ kind: 'choice', right: ['H'] }])).rejects.toMatchObject({ error: 'invalid' });
    await expect(of(99_999, [{ kind: 'choice', right: ['A'] }])).rejects.toMatchObject({ error: 'notFound' });
  });

  it('find a wrong stored score by a recount from the answer log', async () => {
    await at.points();
    await at.db
      .updateTable('attempt_score')
      .set({ points_cent: 999 })
      .where('attempt_id', '=', at.attempts[0] ?? '')
      .execute();
    expect((await at.score.recount({ planId: 1 }, at.teacher)).different).toMatchObject([{ before: 9.99, after: 7 }]);
    expect(await at.points()).toEqual([7, 2, 0]);
  });

  it('count who chose each option, with the mean total of those examinees', async () => {
    const { items, attempts, mean } = await at.score.getAnalysis({ planId: 1 }, at.teacher);
    expect([attempts, mean]).toEqual([3, 3]);
    expect(items.find((item) => item.number === '2')).toMatchObject({
      ease: 1 / 3,
      options: [
        { id: 'A', count: 1, mean: 7 },
        { id: 'B', count: 1, mean: 2 },
        { id: 'C', count: 1, mean: 0 },
      ],
    });
  });

  it('allow one review request per examinee within five working days, which can set points of a question', async () => {
    const me = at.examineeContext(at.examinees[1] ?? 0);
    const ask = { planId: 1, text: '第二题有两个正确答案' };
    await expect(at.score.askReview(ask, me)).rejects.toMatchObject({ error: 'refused' });
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    expect(await at.score.myReview({ planId: 1 }, me)).toMatchObject({ mayAsk: true, review: null });
    await expect(at.score.askReview(ask, at.examineeContext(at.outsider))).rejects.toMatchObject({ error: 'notFound' });
    await at.score.askReview(ask, me);
    await expect(at.score.askReview(ask, me)).rejects.toMatchObject({ error: 'refused' });
    const answer = { planId: 1, userId: at.examinees[1] ?? 0, granted: true, answer: '题目有歧义' };
    await expect(at.score.answerReview({ ...answer, change: { itemId: '2', points: 3 } }, at.teacher)).rejects.toMatchObject({
      error: 'invalid',
    });
    await at.score.answerReview({ ...answer, change: { itemId: '2', points: 2 } }, at.teacher);
    await expect(at.score.answerReview({ ...answer, change: null }, at.teacher)).rejects.toMatchObject({ error: 'refused' });
    expect(await at.points()).toEqual([7, 4, 0]);
    expect((await at.score.myReview({ planId: 1 }, me)).review).toMatchObject({ granted: true, answer: '题目有歧义' });
    const late = at.examineeContext(at.examinees[2] ?? 0);
    at.setNow(overMs + 10 * 24 * 60 * examMinuteMs);
    await expect(at.score.askReview(ask, late)).rejects.toMatchObject({ error: 'refused' });
  });

  it('ignore points of a review if its question is dropped, and never let a review lower a score', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    for (const n of [0, 2]) {
      const userId = at.examinees[n] ?? 0;
      await at.score.askReview({ planId: 1, text: '请复核第二题' }, at.examineeContext(userId));
      const change = { itemId: '2', points: n === 0 ? 2 : 0.5 };
      await at.score.answerReview({ planId: 1, userId, granted: true, answer: '同意', change }, at.teacher);
    }
    expect(await at.points()).toEqual([7, 2, 0.5]);
    const after = async (kind: 'out' | 'full') => {
      const correction = { planId: 1, questionId: at.question('2'), correction: { kind } };
      const { length: changed } = (await at.score.previewCorrection(correction, at.teacher)).changed;
      await at.score.correct({ ...correction, reason: '题目有误', changed }, at.teacher);
      return at.points();
    };
    expect(await after('full')).toEqual([7, 4, 2]);
    // An examinee with all of the 5 points that remain gets the full 7 points of the paper, never more.
    expect(await after('out')).toEqual([7, 2.8, 0]);
    // A review that would not change the score is not granted.
    await at.score.askReview({ planId: 1, text: '请复核' }, at.examineeContext(at.examinees[1] ?? 0));
    const answer = { planId: 1, userId: at.examinees[1] ?? 0, granted: true, answer: '同意', change: { itemId: '2', points: 2 } };
    await expect(at.score.answerReview(answer, at.teacher)).rejects.toMatchObject({ error: 'refused' });
    await at.score.answerReview({ ...answer, change: { itemId: '3', points: 2 } }, at.teacher);
    expect(await at.points()).toEqual([7, 4.2, 0]);
  });

  it('refuse an answer to a request from the examinee who made it', async () => {
    await at.exam.releaseScores({ id: 1 }, at.teacher);
    const userId = at.examinees[1] ?? 0;
    await at.score.askReview({ planId: 1, text: '请复核' }, at.examineeContext(userId));
    const answer = { planId: 1, userId, granted: true, answer: '同意', change: { itemId: '2', points: 2 } };
    await expect(at.score.answerReview(answer, at.as(userId, at.school, 6, ['teacher']))).rejects.toMatchObject({ error: 'refused' });
    expect(await at.points()).toEqual([7, 2, 0]);
    await at.score.answerReview(answer, at.teacher);
  });

  it('show no score before the release to a plan owner who sits the exam', async () => {
    const own = at.as(at.examinees[0] ?? 0, at.school, 6, ['teacher']);
    for (const refused of [at.score.getAnalysis({ planId: 1 }, own), at.score.recount({ planId: 1 }, own)])
      await expect(refused).rejects.toMatchObject({ error: 'refused' });
  });
});

it('computeWorkingDayEnd: five working days after a Friday end with the next Friday', () => {
  const friday = Date.parse('2026-12-04T15:00:00+08:00');
  expect(new Date(computeWorkingDayEnd(friday, 5, defaultZone)).toISOString()).toBe('2026-12-11T16:00:00.000Z');
  expect(new Date(computeWorkingDayEnd(Date.parse('2026-12-05T09:00:00+08:00'), 1, defaultZone)).toISOString()).toBe(
    '2026-12-07T16:00:00.000Z',
  );
  // 23:30 on a Friday in Urumqi is already Saturday in Beijing. The review period follows the time zone of the school, here Urumqi.
  const late = Date.parse('2026-12-04T23:30:00+06:00');
  expect(new Date(computeWorkingDayEnd(late, 1, 'Asia/Urumqi')).toISOString()).toBe('2026-12-07T18:00:00.000Z');
});
