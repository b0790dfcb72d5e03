import type { LearnNote } from '../../../sync/contract/learning/learn.ts';
import { encodeUtf8, decodeUtf8 } from '../../../sync/crypto/bytes.ts';
import { appSession } from '../../platform/session/app-session.ts';
import { makeCall } from '../../platform/api/call.ts';
import { learningDatabase as db } from '../../platform/offline-pages/learning-cache.ts';
import type { LearnNoteRow } from '../../platform/database/learning-database.ts';

const buildBinding = (userId: number, id: string): string => `learning/${userId}/note/${id}`;
const atOnce = 100;

async function sealNote(row: Omit<LearnNoteRow, 'sealed'>, note: LearnNote): Promise<LearnNoteRow> {
  const vault = await appSession.vault();
  if (vault === null) throw new Error('no vault');
  return { ...row, sealed: await vault.wrapBytes(encodeUtf8(JSON.stringify(note)), buildBinding(row.userId, note.id)) };
}

/** Stores a note, encrypted for its author; resolves once it is on disk. It is sent until the server acknowledges it. */
export async function storeNote(userId: number, courseId: number, note: LearnNote): Promise<void> {
  await db.notes.put(await sealNote({ userId, id: note.id, courseId, changedMs: note.changedMs }, note));
}

/** Returns the notes of a course that the server has not acknowledged. */
export async function listWaitingNotes(userId: number, courseId: number): Promise<LearnNote[]> {
  const vault = await appSession.vault();
  const notes: LearnNote[] = [];
  for (const row of await db.notes.where({ userId, courseId }).toArray()) {
    const bytes = await vault?.unwrapBytes(row.sealed, buildBinding(userId, row.id));
    if (bytes) notes.push(JSON.parse(decodeUtf8(bytes)) as LearnNote);
  }
  return notes;
}

/** Sends a batch of waiting notes and returns all notes of the course that the server then holds. Returns null if no note was waiting. */
export async function sendNotes(userId: number, courseId: number): Promise<LearnNote[] | null> {
  const waitingNotes = (await listWaitingNotes(userId, courseId)).slice(0, atOnce);
  if (waitingNotes.length === 0) return null;
  const { notes } = await makeCall('/learn/keepNotes', { courseId, notes: waitingNotes }, { quiet: true });
  await db.transaction('rw', db.notes, async () => {
    for (const row of await db.notes.where({ userId, courseId }).toArray()) {
      // Keep a note that was changed while it was being sent, so that the newer text is sent too.
      const sentNote = waitingNotes.find((note) => note.id === row.id);
      if (sentNote !== undefined && row.changedMs === sentNote.changedMs) await db.notes.delete([userId, row.id]);
    }
  });
  return notes;
}
