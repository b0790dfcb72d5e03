import { randomUUID } from 'node:crypto';
import { examCalls } from '../../sync/contract/exam.ts';
import { taskCalls } from '../../sync/contract/task.ts';
import { SealedStream } from '../device/sealed-stream.ts';
import { enters, Pc, type Sitter } from './exam-room.ts';
import { handsIn, taskRoom } from './task-room.ts';

/** Homework in words, for two; `answers`: what the first of them writes before they hand in. */
export async function wordsRoom(
  words: { html: string; points: number; files: number },
  answers: (pc: Pc, student: Sitter) => Promise<unknown>,
) {
  const room = await taskRoom('homework', { people: 2 });
  const [student, other] = room.students as [Sitter, Sitter];
  const { id: planId } = await room.teacher(taskCalls.add, { ...room.draft, name: '实训', paperId: null, words });
  const grant = await student.read(examCalls.enter, { planId, deviceId: randomUUID() });
  const keys = room.server.deps.keys;
  const pc = new Pc(room.server, await SealedStream.open(keys, student.userId, room.server.time.nowMs, grant.attemptId, grant.epoch));
  await pc.send(enters);
  await answers(pc, student);
  await handsIn(pc);
  const work = () => room.teacher(taskCalls.getWork, { planId, userId: student.userId });
  const key = async () => ({ planId, userId: student.userId, answersVersion: (await work()).answersVersion });
  return {
    room,
    student,
    other,
    planId,
    pc,
    work,
    mark: async (said: object) =>
      room.staff('/task/mark', { ...(await key()), items: [{ itemId: '1', points: 12, comment: '', ...said }] }),
    giveBack: async () => room.teacher(taskCalls.giveBack, { ...(await key()), reason: '请改正', untilMs: room.draft.dueMs }),
    notice: async (of: Sitter) => (await of.read(examCalls.myList, {})).items.find((item) => item.planId === planId)?.task,
  };
}
