import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { readServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { createHandIn } from '../../device/hand-in.ts';
import { DeviceStream, type OpToWrite } from '../../device/sealed-stream.ts';
import { ApiClient } from '../rig/api-client.ts';
import type { ServerProcess } from '../rig/server-process.ts';

const answer = (item: number, value: string): OpToWrite => ({ type: 'answer.set@1', payload: { i: String(item), v: [value] } });
const enters: OpToWrite = { type: 'attempt.enter@1', payload: {} };
/** The shortest allowed duration, because scores can be released only after the end. */
const durationMs = 60_000;

/**
 * Runs an exam of one minute that begins at once. examinee01 moves to another PC, and the ops of the first PC arrive after the hand-in:
 * two answers wait for a staff decision, one of which was changed at the second PC. examinee02 hands in at once; examinee03 is absent.
 */
export async function createMovedExam(server: ServerProcess, name: string): Promise<{ planId: number; userId: number }> {
  const { origin } = server;
  const keys = await readServerKeys(join(server.dataDir, 'keys.json'));
  const teacher = await ApiClient.signIn(origin, 'teacher');
  const section = { title: '单选', type: 1 as const, count: 6, pointsEach: 5, categories: [], partial: false };
  const rules = { layout: 'one' as const, shuffleQuestions: false, shuffleOptions: false, passPoints: 15 };
  const paper = await teacher.call(
    paperCalls.draw,
    await teacher.call(paperCalls.add, { name: `${name}试卷`, sections: [section], rules }),
  );
  const { items } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const people = ['examinee01', 'examinee02', 'examinee03'].map((login) => {
    const user = items.find((each) => each.login_name === login);
    if (!user) throw new Error(`there is no ${login}`);
    return user;
  });
  const startMs = Date.now() + 500;
  const plan = await teacher.call(examCalls.add, {
    name,
    paperId: paper.id,
    startMs,
    durationMs,
    entryLimitMs: durationMs,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: people.map((user) => user.id),
  });
  await teacher.call(examCalls.publish, plan);
  const planId = plan.id;
  // Ops that arrive before the start do not count. The content key is released when the exam has started.
  const begun = await ApiClient.signIn(origin, 'examinee01');
  while ((await begun.send('/exam/release', { planId })).code !== 0) await new Promise((resolve) => setTimeout(resolve, 50));

  const sit = async (client: ApiClient, userId: number, moveHere = false) => {
    const grant = await client.call(examCalls.enter, { planId, deviceId: randomUUID(), moveHere });
    // The first PC wrote its held-back ops before the move, also by its own clock.
    const wallMs = Date.now() - (moveHere ? 0 : 60_000);
    return DeviceStream.open(keys, userId, wallMs, grant.attemptId, grant.epoch);
  };
  const deliver = async (input: object): Promise<void> => {
    const { code, msg } = await begun.send('/sync/push', input);
    if (code !== 0) throw new Error(msg);
  };
  const [moved, quick] = people.map((user) => user.id) as [number, number, number];
  const old = await sit(begun, moved);
  await deliver(old.push([enters, answer(1, 'A')]));
  const held = old.push([answer(2, 'B'), answer(3, 'A')]);
  const next = await sit(begun, moved, true);
  next.raiseLamport(old.lamport);
  await deliver(next.push([enters, answer(3, 'C'), answer(4, 'D'), answer(5, 'A')]));
  await deliver(next.push([await createHandIn([next])]));
  await deliver(held);
  const other = await sit(await ApiClient.signIn(origin, 'examinee02'), quick);
  await deliver(other.push([enters, ...[1, 2, 3, 4, 5, 6].map((item) => answer(item, 'A'))]));
  await deliver(other.push([await createHandIn([other])]));
  return { planId, userId: moved };
}
