import { hash } from 'node:crypto';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import type { AnswerFile, SyncReads } from '../sync/sync-reads.ts';
import type { MarkRow } from './task-store.ts';
import { basisIn } from './text-notes.ts';

/** What points were given to: an answer as it was, and its files. */
export function basisOf(value: AnswerValue, files: readonly AnswerFile[]): string {
  const beside = files.map(({ itemId, version }) => `${itemId} ${version}`).toSorted();
  return hash('sha256', JSON.stringify([value, beside]), 'base64url').slice(0, 22);
}

/**
 * Marks with the points that stand: those given to an answer that has been corrected since are of another answer, and a person, or the key, says
 * anew. Their words stay.
 */
export async function standingMarks(
  sync: Pick<SyncReads, 'answers' | 'shownFiles'>,
  attemptId: string,
  marks: readonly MarkRow[],
): Promise<readonly MarkRow[]> {
  if (marks.every((mark) => mark.cent === null || basisIn(mark) === undefined)) return marks;
  const answers = new Map((await sync.answers(attemptId)).answers.map((answer) => [answer.itemId, answer.value]));
  const files = await sync.shownFiles(attemptId, 0);
  return marks.map((mark) => {
    const given = basisIn(mark);
    const isOther = given !== undefined && given !== basisOf(answers.get(mark.item_id) ?? [], files.get(mark.item_id) ?? []);
    return isOther ? { ...mark, cent: null } : mark;
  });
}
