import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exam.ts';
import { mostPictureMarks } from '../../../sync/contract/picture-mark.ts';
import { taskCalls } from '../../../sync/contract/task.ts';
import { fileLimits, fileValue, sealedOverhead } from '../../../sync/engine/attachment.ts';
import { inPieces } from '../../../sync/engine/long-answer.ts';
import type { Pc, Sitter } from '../fixtures/exam-room.ts';
import { handsIn } from '../fixtures/task-room.ts';
import { wordsRoom } from '../fixtures/words-room.ts';

const photo = '1/00000001';
const at = (file: string, text: string) => ({ file, x: 0.25, y: 0.5, text });

/** Names a photo of one piece; each time another one. */
function names(itemId: string) {
  const sealed = randomBytes(1000 + sealedOverhead);
  const pieces = [createHash('sha256').update(sealed).digest('base64url')];
  const file = { name: '接线.jpg', type: 'image/jpeg', bytes: fileLimits.pieceBytes, key: randomBytes(32).toString('base64url'), pieces };
  return { itemId, sealed: sealed.toString('base64url'), op: { type: 'answer.set@1', payload: { i: itemId, v: [...fileValue(file)] } } };
}

async function send(pc: Pc, student: Sitter, sent: ReturnType<typeof names>): Promise<void> {
  await pc.send(sent.op);
  const { ticket } = pc.stream;
  expect((await student.post('/sync/piece', { ticket, itemId: sent.itemId, at: 0, sealed: sent.sealed })).code).toBe(0);
}

/** Handed in with a photo. */
async function handedIn() {
  const room = await wordsRoom({ html: '<p>接好正反转电路，拍照上传。</p>', points: 20, files: 3 }, async (pc, student) => {
    await pc.send({ type: 'answer.set@1', payload: { i: '1', v: [...inPieces('先断电。')] } });
    await send(pc, student, names(photo));
  });
  return {
    ...room,
    send: (sent: ReturnType<typeof names>) => send(room.pc, room.student, sent),
    mark: (pictures: unknown, more: object = {}) => room.mark({ pictures, ...more }),
  };
}

describe('marks on photos', () => {
  it('are saved with the mark, told once the work is given back, and stay while it is corrected', async () => {
    const { student, other, planId, pc, send, work, mark, giveBack, notice, room } = await handedIn();
    expect((await work()).items[0]).toMatchObject({ files: [{ itemId: photo }], pictures: [] });
    expect((await mark([at(photo, ' V、W 接反 ')])).code).toBe(0);
    expect((await work()).items[0]?.pictures).toEqual([at(photo, 'V、W 接反')]);
    const { answers } = await room.teacher(taskCalls.getByQuestion, { planId });
    expect(answers[0]).toMatchObject({ files: [{ itemId: photo }], pictures: [at(photo, 'V、W 接反')] });
    // Marked, and told to nobody yet.
    expect(JSON.stringify(await student.read(examCalls.myList, {}))).not.toContain('接反');
    expect((await student.post('/task/myScore', { planId })).code).toBe(1002);

    await giveBack();
    const told = { items: [{ itemId: '1', comment: '', pictures: [at(photo, 'V、W 接反')] }] };
    expect((await notice(student))?.returned).toMatchObject(told);
    expect(JSON.stringify(await other.read(examCalls.myList, {}))).not.toContain('接反');
    // Another photo under the same name: what was said was said of the one before.
    await send(names(photo));
    expect((await notice(student))?.returned).toMatchObject(told);
    await handsIn(pc);
    expect((await notice(student))?.returned).toBeNull();
    expect((await work()).items[0]?.pictures).toEqual([]);
    // Given back anew without a word to the new photo: the old words are not told again.
    await giveBack();
    expect((await notice(student))?.returned?.items ?? []).toEqual([]);
  });

  it('are told with the score to the one who sat, and to nobody else', async () => {
    const { student, other, planId, mark, room } = await handedIn();
    await mark([at(photo, '线号漏标'), { ...at(photo, '压接不良'), x: 1, y: 0 }]);
    // Points alone, as full marks for everybody are given: the marks stay.
    expect((await mark(undefined, { points: 15 })).code).toBe(0);
    await room.teacher(taskCalls.finish, { planId, userIds: [student.userId] });
    const { items } = await student.read(taskCalls.myScore, { planId });
    expect(items[0]).toMatchObject({ points: 15, pictures: [{ text: '线号漏标' }, { text: '压接不良', x: 1, y: 0 }] });
    const colleague = await room.server.callOf(await room.server.addUser(6, 'colleague'));
    const heard = [
      await other.post('/task/myScore', { planId }),
      await other.post('/task/getWork', { planId, userId: student.userId }),
      await colleague('/task/getWork', { planId, userId: student.userId }),
      await colleague('/task/getByQuestion', { planId }),
    ];
    expect(heard.map(({ code }) => code)).toEqual([1002, 1003, 1005, 1005]);
    expect(JSON.stringify(heard)).not.toContain('线号漏标');
  });

  it('are taken off again by a list without them', async () => {
    const { work, mark } = await handedIn();
    await mark([at(photo, '一'), at(photo, '二')]);
    await mark([at(photo, '二')]);
    expect((await work()).items[0]?.pictures).toEqual([at(photo, '二')]);
    await mark([]);
    expect((await work()).items[0]?.pictures).toEqual([]);
  });

  it('name a photo of that answer, a place on it and words, and are not without end; what is refused changes nothing', async () => {
    const { work, mark } = await handedIn();
    await mark([at(photo, '留着')]);
    const many = (count: number) => Array.from({ length: count }, () => at(photo, '多'));
    for (const [pictures, path] of [
      [[at('1/0000000f', '没有这张')], 'items.0.pictures.0.file'],
      [[at(photo, '有'), at('2/00000001', '别的题')], 'items.0.pictures.1.file'],
      [[at('1', '不是文件')], 'items.0.pictures.0.file'],
      [[at(photo, '  ')], 'items.0.pictures.0.text'],
      [[at(photo, '字'.repeat(201))], 'items.0.pictures.0.text'],
      [[{ ...at(photo, '外面'), x: 1.01 }], 'items.0.pictures.0.x'],
      [[{ ...at(photo, '外面'), y: -0.01 }], 'items.0.pictures.0.y'],
      [many(mostPictureMarks + 1), 'items.0.pictures'],
    ] as const)
      expect(await mark(pictures, { points: 1 })).toMatchObject({ code: 1001, data: { fields: [{ path }] } });
    expect((await work()).items[0]).toMatchObject({ points: 12, pictures: [at(photo, '留着')] });
    expect((await mark(many(mostPictureMarks))).code).toBe(0);
  });
});
