import { readFileValue } from '../../sync/engine/attachment.ts';
import type { PieceDisk } from '../../sync/engine/memory-piece-store.ts';
import type { AnswerValue } from '../../sync/engine/ops.ts';
import type { OpRow } from '../../sync/engine/ports.ts';
import type { OpBook } from './op-book.ts';

/**
 * 1, at the moment of the commit: who names a file for the first time has all its pieces on the disk. Said again later (of a stream that was
 * condemned, of what came too early), the disk may have lost them since.
 */
export function checkNamed(book: OpBook, op: OpRow, pieces: PieceDisk): void {
  if (!op.type.startsWith('answer.set@')) return;
  const { i = '', v = [] } = (book.sealed.get(op.sealed)?.payload ?? {}) as { i?: string; v?: AnswerValue };
  const file = i.includes('/') ? readFileValue(v) : undefined;
  if (!file || book.named.has(file.key)) return;
  book.named.add(file.key);
  const here = new Set([...pieces.values()].filter((row) => row.attemptId === op.attemptId && row.itemId === i).map((row) => row.hash));
  if (!file.pieces.every((hash) => here.has(hash))) book.fault('1 once', `${i} of ${op.attemptId} is named before its pieces are there`);
}
