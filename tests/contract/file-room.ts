import { createHash, randomBytes } from 'node:crypto';
import { fileLimits, fileValue, sealedOverhead } from '../../sync/engine/attachment.ts';
import { answer, enters, examRoom, minuteMs, type Pc } from './exam-room.ts';

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');
export const sealedPiece = (bytes = 1_000): Buffer => randomBytes(bytes + sealedOverhead);
export const itemId = '2/3fa9c1d2';
export const codes = { invalid: 1001, refused: 1002, forbidden: 1003, conflict: 1006 };

/** The op that names these pieces. */
export const names = (pieces: readonly Buffer[], name = itemId) => ({
  type: 'answer.set@1',
  payload: {
    i: name,
    v: fileValue({
      name: 'photo.jpg',
      type: 'image/jpeg',
      bytes: (pieces.length - 1) * fileLimits.pieceBytes + 1,
      key: randomBytes(32).toString('base64url'),
      pieces: pieces.map(hashOf),
    }),
  },
});

/** An exam whose second question asks for files, where `asks` says so. */
export async function fileRoom(asks = true, watched = false) {
  const room = await examRoom({ people: 2, watched });
  const { server, planId } = room;
  if (asks) {
    const row = await server.deps.db
      .selectFrom('exam_item')
      .selectAll()
      .where('plan_id', '=', planId)
      .where('item_id', '=', '2')
      .executeTakeFirstOrThrow();
    const key = JSON.stringify({ ...(JSON.parse(row.answer_key) as object), files: { most: 3 } });
    await server.deps.db
      .updateTable('exam_item')
      .set({ answer_key: key })
      .where('plan_id', '=', planId)
      .where('item_id', '=', '2')
      .execute();
  }
  const [one, two] = room.sitters;
  if (!one || !two) throw new Error('nobody');
  room.at(room.startMs + minuteMs);
  const [pc, other] = [await room.sit(one), await room.sit(two)];
  await pc.send(enters, answer(1, 'A'));
  const send = (from: Pick<Pc, 'stream'>, sealed: Buffer, at = 0, item = itemId) =>
    server.post('/sync/piece', { ticket: from.stream.ticket, itemId: item, at, sealed: sealed.toString('base64url') });
  const state = () => server.deps.ingest.projector.attempt(pc.stream.header.attemptId);
  return { ...room, pc, other, send, state };
}
