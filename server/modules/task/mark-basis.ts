import { basisOf } from '../marking/marking-reads.ts';
import { type SyncReads, wholeAnswer } from '../sync/sync-reads.ts';
import type { MarkRow } from './task-store.ts';
import { basisIn } from './text-notes.ts';

/**
 * Returns the marks with the points that still count. Points for an answer that was corrected later no longer count: the key or a person marks it
 * again. Comments stay.
 */
export async function standingMarks(
  sync: Pick<SyncReads, 'answers'>,
  attemptId: string,
  marks: readonly MarkRow[],
): Promise<readonly MarkRow[]> {
  if (marks.every((mark) => mark.cent === null || basisIn(mark) === undefined)) return marks;
  const counted = await sync.answers(attemptId);
  return marks.map((mark) => {
    const given = basisIn(mark);
    return given === undefined || given === basisOf(wholeAnswer(counted, mark.item_id)) ? mark : { ...mark, cent: null };
  });
}
