import type { LearnNote } from '../contract/learn.ts';

/** What a learner sees of the server's notes and of those of this device: of two states of one the later, and none that was removed. */
export function shownNotes(known: readonly LearnNote[], here: readonly LearnNote[]): LearnNote[] {
  const all = new Map<string, LearnNote>();
  for (const note of [...known, ...here]) {
    const before = all.get(note.id);
    if (before === undefined || note.changedMs >= before.changedMs) all.set(note.id, note);
  }
  return [...all.values()].filter((note) => !note.removed).toSorted((a, b) => a.place - b.place || a.changedMs - b.changedMs);
}
