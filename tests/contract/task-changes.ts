import type { UserType } from '../../sync/contract/roles.ts';
import { handInOf } from '../device/hand-in.ts';
import { SealedStream } from '../device/sealed-stream.ts';
import type { Ref, TestServer } from './server-fixture.ts';
import { taskDraft } from './thing-drafts.ts';

interface Stage {
  readonly call: <T = Ref>(as: UserType | null, path: string, input: object) => Promise<T>;
  readonly server: TestServer;
  readonly userId: (type: UserType) => number;
}

const key = ({ id, version }: Ref) => ({ id, version });

/** What is changed around homework, mock tests and practice. */
export async function changeTasks(
  { call, server, userId }: Stage,
  { paper, questionId }: { paper: object; questionId: number },
): Promise<void> {
  await call(6, '/exercise/setOpen', { category: '甲库', open: true });
  await call(7, '/exercise/record', {
    answers: [{ id: server.deps.chance.uuid(), questionId: questionId, answeredMs: server.time.nowMs, correct: true }],
  });
  await call(7, '/exercise/keepOwn', {
    papers: [
      {
        id: server.deps.chance.uuid(),
        changedMs: server.time.nowMs,
        removed: false,
        name: '练习卷',
        category: '',
        draw: { from: 'open', categories: [], points: [], types: [], difficulties: [], count: 1 },
        questionIds: [questionId],
      },
    ],
    sittings: [],
  });
  const setPaper = async (kind: string) => call(6, '/paper/draw', key(await call(6, '/paper/add', { ...paper, name: kind, kind })));
  const homework = taskDraft((await setPaper('homework')).id, [userId(7)], server.time.nowMs);
  const set = await call(6, '/task/add', homework);
  await call(6, '/task/modify', { ...homework, notice: '改过的说明', ...key(set) });
  await call(6, '/task/remind', { planId: set.id, userIds: [userId(7)] });
  await call(6, '/task/withdraw', { id: (await call(6, '/task/add', homework)).id, reason: '布置错了' });
  const { attemptId: workId } = await call<{ attemptId: string }>(7, '/exam/enter', {
    planId: set.id,
    deviceId: server.deps.chance.uuid(),
  });
  const sheet = await SealedStream.open(server.deps.keys, userId(7), server.time.nowMs, workId);
  const push = async (...ops: Parameters<typeof sheet.push>[0]) => call(null, '/sync/push', sheet.push(ops));
  await push({ type: 'answer.set@1', payload: { i: '1', v: ['A'] } });
  await push(await handInOf([sheet]));
  const work = async () => {
    const { answersVersion } = await call<{ answersVersion: number }>(6, '/task/getWork', { planId: set.id, userId: userId(7) });
    return { planId: set.id, userId: userId(7), answersVersion };
  };
  await call(6, '/task/decide', { planId: set.id, userId: userId(7), choices: [{ itemId: '1', choose: null }], reason: '核对' });
  await call(6, '/task/mark', { ...(await work()), items: [{ itemId: '1', points: 1, comment: '再看看' }] });
  await call(6, '/task/giveBack', { ...(await work()), reason: '订正', untilMs: homework.dueMs });
  await push(await handInOf([sheet]));
  await call(6, '/task/finish', { planId: set.id, userIds: [userId(7)] });
  const test = {
    ...taskDraft((await setPaper('test')).id, [userId(7)], server.time.nowMs),
    analysisRule: 'afterHandIn',
    tries: 2,
    minutes: 30,
  };
  const tried = await call(6, '/task/add', test);
  const { attemptId: tryId } = await call<{ attemptId: string }>(7, '/exam/enter', {
    planId: tried.id,
    deviceId: server.deps.chance.uuid(),
  });
  const first = await SealedStream.open(server.deps.keys, userId(7), server.time.nowMs, tryId);
  await call(null, '/sync/push', first.push([{ type: 'answer.set@1', payload: { i: '1', v: ['A'] } }]));
  await call(null, '/sync/push', first.push([await handInOf([first])]));
  await call(7, '/task/again', { planId: tried.id, tryNo: 2 });
}
