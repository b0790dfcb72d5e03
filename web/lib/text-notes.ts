import type { TextNoteKind, TextNote } from '../../sync/contract/marking/text-note.ts';

/** A part of an examinee's answer between two consecutive places where a marker's notes begin or end. */
export interface NoteStretch {
  readonly text: string;
  /** Indexes of the notes that cover this part. */
  readonly notes: readonly number[];
  /** Indexes of the notes that end with this part; their numbers are shown behind it. */
  readonly ends: readonly number[];
}

export function splitByNotes(answer: string, notes: readonly TextNote[]): NoteStretch[] {
  const edges = [...new Set([0, answer.length, ...notes.flatMap(({ from, to }) => [from, to])])]
    .filter((at) => at >= 0 && at <= answer.length)
    .toSorted((a, b) => a - b);
  return edges.slice(0, -1).map((from, at) => {
    const to = edges[at + 1] ?? answer.length;
    const on = notes.flatMap((note, index) => (note.from <= from && note.to >= to ? index : []));
    return { text: answer.slice(from, to), notes: on, ends: on.filter((index) => notes[index]?.to === to) };
  });
}

/** Returns the text that a note marks, shortened in the middle to `most` letters. */
export function getNoteQuote(answer: string, { from, to }: Pick<TextNote, 'from' | 'to'>, most = 24): string {
  const text = answer.slice(from, to).replaceAll(/\s+/g, ' ').trim();
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most / 2).join('')}…${letters.slice(-most / 2 + 1).join('')}`;
}

/** Sorts notes by their place in the text. */
export const sortByTextOrder = <N extends TextNote>(notes: readonly N[]): N[] => notes.toSorted((a, b) => a.from - b.from || a.to - b.to);

/** Returns the offset one letter forward or back. A surrogate pair counts as one letter. */
export function moveByLetter(answer: string, at: number, by: 1 | -1): number {
  const next = Math.min(answer.length, Math.max(0, at + by));
  const unit = answer.charCodeAt(next);
  return unit >= 0xdc00 && unit <= 0xdfff ? next + by : next;
}

export const noteKindShortcuts: Readonly<Record<string, TextNoteKind>> = { h: 'right', x: 'wrong', y: 'doubt', n: 'note' };
