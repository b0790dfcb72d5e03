import { hashAnswer } from '../../marking/marking/marking-reads.ts';
import { type SyncReads, combineAnswerWithFiles } from '../../../answer-log/calls/sync-reads.ts';
import type { AssignmentMarkRow } from './assignment-store.ts';
import { getNotesBasis } from './text-notes.ts';

/**
 * Returns the marks with the points that still count. Points for an answer that was corrected later no longer count: the key or a person marks it
 * again. Comments stay.
 */
export async function filterCurrentMarks(
  sync: Pick<SyncReads, 'answers'>,
  attemptId: string,
  marks: readonly AssignmentMarkRow[],
): Promise<readonly AssignmentMarkRow[]> {
  if (marks.every((mark) => mark.cent === null || getNotesBasis(mark) === undefined)) return marks;
  const countedAnswers = await sync.answers(attemptId);
  return marks.map((mark) => {
    const given = getNotesBasis(mark);
    return given === undefined || given === hashAnswer(combineAnswerWithFiles(countedAnswers, mark.item_id))
      ? mark
      : { ...mark, cent: null };
  });
}
