import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exam.ts';
import { taskCalls } from '../../../sync/contract/task.ts';
import { mostTextNotes, type TextNote } from '../../../sync/contract/text-note.ts';
import { inPieces } from '../../../sync/engine/long-answer.ts';
import type { Pc } from '../fixtures/exam-room.ts';
import { handsIn } from '../fixtures/task-room.ts';
import { wordsRoom } from '../fixtures/words-room.ts';

/** Longer than one piece of an answer: a note is counted in the whole. */
const answer = `先断电，${'再验电，'.repeat(600)}后接线。`;
const note = (from: number, to: number, text: string): TextNote => ({ from, to, kind: 'wrong', text });
const words = [note(0, 3, '还要挂牌'), note(answer.length - 3, answer.length, '')];

const write = (pc: Pc, text: string) => pc.send({ type: 'answer.set@1', payload: { i: '1', v: [...inPieces(text)] } });

/** Handed in by one of two. */
async function handedIn() {
  const room = await wordsRoom({ html: '<p>写出停电检修的步骤。</p>', points: 20, files: 1 }, (pc) => write(pc, answer));
  return {
    ...room,
    write: (text: string) => write(room.pc, text),
    mark: (notes: unknown, more: object = {}) => room.mark({ notes, ...more }),
  };
}

describe('notes on stretches of an answer', () => {
  it('are saved with the mark, told once the work is given back beside the answer they are about, and stay while it is corrected', async () => {
    const { student, other, planId, pc, write, work, mark, giveBack, notice, room } = await handedIn();
    expect((await mark(words)).code).toBe(0);
    expect((await work()).items[0]).toMatchObject({ answer: inPieces(answer), notes: words });
    expect((await room.teacher(taskCalls.getByQuestion, { planId })).answers[0]).toMatchObject({ notes: words });
    // Marked, and told to nobody yet.
    expect(JSON.stringify(await student.read(examCalls.myList, {}))).not.toContain('挂牌');
    expect((await student.post('/task/myScore', { planId })).code).toBe(1002);

    await giveBack();
    const told = { items: [{ itemId: '1', comment: '', noted: { answer, notes: words } }] };
    expect((await notice(student))?.returned).toMatchObject(told);
    expect(JSON.stringify(await other.read(examCalls.myList, {}))).not.toContain('挂牌');
    // Corrected: what was said was said of the answer before, and is read beside it.
    await write('先断电、验电、挂牌，后接线。');
    expect((await notice(student))?.returned).toMatchObject(told);
    await handsIn(pc);
    expect((await notice(student))?.returned).toBeNull();
    expect((await work()).items[0]?.notes).toEqual([]);
    // Given back anew without a word to the new answer: the old notes are not told again.
    await giveBack();
    expect((await notice(student))?.returned?.items ?? []).toEqual([]);
  });

  it('are told with the score to the one who sat, and to nobody else', async () => {
    const { student, other, planId, mark, room } = await handedIn();
    await mark(words);
    // Points alone, as full marks for everybody are given: the notes stay.
    expect((await mark(undefined, { points: 15 })).code).toBe(0);
    await room.teacher(taskCalls.finish, { planId, userIds: [student.userId] });
    expect((await student.read(taskCalls.myScore, { planId })).items[0]).toMatchObject({ points: 15, notes: words });
    const colleague = await room.server.callOf(await room.server.addUser(6, 'colleague'));
    const heard = [
      await other.post('/task/myScore', { planId }),
      await other.post('/task/getWork', { planId, userId: student.userId }),
      await colleague('/task/getWork', { planId, userId: student.userId }),
      await colleague('/task/getByQuestion', { planId }),
    ];
    expect(heard.map(({ code }) => code)).toEqual([1002, 1003, 1005, 1005]);
    expect(JSON.stringify(heard)).not.toContain('挂牌');
  });

  it('lie within the answer and are not without end; what is refused changes nothing, and a list without them takes them off', async () => {
    const { work, mark } = await handedIn();
    await mark(words);
    const many = (count: number) => Array.from({ length: count }, () => note(0, 1, ''));
    for (const [notes, path] of [
      [[note(0, 1, ''), note(3, answer.length + 1, '')], 'items.0.notes.1.to'],
      [[note(3, 3, '')], 'items.0.notes.0.to'],
      [[note(4, 3, '')], 'items.0.notes.0.to'],
      [[note(-1, 3, '')], 'items.0.notes.0.from'],
      [[note(0.5, 3, '')], 'items.0.notes.0.from'],
      [[note(0, 3, '字'.repeat(201))], 'items.0.notes.0.text'],
      [[{ ...note(0, 3, ''), kind: 'praise' }], 'items.0.notes.0.kind'],
      [many(mostTextNotes + 1), 'items.0.notes'],
    ] as const)
      expect(await mark(notes, { points: 1 })).toMatchObject({ code: 1001, data: { fields: [{ path }] } });
    expect((await work()).items[0]).toMatchObject({ points: 12, notes: words });
    expect((await mark(many(mostTextNotes))).code).toBe(0);
    await mark([]);
    expect((await work()).items[0]?.notes).toEqual([]);
  });
});
