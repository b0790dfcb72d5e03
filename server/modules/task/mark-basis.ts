import { basisOf } from '../marking/marking-reads.ts';
import { type SyncReads, wholeAnswer } from '../sync/sync-reads.ts';
import type { MarkRow } from './task-store.ts';
import { basisIn } from './text-notes.ts';

/**
 * Marks with the points that stand: those given to an answer that has been corrected since are of another answer, and a person, or the key, says
 * anew. Their words stay.
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
