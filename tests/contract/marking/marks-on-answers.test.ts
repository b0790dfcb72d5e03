import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { maxPictureMarks } from '../../../sync/contract/marking/picture-mark.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { maxTextNotes } from '../../../sync/contract/marking/text-note.ts';
import { splitLongAnswer } from '../../../sync/engine/ops/long-answer.ts';
import { handInAndDeliver, type ExamineePc, type RoomExaminee } from '../fixtures/exam-room.ts';
import { createPhoto } from '../fixtures/file-room.ts';
import { startTextAssignmentRoom } from '../fixtures/text-assignment-room.ts';

const photo = '1/00000001';
const at = (file: string, text: string, x = 0.25, y = 0.5) => ({ file, x, y, text });
/** A long answer. The positions of a note count characters in the whole answer. */
const answer = `先断电，${'再验电，'.repeat(600)}后接线。`;
const note = (from: number, to: number, text: string, kind = 'wrong') => ({ from, to, kind, text });
const notes = [note(0, 3, '还要挂牌'), note(answer.length - 3, answer.length, '')];

const write = (pc: ExamineePc, text: string) => pc.send({ type: 'answer.set@1', payload: { i: '1', v: [...splitLongAnswer(text)] } });

/** Attaches a photo of one chunk. Each call sends another photo under the same item id. */
async function sendPhoto(pc: ExamineePc, { post }: RoomExaminee): Promise<void> {
  const { op, sealed } = createPhoto(photo);
  await pc.send(op);
  const chunk = { ticket: pc.stream.ticket, itemId: photo, at: 0, sealed };
  expect((await post('/sync/piece', chunk)).code).toBe(0);
}

interface Kind {
  readonly words: { readonly html: string; readonly points: number; readonly files: number };
  readonly write: (pc: ExamineePc, student: RoomExaminee) => Promise<unknown>;
  readonly sent: readonly object[];
  readonly saved: readonly object[];
  /** Text of a mark. Only the student who wrote the answer may see it, once the work is returned or finished. */
  readonly secret: string;
  /** Fields of the answer that staff get together with the marks. */
  readonly beside: object;
  readonly returned: object;
  readonly refused: readonly (readonly [marks: readonly object[], place: string])[];
  readonly most: number;
}
const kinds: Readonly<Record<'pictures' | 'notes', Kind>> = {
  pictures: {
    words: { html: '<p>接好正反转电路，拍照上传。</p>', points: 20, files: 3 },
    write: async (pc, student) => {
      await write(pc, '先断电。');
      await sendPhoto(pc, student);
    },
    sent: [at(photo, ' 线号漏标 '), at(photo, '压接不良', 1, 0)],
    saved: [at(photo, '线号漏标'), at(photo, '压接不良', 1, 0)],
    secret: '线号漏标',
    beside: { files: [{ itemId: photo }] },
    returned: { pictures: [at(photo, '线号漏标'), at(photo, '压接不良', 1, 0)] },
    refused: [
      [[at('1/0000000f', '没有这张')], '.0.file'],
      [[at(photo, '有'), at('2/00000001', '别的题')], '.1.file'],
      [[at('1', '不是文件')], '.0.file'],
      [[at(photo, '  ')], '.0.text'],
      [[at(photo, '字'.repeat(201))], '.0.text'],
      [[at(photo, '外面', 1.01)], '.0.x'],
      [[at(photo, '外面', 0, -0.01)], '.0.y'],
    ],
    most: maxPictureMarks,
  },
  notes: {
    words: { html: '<p>写出停电检修的步骤。</p>', points: 20, files: 1 },
    write: (pc) => write(pc, answer),
    sent: notes,
    saved: notes,
    secret: '挂牌',
    beside: { answer: splitLongAnswer(answer) },
    returned: { noted: { answer, notes } },
    refused: [
      [[note(0, 1, ''), note(3, answer.length + 1, '')], '.1.to'],
      [[note(3, 3, '')], '.0.to'],
      [[note(4, 3, '')], '.0.to'],
      [[note(-1, 3, '')], '.0.from'],
      [[note(0.5, 3, '')], '.0.from'],
      [[note(0, 3, '字'.repeat(201))], '.0.text'],
      [[note(0, 3, '', 'praise')], '.0.kind'],
    ],
    most: maxTextNotes,
  },
};

describe.each(['pictures', 'notes'] as const)('marks on an answer: %s', (field) => {
  const kind = kinds[field];
  /** Sets up an assignment for two students, of whom one has handed in. */
  const handedIn = async () => {
    const room = await startTextAssignmentRoom(kind.words, kind.write);
    const mark = (marks: unknown, more: object = {}) => room.mark({ [field]: marks, ...more });
    return { ...room, mark, saved: async () => (await room.work()).items[0]?.[field] };
  };

  it('are saved with the points, shown once the work is returned, and stay while it is corrected', async () => {
    const { student, other, planId, pc, work, saved, mark, giveBack, notice, room } = await handedIn();
    expect((await work()).items[0]).toMatchObject({ ...kind.beside, [field]: [] });
    expect((await mark(kind.sent)).code).toBe(0);
    expect((await work()).items[0]).toMatchObject({ ...kind.beside, [field]: kind.saved });
    const { answers } = await room.teacher(assignmentCalls.getByQuestion, { planId });
    expect(answers[0]).toMatchObject({ [field]: kind.saved, ...('files' in kind.beside && kind.beside) });
    // The answer is marked, but the student cannot see that yet.
    expect(JSON.stringify(await student.read(examCalls.myList, {}))).not.toContain(kind.secret);
    expect((await student.post('/task/myScore', { planId })).code).toBe(1002);

    await giveBack();
    const told = { items: [{ itemId: '1', comment: '', ...kind.returned }] };
    expect((await notice(student))?.returned).toMatchObject(told);
    expect(JSON.stringify(await other.read(examCalls.myList, {}))).not.toContain(kind.secret);
    // When the student changes the photo or text, the marks still belong to the earlier answer.
    await (field === 'notes' ? write(pc, '先断电、验电、挂牌，后接线。') : kind.write(pc, student));
    expect((await notice(student))?.returned).toMatchObject(told);
    await handInAndDeliver(pc);
    expect((await notice(student))?.returned).toBeNull();
    expect(await saved()).toEqual([]);
    // The new answer is returned without marks. The marks of the earlier answer are not shown again.
    await giveBack();
    expect((await notice(student))?.returned?.items ?? []).toEqual([]);
  });

  it('are shown with the score to their student only', async () => {
    const { student, other, planId, mark, room } = await handedIn();
    await mark(kind.sent);
    // A call that sets only points, for example full marks for everyone, does not remove the marks in the answer.
    expect((await mark(undefined, { points: 15 })).code).toBe(0);
    await room.teacher(assignmentCalls.finish, { planId, userIds: [student.userId] });
    expect((await student.read(assignmentCalls.myScore, { planId })).items[0]).toMatchObject({ points: 15, [field]: kind.saved });
    const colleague = await room.server.callOf(await room.server.addUser(6, 'colleague'));
    const heard = [
      await other.post('/task/myScore', { planId }),
      await other.post('/task/getWork', { planId, userId: student.userId }),
      await colleague('/task/getWork', { planId, userId: student.userId }),
      await colleague('/task/getByQuestion', { planId }),
    ];
    expect(heard.map(({ code }) => code)).toEqual([1002, 1003, 1005, 1005]);
    expect(JSON.stringify(heard)).not.toContain(kind.secret);
  });

  it('must lie within the answer and are limited in number; an empty list removes them', async () => {
    const { work, saved, mark } = await handedIn();
    await mark(kind.sent);
    const many = (count: number) => Array.from({ length: count }, () => kind.sent[0] ?? {});
    for (const [marks, place] of [...kind.refused, [many(kind.most + 1), ''] as const])
      expect(await mark(marks, { points: 1 })).toMatchObject({ code: 1001, data: { fields: [{ path: `items.0.${field}${place}` }] } });
    expect((await work()).items[0]).toMatchObject({ points: 12, [field]: kind.saved });
    expect((await mark(many(kind.most))).code).toBe(0);
    await mark(kind.saved.slice(1));
    expect(await saved()).toEqual(kind.saved.slice(1));
    await mark([]);
    expect(await saved()).toEqual([]);
  });
});
