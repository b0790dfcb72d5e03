import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { examCalls } from '../../sync/contract/exam.ts';
import { paperCalls } from '../../sync/contract/paper.ts';
import { handInOf } from '../device/hand-in.ts';
import { SealedStream, type Typed } from '../device/sealed-stream.ts';
import { addLines } from '../fixtures/server/question-lines.ts';
import { examRoomThing } from '../../sync/contract/exam-place.ts';
import { exampleOf } from '../../sync/contract/thing.ts';
import { type Answer, type Call, done, startServer, type TestServer } from './server-fixture.ts';

export const minuteMs = 60_000;
export const durationMs = 60 * minuteMs;
export const answer = (item: number, ...value: string[]): Typed => ({ type: 'answer.set@1', payload: { i: String(item), v: value } });
export const enters: Typed = { type: 'attempt.enter@1', payload: {} };

/** Calls that must succeed, with their answers as the contract has them. */
export const reading = (post: Call) =>
  async function read<S extends z.ZodType>(call: { path: string; output: S }, body: unknown): Promise<z.output<S>> {
    const { code, msg, data } = await post(call.path, body);
    if (code !== 0) throw new Error(`${call.path}: ${code} ${msg} ${JSON.stringify(data)}`);
    return call.output.parse(data);
  };

/** A person with an account, and the PC they sit at. */
export interface Sitter {
  readonly userId: number;
  readonly post: Call;
  readonly read: ReturnType<typeof reading>;
}

/** A stream of one tab at one PC; what it writes is sent when the test says so. */
export class Pc {
  readonly #server: TestServer;
  readonly stream: SealedStream;
  constructor(server: TestServer, stream: SealedStream) {
    this.#server = server;
    this.stream = stream;
  }

  /** Written here; the caller delivers it, or forgets to. */
  write(...ops: Typed[]): () => Promise<Answer> {
    const input = this.stream.push(ops);
    return () => this.#server.post('/sync/push', input);
  }

  send = (...ops: Typed[]): Promise<Answer> => this.write(...ops)();

  async handIn(...streams: Pc[]): Promise<() => Promise<Answer>> {
    return this.write(await handInOf((streams.length === 0 ? [this] : streams).map((pc) => pc.stream)));
  }
}

/**
 * A running server with a published plan: four single choices of two points, `right` the right option of all; an hour before the start.
 * No sockets, no real time.
 */
export async function examRoom({ people = 1, right = 'A', watched = false } = {}) {
  const questions = 4;
  const server = await startServer();
  const { deps, time } = server;
  const [schoolId] = server.schoolIds;
  const staff = await server.callAs(6);
  const teacher = reading(staff);
  const lines = Array.from({ length: questions }, (_, at) =>
    JSON.stringify({ question: `第 ${at + 1} 题`, options: ['(A)甲', '(B)乙', '(C)丙'], label: right }),
  );
  await addLines(deps.db, { caller: { userId: server.idOf('type6'), schoolId } }, lines.join('\n'), '题库');
  const section = { title: '单选', type: 1, count: questions, pointsEach: 2, categories: ['题库'], partial: false };
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: questions };
  const paper = await teacher(paperCalls.add, { name: '卷', sections: [section], rules });
  await teacher(paperCalls.draw, { ...paper, seed: 3 });
  const sitters: Sitter[] = [];
  for (let at = 0; at < people; at += 1) {
    const userId = await server.addUser(8, `sitter${at}`);
    const post = await server.callOf(userId);
    sitters.push({ userId, post, read: reading(post) });
  }
  const shape = { ...exampleOf(examRoomThing), rows: 1, columns: Math.max(3, people), marks: [], numbering: 'rows', name: '一考场' };
  const roomId = watched ? (await done(staff('/examRoom/add', shape))).id : 0;
  const startMs = time.nowMs + 60 * minuteMs;
  const plan = await teacher(examCalls.add, {
    name: '考试',
    paperId: paper.id,
    startMs,
    durationMs,
    entryLimitMs: 30 * minuteMs,
    earliestHandInMs: 0,
    notice: '',
    examineeIds: sitters.map((sitter) => sitter.userId),
    ...(watched && { roomIds: [roomId] }),
  });
  const planId = plan.id;
  let { version } = plan;
  if (watched) {
    await teacher(examCalls.setStaff, { planId, roomId, userId: server.idOf('type5'), on: true });
    ({ version } = await teacher(examCalls.arrange, { id: planId, version, anew: false, fill: 'full', seed: 3 }));
  }
  await teacher(examCalls.publish, { id: planId, version });

  return {
    server,
    planId,
    roomId,
    startMs,
    endMs: startMs + durationMs,
    sitters,
    staff,
    teacher,
    at: (ms: number) => void (time.nowMs = ms),
    /** Takes the seat; with `from` at another PC. The new PC's lamports begin above what the server knows. */
    async sit(sitter: Sitter, from?: Pc): Promise<Pc> {
      const grant = await sitter.read(examCalls.enter, { planId, deviceId: randomUUID(), moveHere: from !== undefined });
      const stream = await SealedStream.open(deps.keys, sitter.userId, time.nowMs, grant.attemptId, grant.epoch);
      if (from) stream.raiseLamport(from.stream.lamport);
      return new Pc(server, stream);
    },
    /** Another tab of the same PC, or, with a later epoch, one of the PC the person moved to. */
    async tab(pc: Pc, epoch = pc.stream.header.epoch): Promise<Pc> {
      const { attemptId, actor } = pc.stream.header;
      const stream = await SealedStream.open(deps.keys, actor, time.nowMs, attemptId, epoch);
      stream.raiseLamport(pc.stream.lamport);
      return new Pc(server, stream);
    },
    /** The same tab on a disk that was put back to now: both write on. */
    twin: (pc: Pc): Pc => new Pc(server, pc.stream.clone()),
    board: () => teacher(examCalls.getById, { id: planId }),
    evidence: (sitter: Sitter) => teacher(examCalls.getEvidence, { planId, userId: sitter.userId }),
    release: () => teacher(examCalls.releaseScores, { id: planId, inSpite: { reason: '已核对' } }),
  };
}
