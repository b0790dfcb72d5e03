import type { TextNote } from '../../../sync/contract/text-note.ts';
import type { MarkRow } from './task-store.ts';

/** As they are kept with the mark: with the words they are about, and how often the work had been given back by then. */
interface KeptNotes {
  readonly returns: number;
  readonly answer: string;
  readonly notes: readonly TextNote[];
  /** What the points beside them were given to; none stands with words alone, nor with marks of an older build. */
  readonly basis?: string | undefined;
}
type Kept = Pick<MarkRow, 'notes'> | undefined;

const read = (mark: Kept): KeptNotes =>
  mark === undefined || mark.notes === '' ? { returns: 0, answer: '', notes: [] } : (JSON.parse(mark.notes) as KeptNotes);

/** A number: that note is on no stretch of this answer. */
export function keepNotes(notes: readonly TextNote[], answer: string, returns: number, basis: string | undefined): string | number {
  const nowhere = notes.findIndex(({ from, to }) => from >= to || to > answer.length);
  if (nowhere >= 0) return nowhere;
  if (notes.length > 0) return JSON.stringify({ returns, answer, notes: [...notes], basis } satisfies KeptNotes);
  return basis === undefined ? '' : JSON.stringify({ returns, answer: '', notes: [], basis } satisfies KeptNotes);
}

/** The notes that are there, beside points given to this. */
export const keptWith = (mark: Kept, basis: string | undefined): string | undefined =>
  mark === undefined && basis === undefined ? undefined : JSON.stringify({ ...read(mark), basis } satisfies KeptNotes);

export const basisIn = (mark: Kept): string | undefined => read(mark).basis;

/** Those on an answer that still is what it was when they were written. */
export function notesOn(mark: Kept, answer: string): TextNote[] {
  const kept = read(mark);
  return kept.answer === answer ? [...kept.notes] : [];
}

/** Those the work was last given back with, and the answer as it then was: while it is corrected they are read beside each other. */
export function notesReturned(mark: Kept, returns: number): { answer: string; notes: TextNote[] } | null {
  const { returns: then, answer, notes } = read(mark);
  return notes.length > 0 && then === returns - 1 ? { answer, notes: [...notes] } : null;
}
