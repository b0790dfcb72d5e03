import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import type { PracticeStar } from '../../../sync/contract/learning/practice-own.ts';
import { computeChangedMs, deriveStarId } from '../../../sync/domain/learning/practice-own.ts';
import { emptyOwnPractice } from '../../../web/platform/practice/practice-cache.ts';
import { accountLimits } from '../../../server/limits.ts';
import { createPracticeDevice, startLearnerRoom, createPracticePaper } from '../fixtures/practice-device.ts';
import { dayMs } from '../fixtures/assignment-room.ts';

describe('practice on two devices', () => {
  it('stores all answers that several tabs write at the same moment', async () => {
    const { student, questionIds } = await startLearnerRoom();
    const pc = await createPracticeDevice(student, 0);
    const { userId, vault } = pc.owner;
    const tabs = [pc.cache(), pc.cache(), pc.cache()];
    const answers = Array.from({ length: 12 }, (_, at) => ({
      id: randomUUID(),
      questionId: questionIds[at % 4] ?? 0,
      answeredMs: at,
      correct: at % 2 === 0,
      sittingId: null,
    }));
    await Promise.all(answers.map((answer, at) => (tabs[at % 3] as (typeof tabs)[0]).note(userId, [answer], false, vault)));
    const kept = await pc.cache().answers(userId, vault);
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(answers.map(({ id }) => id)));
  });

  it('a change by a clock that is a year ahead does not override later changes', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const [ahead, right] = [await createPracticeDevice(student, 365 * dayMs), await createPracticeDevice(student, 0)];
    const paper = createPracticePaper(questionIds, room.server.time.nowMs + ahead.skewMs, '明年的卷');
    await ahead.cache().storeOwn(ahead.owner.userId, { ...emptyOwnPractice, papers: [paper] }, ahead.owner.vault);
    await ahead.sync();
    await right.sync();
    room.at(room.server.time.nowMs + dayMs);
    const [seen] = (await right.cache().readOwn(right.owner.userId, right.owner.vault)).papers;
    if (!seen) throw new Error('the paper did not come over');
    const renamed = { ...seen, name: '今天的卷', changedMs: computeChangedMs(room.server.time.nowMs, seen) };
    await right.cache().storeOwn(right.owner.userId, { ...emptyOwnPractice, papers: [renamed] }, right.owner.vault);
    await right.sync();
    await ahead.sync();
    expect(await ahead.papers()).toMatchObject([{ name: '今天的卷', sent: true }]);
  });

  it('a delayed change does not override the change that followed it', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const ahead = await createPracticeDevice(student, 365 * dayMs);
    const { userId, vault } = ahead.owner;
    const paper = createPracticePaper(questionIds, room.server.time.nowMs + ahead.skewMs);
    const renamed = { ...paper, name: '后来的名字', changedMs: computeChangedMs(room.server.time.nowMs, paper) };
    await ahead.cache().storeOwn(userId, { ...emptyOwnPractice, papers: [renamed] }, vault);
    await ahead.sync();
    room.at(room.server.time.nowMs + 1000);
    expect((await student.post('/exercise/keepOwn', { ...emptyOwnPractice, papers: [paper] })).code).toBe(0);
    await ahead.sync();
    expect(await ahead.papers()).toMatchObject([{ name: '后来的名字', sent: true }]);
    expect((await student.read(exerciseCalls.myOwn, {})).papers).toMatchObject([{ name: '后来的名字' }]);
  });

  it('keeps papers with the same id separate for each student', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const otherId = await room.server.addUser(7, 'other');
    const other = await room.server.callOf(otherId);
    const paper = createPracticePaper(questionIds, room.server.time.nowMs);
    expect((await student.post('/exercise/keepOwn', { papers: [paper], sittings: [], stars: [] })).code).toBe(0);
    expect((await other('/exercise/myOwn', {})).data).toEqual({ papers: [], sittings: [], stars: [] });
    const theirs = { ...paper, name: '别人的', changedMs: paper.changedMs + 1 };
    expect((await other('/exercise/keepOwn', { papers: [theirs], sittings: [], stars: [] })).code).toBe(0);
    expect((await student.read(exerciseCalls.myOwn, {})).papers).toEqual([paper]);
  });

  it('refuses favourites above the limit together with the papers of the same call; later papers are accepted', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const star = (questionId: number): PracticeStar => ({
      id: deriveStarId(questionId),
      questionId,
      changedMs: 1,
      removed: questionId % 2 === 0,
    });
    for (let at = 1; at <= accountLimits.stars; at += 50) {
      const stars = Array.from({ length: 50 }, (_, n) => star(at + n));
      expect((await student.post('/exercise/keepOwn', { ...emptyOwnPractice, stars })).code).toBe(0);
    }
    const paper = createPracticePaper(questionIds, room.server.time.nowMs);
    // The call with one starred question too many is refused as a whole, so its paper is not stored either.
    const over = { papers: [paper], sittings: [], stars: [star(1), star(accountLimits.stars + 1)] };
    expect((await student.post('/exercise/keepOwn', over)).code).not.toBe(0);
    expect(await student.read(exerciseCalls.myOwn, {})).toMatchObject({ papers: [], stars: { length: accountLimits.stars } });
    // At the limit of starred questions, those that exist may still change.
    const turned = { ...star(1), changedMs: 2, removed: true };
    expect((await student.post('/exercise/keepOwn', { papers: [paper], sittings: [], stars: [turned] })).code).toBe(0);
    const { papers, stars } = await student.read(exerciseCalls.myOwn, {});
    expect(papers).toEqual([paper]);
    expect(stars.find(({ questionId }) => questionId === 1)).toEqual(turned);
  });
});
