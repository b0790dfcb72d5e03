import type { LearnNote } from '../../contract/learning/learn.ts';

/** Merges the server's notes with those on this device. The later state of a note is shown; removed notes are left out. */
export function mergeShownNotes(serverNotes: readonly LearnNote[], localNotes: readonly LearnNote[]): LearnNote[] {
  const noteById = new Map<string, LearnNote>();
  for (const note of [...serverNotes, ...localNotes]) {
    const known = noteById.get(note.id);
    if (known === undefined || note.changedMs >= known.changedMs) noteById.set(note.id, note);
  }
  return [...noteById.values()].filter((note) => !note.removed).toSorted((a, b) => a.place - b.place || a.changedMs - b.changedMs);
}
