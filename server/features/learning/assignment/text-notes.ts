import type { TextNote } from '../../../../sync/contract/marking/text-note.ts';
import type { AssignmentMarkRow } from './assignment-store.ts';

/** Notes on an answer as stored, with the text of the answer. `returns`: how often the work had been returned when the notes were stored. */
interface StoredNotes {
  readonly returns: number;
  readonly answer: string;
  readonly notes: readonly TextNote[];
  /** Hash of the answer that the points were given for. Undefined if there are no points, or for marks of older versions. */
  readonly basis?: string | undefined;
}
type MarkRow = Pick<AssignmentMarkRow, 'notes'> | undefined;

const parseNotes = (mark: MarkRow): StoredNotes =>
  mark === undefined || mark.notes === '' ? { returns: 0, answer: '', notes: [] } : (JSON.parse(mark.notes) as StoredNotes);

/** Serialises notes. Returns the index of the first note that refers to a place outside this answer. */
export function serialiseTextNotes(
  notes: readonly TextNote[],
  answer: string,
  returns: number,
  basis: string | undefined,
): string | number {
  const nowhere = notes.findIndex(({ from, to }) => from >= to || to > answer.length);
  if (nowhere >= 0) return nowhere;
  if (notes.length > 0) return JSON.stringify({ returns, answer, notes: [...notes], basis } satisfies StoredNotes);
  return basis === undefined ? '' : JSON.stringify({ returns, answer: '', notes: [], basis } satisfies StoredNotes);
}

/** Keeps the stored notes and replaces `basis`, the hash of the answer that the points were given for. */
export const updateNotesBasis = (mark: MarkRow, basis: string | undefined): string | undefined =>
  mark === undefined && basis === undefined ? undefined : JSON.stringify({ ...parseNotes(mark), basis } satisfies StoredNotes);

/** Returns the hash of the answer that a mark's points were given for. */
export const getNotesBasis = (mark: MarkRow): string | undefined => parseNotes(mark).basis;

/** Returns the notes if the answer has not changed since they were written. */
export function listCurrentNotes(mark: MarkRow, answer: string): TextNote[] {
  const kept = parseNotes(mark);
  return kept.answer === answer ? [...kept.notes] : [];
}

/** Returns the notes with which the work was last returned, and the answer at that time. The student reads both during the correction. */
export function listReturnedNotes(mark: MarkRow, returns: number): { answer: string; notes: TextNote[] } | null {
  const { returns: then, answer, notes } = parseNotes(mark);
  return notes.length > 0 && then === returns - 1 ? { answer, notes: [...notes] } : null;
}
