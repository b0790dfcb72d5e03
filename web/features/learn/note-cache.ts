import type { LearnNote } from '../../../sync/contract/learn.ts';
import { utf8, utf8Text } from '../../../sync/seal/bytes.ts';
import { session } from '../../platform/app-session.ts';
import { call } from '../../platform/call.ts';
import { learningDatabase as db } from '../../platform/learning-cache.ts';
import type { NoteRow } from '../../platform/learning-database.ts';

const binding = (userId: number, id: string): string => `learning/${userId}/note/${id}`;
const atOnce = 100;

async function sealed(row: Omit<NoteRow, 'sealed'>, note: LearnNote): Promise<NoteRow> {
  const vault = await session.vault();
  if (vault === null) throw new Error('no vault');
  return { ...row, sealed: await vault.wrapBytes(utf8(JSON.stringify(note)), binding(row.userId, note.id)) };
}

/** On the disk when it resolves, sealed for its writer; sent until the server has answered. */
export async function keepNote(userId: number, courseId: number, note: LearnNote): Promise<void> {
  await db.notes.put(await sealed({ userId, id: note.id, courseId, changedMs: note.changedMs }, note));
}

/** Notes of a course that the server doesn't know yet. */
export async function waitingNotes(userId: number, courseId: number): Promise<LearnNote[]> {
  const vault = await session.vault();
  const notes: LearnNote[] = [];
  for (const row of await db.notes.where({ userId, courseId }).toArray()) {
    const bytes = await vault?.unwrapBytes(row.sealed, binding(userId, row.id));
    if (bytes) notes.push(JSON.parse(utf8Text(bytes)) as LearnNote);
  }
  return notes;
}

/** What the server holds of the course's notes afterwards; null where nothing waited. */
export async function sendNotes(userId: number, courseId: number): Promise<LearnNote[] | null> {
  const waiting = (await waitingNotes(userId, courseId)).slice(0, atOnce);
  if (waiting.length === 0) return null;
  const { notes } = await call('/learn/keepNotes', { courseId, notes: waiting }, { quiet: true });
  await db.transaction('rw', db.notes, async () => {
    for (const row of await db.notes.where({ userId, courseId }).toArray()) {
      // Changed while it was sent, it is sent again.
      const told = waiting.find((note) => note.id === row.id);
      if (told !== undefined && row.changedMs === told.changedMs) await db.notes.delete([userId, row.id]);
    }
  });
  return notes;
}
