import { randomUUID } from 'node:crypto';
import { examCalls } from '../../sync/contract/exam.ts';
import { paperCalls } from '../../sync/contract/paper.ts';
import { taskCalls } from '../../sync/contract/task.ts';
import { SealedStream } from '../device/sealed-stream.ts';
import { addLines } from '../fixtures/server/question-lines.ts';
import { answer, enters, minuteMs, Pc, reading, type Sitter } from './exam-room.ts';
import { type Call, startServer } from './server-fixture.ts';

export const dayMs = 24 * 60 * minuteMs;

/** A server with a homework or a mock test of four single choices of two points that was set for some students. `right`: the right option of all. */
export async function taskRoom(kind: 'homework' | 'test', { people = 1, right = 'A', rules = {} } = {}) {
  const server = await startServer();
  const { deps, time } = server;
  const [schoolId] = server.schoolIds;
  /** Signs in anew for each call: weeks pass here. */
  const lasting =
    (userId: number): Call =>
    async (path, body) =>
      (await server.callOf(userId))(path, body);
  const staff = lasting(server.idOf('type6'));
  const teacher = reading(staff);
  const lines = Array.from({ length: 4 }, (_, at) =>
    JSON.stringify({ question: `第 ${at + 1} 题`, options: ['(A)甲', '(B)乙', '(C)丙'], label: right, explanation: '解析在此' }),
  );
  await addLines(deps.db, { caller: { userId: server.idOf('type6'), schoolId } }, lines.join('\n'), '题库');
  const section = { title: '单选', type: 1, count: 4, pointsEach: 2, categories: ['题库'], partial: false };
  const paperOf = async (paperKind: string) => {
    const look = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 4 };
    const paper = await teacher(paperCalls.add, { name: '卷', kind: paperKind, sections: [section], rules: look });
    await teacher(paperCalls.draw, { ...paper, seed: 3 });
    return paper;
  };
  const students: Sitter[] = [];
  for (let at = 0; at < people; at += 1) {
    const userId = await server.addUser(7, `student${at}`);
    const post = lasting(userId);
    students.push({ userId, post, read: reading(post) });
  }
  const paper = await paperOf(kind);
  const startMs = time.nowMs;
  const draft = {
    name: '电工基础',
    paperId: paper.id,
    startMs,
    dueMs: startMs + 3 * dayMs,
    lateRule: kind === 'homework' ? 'shareOff' : 'refused',
    lateMs: kind === 'homework' ? 2 * dayMs : 0,
    latePercent: 80,
    analysisRule: kind === 'homework' ? 'afterFinish' : 'afterHandIn',
    notice: '独立完成',
    tries: kind === 'test' ? 2 : 1,
    minutes: kind === 'test' ? 30 : null,
    classIds: [],
    userIds: students.map((student) => student.userId),
    ...rules,
  };
  const set = await teacher(taskCalls.add, draft);
  const planId = set.id;
  return {
    server,
    planId,
    draft,
    students,
    staff,
    teacher,
    paperOf,
    at: (ms: number) => void (time.nowMs = ms),
    /** Opens it at a PC. */
    async open(student: Sitter): Promise<Pc> {
      const grant = await student.read(examCalls.enter, { planId, deviceId: randomUUID() });
      const pc = new Pc(server, await SealedStream.open(deps.keys, student.userId, time.nowMs, grant.attemptId, grant.epoch));
      await pc.send(enters);
      return pc;
    },
    notice: async (student: Sitter) => (await student.read(examCalls.myList, {})).items.find((item) => item.planId === planId),
    work: (student: Sitter) => teacher(taskCalls.getWork, { planId, userId: student.userId }),
  };
}

export { answer, minuteMs };
export const handsIn = async (pc: Pc): Promise<void> => void (await (await pc.handIn())());
