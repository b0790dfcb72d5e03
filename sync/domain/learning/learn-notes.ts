import type { LearnNote } from '../../contract/learning/learn.ts';

/** Merges the server's notes with those on this device. The later state of a note is shown; removed notes are left out. */
export function mergeShownNotes(known: readonly LearnNote[], here: readonly LearnNote[]): LearnNote[] {
  const all = new Map<string, LearnNote>();
  for (const note of [...known, ...here]) {
    const before = all.get(note.id);
    if (before === undefined || note.changedMs >= before.changedMs) all.set(note.id, note);
  }
  return [...all.values()].filter((note) => !note.removed).toSorted((a, b) => a.place - b.place || a.changedMs - b.changedMs);
}
