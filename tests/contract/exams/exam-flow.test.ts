import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { progressCalls } from '../../../sync/contract/learning/progress.ts';
import { recordCalls } from '../../../sync/contract/marking/record.ts';
import { openPaper } from '../../../sync/crypto/paper-package.ts';
import { importReleasedKey } from '../../../sync/crypto/paper-text.ts';
import { verifyUploadToken } from '../../../server/answer-log/log/upload-token.ts';
import { createHandIn } from '../../device/hand-in.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { addLines } from '../../fixtures/server/question-lines.ts';
import { startTestServer } from '../server-fixture.ts';

const minuteMs = 60_000;

/** Publishes an exam through the calls, on the real op log. Tests of single modules use a fake log instead. */
async function publishedExam() {
  const server = await startTestServer();
  const { time, deps } = server;
  const read = (token: string) => {
    const post = server.as(token);
    return async <S extends z.ZodType>(call: { path: string; output: S }, body: unknown): Promise<z.output<S>> => {
      const { code, msg, data } = await post(call.path, body);
      expect({ call: call.path, code, msg: code === 0 ? '' : msg }).toEqual({ call: call.path, code: 0, msg: '' });
      return call.output.parse(data);
    };
  };
  const teacher = read(await server.openSession(6));
  const text = readFileSync(new URL('../../fixtures/questions/gaokao-physics.jsonl', import.meta.url), 'utf8');
  const { id: userId, school_id: schoolId } = await deps.db
    .selectFrom('user')
    .select(['id', 'school_id'])
    .where('login_name', '=', 'type6')
    .where('school_id', '=', server.schoolIds[0])
    .executeTakeFirstOrThrow();
  await addLines(deps.db, { caller: { userId, schoolId } }, text, '物理');
  const section = (title: string, type: number, count: number) => ({
    title,
    type,
    count,
    pointsEach: 2,
    categories: ['物理'],
    partial: true,
  });
  const rules = { layout: 'one', shuffleQuestions: true, shuffleOptions: true, passPoints: 6 };
  const paper = await teacher(paperCalls.add, { name: '物理卷', sections: [section('单选', 1, 4), section('多选', 2, 1)], rules });
  await teacher(paperCalls.draw, { ...paper, seed: 11 });
  const startMs = time.nowMs + 60 * minuteMs;
  const examinee = (
    await deps.db
      .selectFrom('user')
      .select(['id'])
      .where('login_name', '=', 'type8')
      .where('school_id', '=', server.schoolIds[0])
      .executeTakeFirstOrThrow()
  ).id;
  const plan = await teacher(examCalls.add, {
    name: '期末',
    paperId: paper.id,
    startMs,
    durationMs: 60 * minuteMs,
    entryLimitMs: 30 * minuteMs,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: [examinee],
  });
  await teacher(examCalls.publish, plan);
  const token = await server.openSession(8);
  const drawn = (await teacher(paperCalls.getById, { id: paper.id })).sections.flatMap((one) => one.questions);
  /** Correct answers by item id, in the order of the paper. */
  const right = drawn.map((question) => (question.key.kind === 'choice' ? question.key.right : []));
  return {
    server,
    teacher,
    head: read(await server.openSession(2)),
    me: read(token),
    post: server.as(token),
    planId: plan.id,
    startMs,
    right,
    examinee,
  };
}

const answer = (item: number, value: readonly string[]) => ({ type: 'answer.set@1', payload: { i: String(item), v: [...value] } });

test('a sealed paper is fetched before the start, answered and handed in, and its score matches an independent one', async () => {
  const { server, teacher, head, me, post, planId, startMs, right, examinee } = await publishedExam();
  const notice = (await me(examCalls.myList, {})).items[0];
  expect(notice).toMatchObject({ planId, myStatus: -1, scoreReleased: false, questionCount: 5, totalPoints: 10 });
  const sealed = await me(examCalls.getPackage, { planId });
  const grant = await me(examCalls.enter, { planId, deviceId: randomUUID(), moveHere: false });
  expect(verifyUploadToken(server.deps.keys, grant.ticket)).toMatchObject({ attemptId: notice?.attemptId, epoch: 1, actor: examinee });
  expect((await post('/exam/release', { planId })).code).toBe(1002);
  server.time.nowMs = startMs;
  const content = await openPaper(sealed, await importReleasedKey((await me(examCalls.release, { planId })).contentKey));
  expect(content.sections.flatMap((section) => section.items.map((item) => item.id))).toEqual(['1', '2', '3', '4', '5']);

  const stream = await DeviceStream.open(server.deps.keys, examinee, startMs, grant.attemptId);
  const push = async (input: object) => expect((await server.post('/sync/push', input)).code).toBe(0);
  // Answers: two correct, one wrong, one missing, and in the last question only one of several correct options.
  const wrong = ['A', 'B'].filter((option) => !right[2]?.includes(option)).slice(0, 1);
  await push(stream.push([answer(1, right[0] ?? []), answer(2, right[1] ?? []), answer(3, wrong), answer(5, right[4]?.slice(0, 1) ?? [])]));
  expect((await me(examCalls.myAnswers, { planId })).answers).toHaveLength(4);
  expect((await post('/exam/myScore', { planId })).code).toBe(1002);

  const late = stream.push([answer(4, right[3] ?? [])]);
  const handIn = stream.push([await createHandIn([stream])]);
  await push(late);
  await push(handIn);
  server.time.nowMs = startMs + 66 * minuteMs;
  expect((await post('/exam/myScore', { planId })).code).toBe(1002);
  await teacher(examCalls.releaseScores, { id: planId });
  const score = await me(examCalls.myScore, { planId });
  expect(score).toMatchObject({ status: 3, points: 7, totalPoints: 10, passed: true });
  expect(score.sections.map((section) => [section.title, section.points, section.max, section.items.map((item) => item.points)])).toEqual([
    ['单选', 6, 8, [2, 2, 0, 2]],
    ['多选', 1, 2, [1]],
  ]);
  expect((await teacher(examCalls.getById, { id: planId })).examinees).toMatchObject([
    { complete: true, points: 7, passed: true, status: 3, answered: 5, receivedOps: 6 },
  ]);
  expect((await me(examCalls.myList, {})).items).toMatchObject([{ myStatus: 3, scoreReleased: true }]);

  // The same score appears in the examinee's own record, in the record that staff see, and in the figures of the class.
  const record = await me(recordCalls.getList, {});
  expect(record.user).toMatchObject({ id: examinee, login_name: 'type8', class_name: '' });
  expect(record.items).toMatchObject([
    {
      planId,
      name: '期末',
      paperName: '物理卷',
      startMs,
      examStatus: 6,
      status: 3,
      points: 7,
      totalPoints: 10,
      passPoints: 6,
      passed: true,
    },
  ]);
  expect(record.items[0]?.receiptHash).toMatch(/^.{20,}$/);
  expect(await teacher(recordCalls.getList, { userId: examinee })).toEqual(record);
  const { items: classes } = await head(progressCalls.getClasses, {});
  expect(classes).toMatchObject([{ id: null, students: 2, enabled: 2, scored: 1, passed: 1, sat: 1, exams: 1, average: 70 }]);
});

test('SY15: moving to another PC adds the next epoch to the log and informs the old PC', async () => {
  const { server, me, post, planId } = await publishedExam();
  const [first, second] = [randomUUID(), randomUUID()];
  const old = await me(examCalls.enter, { planId, deviceId: first, moveHere: false });
  expect(await post('/exam/enter', { planId, deviceId: second })).toMatchObject({ code: 3000 });
  const moved = await me(examCalls.enter, { planId, deviceId: second, moveHere: true });
  expect([old.epoch, moved.epoch]).toEqual([1, 2]);
  expect(moved.sittingKey).not.toBe(old.sittingKey);
  // The server replies to this call only after the projections have caught up with the log.
  await me(examCalls.myList, {});
  const pulled = await server.post('/sync/pull', { ticket: old.ticket, newsSeen: 0, serverEpoch: old.serverEpoch, waitMs: 0 });
  expect(pulled).toMatchObject({ code: 0, data: { news: { epoch: 2 } } });
  expect(await post('/exam/enter', { planId, deviceId: first })).toMatchObject({ code: 3000 });
});

test('an attempt without a hand-in is scored after its time, and again when more answers arrive', async () => {
  const { server, teacher, me, planId, startMs, right, examinee } = await publishedExam();
  const grant = await me(examCalls.enter, { planId, deviceId: randomUUID(), moveHere: false });
  server.time.nowMs = startMs + minuteMs;
  const stream = await DeviceStream.open(server.deps.keys, examinee, startMs, grant.attemptId);
  await server.post('/sync/push', stream.push([answer(1, right[0] ?? [])]));
  const points = async () => (await teacher(examCalls.getById, { id: planId })).examinees[0]?.points;
  expect(await points()).toBeNull();
  server.time.nowMs = startMs + 65 * minuteMs;
  expect(await points()).toBe(2);
  await server.post('/sync/push', stream.push([answer(2, right[1] ?? [])]));
  expect(await points()).toBe(4);
});
