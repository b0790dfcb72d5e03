import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import type { PracticePaper, PracticeSitting, PracticeStar } from '../../../sync/contract/learning/practice-own.ts';
import { computeChangedMs, deriveStarId } from '../../../sync/domain/learning/practice-own.ts';
import { emptyOwnPractice } from '../../../web/platform/practice/practice-cache.ts';
import { accountLimits } from '../../../server/limits.ts';
import { createReader, type RoomExaminee } from '../fixtures/exam-room.ts';
import {
  type PracticeDevice,
  createPracticeDevice,
  startLearnerRoom,
  createPracticePaper,
  createPracticeSitting,
} from '../fixtures/practice-device.ts';
import { dayMs } from '../fixtures/assignment-room.ts';

/** Generates one action of a student at one of their two PCs within a week. */
const step = fc.record({
  at: fc.nat(1),
  act: fc.constantFrom(
    'right',
    'wrong',
    'sitting',
    'paper',
    'rename',
    'remove',
    'arrange',
    'end',
    'star',
    'lost',
    'cut',
    'up',
    'sync',
    'restored',
  ),
  question: fc.nat(3),
  hours: fc.nat(9),
});

describe('practice on two devices', () => {
  it('a week without a network, with lost answers and wrong clocks: afterwards both agree, and every answer is there once', async () => {
    const { room, questionIds } = await startLearnerRoom();
    const { server } = room;
    const { time } = server;
    let people = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (week) => {
        const learnerId = await server.addUser(7, `learner${(people += 1)}`);
        const post: RoomExaminee['post'] = async (path, body) => (await server.callOf(learnerId))(path, body);
        const student: RoomExaminee = { userId: learnerId, post, read: createReader(post) };
        const [first, second] = [await createPracticeDevice(student, 0), await createPracticeDevice(student, 3 * 3_600_000)];
        const devices: readonly PracticeDevice[] = [first, second];
        const given = new Set<string>();
        const starred = new Set<number>();
        for (const { at, act, question, hours } of week) {
          room.at(time.nowMs + hours * 3_600_000);
          const pc = devices[at] as PracticeDevice;
          const { userId, vault } = pc.owner;
          const nowMs = time.nowMs + pc.skewMs;
          const own = await pc.cache().own(userId, vault);
          const [paper, sitting] = [own.papers.at(-1), own.sittings.at(-1)];
          const keep = (papers: PracticePaper[], sittings: PracticeSitting[], stars: PracticeStar[] = []) =>
            pc.cache().noteOwn(userId, { papers, sittings, stars }, vault);
          if (act === 'right' || act === 'wrong' || act === 'sitting') {
            const id = randomUUID();
            given.add(id);
            const sittingId = act === 'sitting' ? (sitting?.id ?? null) : null;
            const answer = { id, questionId: questionIds[question] ?? 0, answeredMs: nowMs, correct: act !== 'wrong', sittingId };
            await pc.cache().note(userId, [answer], false, vault);
          }
          if (act === 'paper') await keep([createPracticePaper(questionIds, nowMs)], []);
          if (act === 'rename' && paper)
            await keep([{ ...paper, name: `卷 ${at}/${question}`, changedMs: computeChangedMs(nowMs, paper) }], []);
          if (act === 'remove' && paper) await keep([{ ...paper, removed: true, changedMs: computeChangedMs(nowMs, paper) }], []);
          if (act === 'arrange' && paper) await keep([], [createPracticeSitting(paper, nowMs)]);
          if (act === 'end' && sitting) await keep([], [{ ...sitting, endedMs: nowMs, changedMs: computeChangedMs(nowMs, sitting) }]);
          if (act === 'star') {
            const questionId = questionIds[question] ?? 0;
            const id = deriveStarId(questionId);
            const before = own.stars.find((star) => star.id === id);
            const star = { id, questionId, changedMs: computeChangedMs(nowMs, before), removed: before?.removed === false };
            await keep([], [], [star]);
            starred.add(questionId);
          }
          if (act === 'lost' || act === 'cut' || act === 'up') pc.put(act);
          // A server restored from an older backup has lost everything it received since.
          if (act === 'restored') {
            const sinceMs = time.nowMs - hours * 3_600_000;
            await server.deps.db
              .deleteFrom('practice_answer')
              .where('user_id', '=', learnerId)
              .where('answered_ms', '>=', sinceMs)
              .execute();
            await server.deps.db.deleteFrom('practice_own').where('user_id', '=', learnerId).where('changed_ms', '>=', sinceMs).execute();
          }
          if (act === 'sync') await pc.sync().catch(() => undefined);
        }
        room.at(time.nowMs + 7 * dayMs);
        for (const pc of devices) pc.put('up');
        for (const pc of [...devices, ...devices]) await pc.sync();
        const [one, other] = [await first.knows(), await second.knows()];
        expect(one).toEqual(other);
        expect(one.answers.map(({ id }) => id)).toEqual([...given].toSorted());
        expect([...one.answers, ...one.papers, ...one.sittings, ...one.stars].every(({ sent }) => sent)).toBe(true);
        // One star per question, from whichever PC.
        expect(new Set(one.stars.map(({ questionId }) => questionId))).toEqual(starred);
        expect(one.stars.length).toBe(starred.size);
        const { answers } = await student.read(exerciseCalls.myAnswers, {});
        expect(new Set(answers.map(({ id }) => id))).toEqual(given);
        expect(answers.length).toBe(given.size);
      }),
      { numRuns: 25 },
    );
  });

  it('a server that was restored to an older day gets again what it has lost', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const [first, second] = [await createPracticeDevice(student, 0), await createPracticeDevice(student, 0)];
    const { userId, vault } = first.owner;
    const paper = createPracticePaper(questionIds, room.server.time.nowMs);
    const answer = { id: randomUUID(), questionId: questionIds[0] ?? 0, answeredMs: 1, correct: true, sittingId: null };
    await first.cache().note(userId, [answer], false, vault);
    await first.cache().noteOwn(userId, { ...emptyOwnPractice, papers: [paper] }, vault);
    await first.sync();
    for (const table of ['practice_answer', 'practice_own'] as const) await room.server.deps.db.deleteFrom(table).execute();
    await first.sync();
    await second.sync();
    expect(await second.knows()).toEqual(await first.knows());
    expect((await second.knows()).answers).toMatchObject([{ id: answer.id, sent: true }]);
    expect((await second.knows()).papers).toMatchObject([{ id: paper.id, sent: true }]);
  });

  it('a server that was restored to before a change gets the change again', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const [first, second] = [await createPracticeDevice(student, 0), await createPracticeDevice(student, 0)];
    const { userId, vault } = first.owner;
    const paper = createPracticePaper(questionIds, room.server.time.nowMs);
    await first.cache().noteOwn(userId, { ...emptyOwnPractice, papers: [paper] }, vault);
    await first.sync();
    const backup = await room.server.deps.db.selectFrom('practice_own').selectAll().execute();
    room.at(room.server.time.nowMs + dayMs);
    const renamed = { ...paper, name: '后来的名字', changedMs: computeChangedMs(room.server.time.nowMs, paper) };
    await first.cache().noteOwn(userId, { ...emptyOwnPractice, papers: [renamed] }, vault);
    await first.sync();
    await room.server.deps.db.deleteFrom('practice_own').execute();
    await room.server.deps.db.insertInto('practice_own').values(backup).execute();
    await first.sync();
    await second.sync();
    expect((await first.knows()).papers).toMatchObject([{ name: '后来的名字', sent: true }]);
    expect(await second.knows()).toEqual(await first.knows());
  });

  it('answers of two tabs at the same moment are all kept', async () => {
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

  it('a clock that runs a year ahead wins over no later change', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const [ahead, right] = [await createPracticeDevice(student, 365 * dayMs), await createPracticeDevice(student, 0)];
    const paper = createPracticePaper(questionIds, room.server.time.nowMs + ahead.skewMs, '明年的卷');
    await ahead.cache().noteOwn(ahead.owner.userId, { ...emptyOwnPractice, papers: [paper] }, ahead.owner.vault);
    await ahead.sync();
    await right.sync();
    room.at(room.server.time.nowMs + dayMs);
    const [seen] = (await right.cache().own(right.owner.userId, right.owner.vault)).papers;
    if (!seen) throw new Error('the paper did not come over');
    const renamed = { ...seen, name: '今天的卷', changedMs: computeChangedMs(room.server.time.nowMs, seen) };
    await right.cache().noteOwn(right.owner.userId, { ...emptyOwnPractice, papers: [renamed] }, right.owner.vault);
    await right.sync();
    await ahead.sync();
    expect((await ahead.knows()).papers).toMatchObject([{ name: '今天的卷', sent: true }]);
  });

  it('a change that was long on its way does not come after the one that followed it', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const ahead = await createPracticeDevice(student, 365 * dayMs);
    const { userId, vault } = ahead.owner;
    const paper = createPracticePaper(questionIds, room.server.time.nowMs + ahead.skewMs);
    const renamed = { ...paper, name: '后来的名字', changedMs: computeChangedMs(room.server.time.nowMs, paper) };
    await ahead.cache().noteOwn(userId, { ...emptyOwnPractice, papers: [renamed] }, vault);
    await ahead.sync();
    room.at(room.server.time.nowMs + 1000);
    expect((await student.post('/exercise/keepOwn', { ...emptyOwnPractice, papers: [paper] })).code).toBe(0);
    await ahead.sync();
    expect((await ahead.knows()).papers).toMatchObject([{ name: '后来的名字', sent: true }]);
    expect((await student.read(exerciseCalls.myOwn, {})).papers).toMatchObject([{ name: '后来的名字' }]);
  });

  it('papers of one student stay apart from those of others with the same name', async () => {
    const { room, student, questionIds } = await startLearnerRoom();
    const otherId = await room.server.addUser(7, 'other');
    const other = await room.server.callOf(otherId);
    const paper = createPracticePaper(questionIds, room.server.time.nowMs);
    expect((await student.post('/exercise/keepOwn', { papers: [paper], sittings: [] })).code).toBe(0);
    expect((await other('/exercise/myOwn', {})).data).toEqual({ papers: [], sittings: [], stars: [] });
    const theirs = { ...paper, name: '别人的', changedMs: paper.changedMs + 1 };
    expect((await other('/exercise/keepOwn', { papers: [theirs], sittings: [] })).code).toBe(0);
    expect((await student.read(exerciseCalls.myOwn, {})).papers).toEqual([paper]);
  });

  it('more favourites than are kept are refused whole, and papers go on', async () => {
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
    // The paper in the same call is not stored either.
    const over = { papers: [paper], sittings: [], stars: [star(1), star(accountLimits.stars + 1)] };
    expect((await student.post('/exercise/keepOwn', over)).code).not.toBe(0);
    expect(await student.read(exerciseCalls.myOwn, {})).toMatchObject({ papers: [], stars: { length: accountLimits.stars } });
    // Existing rows may still change.
    const turned = { ...star(1), changedMs: 2, removed: true };
    expect((await student.post('/exercise/keepOwn', { papers: [paper], sittings: [], stars: [turned] })).code).toBe(0);
    const { papers, stars } = await student.read(exerciseCalls.myOwn, {});
    expect(papers).toEqual([paper]);
    expect(stars.find(({ questionId }) => questionId === 1)).toEqual(turned);
  });
});
