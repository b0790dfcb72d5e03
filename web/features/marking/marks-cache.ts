import { Dexie, type EntityTable } from 'dexie';
import type { MarkerPoints } from '../../../sync/contract/marking/marking.ts';
import { openText, sealDraftText } from '../../lib/draft/draft-cipher.ts';
import { getDraftSealKey } from '../../lib/draft/draft-names.ts';
import { type ReplicaCount, mirrorInJournal } from '../../platform/journal/journal-mirror.ts';
import { browserRandom } from '../../platform/browser-ports.ts';
import { ensureJournalReplica } from '../../platform/exam-device/device.ts';
import { hasJournals } from '../../platform/journal/journal-place.ts';
import { journalReplica } from '../../platform/journal/journal-replica.ts';
import type { MarkingInput, StoredEvidencePhoto } from './marking-input.ts';
import type { MarkingTaskPlace } from './marking-queries.ts';

/** A mark that the server has not acknowledged yet. */
export interface PendingMark extends MarkingTaskPlace {
  readonly code: number;
  readonly basis: string;
  readonly given: MarkerPoints;
  /** Evidence photos of the mark that only this device has. */
  readonly photos?: readonly StoredEvidencePhoto[];
}

export interface PendingMarkRow {
  /** Key of the script: a later mark of the same script replaces the earlier one. */
  readonly name: string;
  readonly userId: number;
  /** The mark, encrypted with the marker's own key, so that the next user of this PC cannot read it. */
  readonly sealed: string;
  /** Version of the row, in ms. It grows with every write even if the clock is set back; the higher version wins in both replicas. */
  readonly keptMs: number;
  /**
   * Idempotency key of this version (decision 023). If any tab resends the mark, even after a restart, the server does not apply it over a later mark.
   * Each change gets a new key: points changed and changed back are a new request. Rows of older builds have none.
   */
  readonly requestKey?: string;
  /** The server's message, if it refuses the mark for good. */
  readonly refused?: string;
  /**
   * When the server acknowledged the mark, or the marker read the refusal (ms). The row stays for a while: a deleted row would be restored from an
   * old replica and sent again.
   */
  readonly takenMs?: number;
}

/** Draft of a mark, or the score sheet of a performed task. It is saved at every keystroke, so that a reload loses nothing. */
interface SheetRow {
  readonly name: string;
  readonly userId: number;
  readonly sealed: string;
  readonly keptMs: number;
  /**
   * Null while the draft is neither submitted nor received by the server. Otherwise the version (ms) with which a draft was submitted as a mark, or
   * the time (ms) at which the server received a score sheet.
   */
  readonly takenMs: number | null;
}

interface PhotoRow {
  readonly id: string;
  readonly userId: number;
  readonly sealed: string;
  readonly keptMs: number;
  /** URL of the photo on the server; null until it is uploaded. */
  readonly url: string | null;
}

class MarkingDatabase extends Dexie {
  readonly marks!: EntityTable<PendingMarkRow, 'name'>;
  readonly sheets!: EntityTable<SheetRow, 'name'>;
  readonly photos!: EntityTable<PhotoRow, 'id'>;

  constructor() {
    // Strict durability: "saved on this PC" must survive a power cut.
    super('wenkao-marking', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ marks: 'name, userId' });
    this.version(2).stores({ marks: 'name, userId', sheets: 'name, userId, keptMs', photos: 'id, userId, keptMs' });
  }
}
export const marksDatabase = new MarkingDatabase();
/** Mirrored store of marks and drafts. Photos are too large for the journal, so this device holds a single replica of each photo. */
export const marksMirror = mirrorInJournal(marksDatabase, ['marks', 'sheets'], {
  journal: journalReplica,
  // Creates the journal by the same function as the exams on this PC, so that the replicas of their attempts move to the new journal as well.
  make: ensureJournalReplica,
});
/**
 * Decrypts a stored value. Returns null if it is empty or was encrypted with a key that this session lacks; the row then stays for the user who has
 * the key.
 */
export function openSealedValue<T>(sealed: string): T | null {
  const text = openText(getDraftSealKey(), sealed);
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Makes the journal record of a changed row, for the mirrored store. */
export const toMarkRecord = (row: PendingMarkRow) => ({ table: 'marks', key: row.name, row });
export const toSheetRecord = (row: SheetRow) => ({ table: 'sheets', key: row.name, row });

export interface ScriptPlace extends MarkingTaskPlace {
  readonly code: number;
}
/** Key of a script's rows. It contains the user, so that several markers can share a PC. */
export const getScriptKey = (userId: number, { planId, questionId, code }: ScriptPlace): string =>
  `${userId} ${planId} ${questionId} ${code}`;

/** Version (a time in ms) of the last write of this page, by row name. */
const lastMs = new Map<string, number>();
/** Returns a version above all earlier ones. Otherwise a clock that was set back would make new data look old. */
function takeNextVersion(name: string, ...before: readonly ({ readonly keptMs: number } | undefined)[]): number {
  const keptMs = Math.max(Date.now(), ...before.map((row) => (row?.keptMs ?? 0) + 1), (lastMs.get(name) ?? 0) + 1);
  lastMs.set(name, keptMs);
  return keptMs;
}

/**
 * Stores a mark; it is on disk when the promise resolves. `sheet`: the score sheet of a performed task, which stays stored so that it can be read
 * later; null for a written question, whose draft is cleared.
 */
export function storeMark(userId: number, mark: PendingMark, sheet: MarkingInput | null): Promise<ReplicaCount> {
  const name = getScriptKey(userId, mark);
  const sealed = sealDraftText(getDraftSealKey(), JSON.stringify(mark));
  const sealedSheet = sheet === null ? '' : sealDraftText(getDraftSealKey(), JSON.stringify({ basis: mark.basis, giving: sheet }));
  return marksMirror.write(() =>
    marksDatabase.transaction('rw', marksDatabase.marks, marksDatabase.sheets, async () => {
      const previousSheet = await marksDatabase.sheets.get(name);
      const keptMs = takeNextVersion(name, await marksDatabase.marks.get(name), previousSheet);
      const row = { name, userId, sealed, keptMs, requestKey: browserRandom.uuid() };
      await marksDatabase.marks.put(row);
      if (sheet === null && previousSheet === undefined) return [toMarkRecord(row)];
      const sheetRow = { name, userId, sealed: sealedSheet, keptMs, takenMs: sheet === null ? keptMs : null };
      await marksDatabase.sheets.put(sheetRow);
      return [toMarkRecord(row), toSheetRecord(sheetRow)];
    }),
  );
}

/** Stores a draft. `leaving`: writes in one request, because a page that unloads has no time for a second. */
export function storeSheetDraft(
  userId: number,
  at: ScriptPlace,
  basis: string,
  giving: MarkingInput,
  when?: 'leaving',
): Promise<ReplicaCount> {
  const name = getScriptKey(userId, at);
  const sealed = sealDraftText(getDraftSealKey(), JSON.stringify({ basis, giving }));
  const put = async (keptMs: number) => {
    const row = { name, userId, sealed, keptMs, takenMs: null };
    await marksDatabase.sheets.put(row);
    return [toSheetRecord(row)];
  };
  const putInTransaction = () =>
    marksDatabase.transaction('rw', marksDatabase.marks, marksDatabase.sheets, async () =>
      put(takeNextVersion(name, await marksDatabase.marks.get(name), await marksDatabase.sheets.get(name))),
    );
  return marksMirror.write(when === 'leaving' ? () => put(takeNextVersion(name)) : putInTransaction, when);
}

export interface StoredSheetDraft {
  readonly giving: MarkingInput;
  readonly keptMs: number;
  readonly takenMs: number | null;
}

const openSheetDraft = (row: SheetRow | undefined, basis: string): StoredSheetDraft | null => {
  const kept = row === undefined ? null : openSealedValue<{ basis: string; giving: MarkingInput }>(row.sealed);
  if (row === undefined || kept === null) return null;
  return kept.basis === basis ? { giving: kept.giving, keptMs: row.keptMs, takenMs: row.takenMs } : null;
};

/** Reads the stored draft of marks. Null if there is none, or if the answer has changed since: its fingerprint is no longer `basis`. */
export const readSheetDraft = async (userId: number, at: ScriptPlace, basis: string): Promise<StoredSheetDraft | null> =>
  openSheetDraft(await marksDatabase.sheets.get(getScriptKey(userId, at)), basis);

/** Reads the drafts of all scripts of a question, keyed by script number. */
export async function readSheetDrafts(
  userId: number,
  { planId, questionId }: MarkingTaskPlace,
  basis: string,
): Promise<Map<number, StoredSheetDraft>> {
  const begin = `${userId} ${planId} ${questionId} `;
  const rows = await marksDatabase.sheets.where('name').startsWith(begin).toArray();
  return new Map(
    rows.flatMap((row) => {
      const sheet = openSheetDraft(row, basis);
      return sheet === null ? [] : [[Number(row.name.slice(begin.length)), sheet] as const];
    }),
  );
}

/** Stores a photo on this device, encrypted, as a `data:` URL. */
export async function storePhoto(userId: number, id: string, dataUrl: string): Promise<void> {
  const row = { id, userId, sealed: sealDraftText(getDraftSealKey(), dataUrl), keptMs: Date.now(), url: null };
  await marksMirror.write(async () => {
    await marksDatabase.photos.put(row);
    return [];
  });
}
/** Returns a stored photo as a `data:` URL, or null if it is missing or belongs to another user. */
export async function readStoredPhoto(id: string): Promise<string | null> {
  const row = await marksDatabase.photos.get(id);
  return row === undefined ? null : openText(getDraftSealKey(), row.sealed);
}

const oldMs = 14 * 86_400_000;
/**
 * Deletes rows that the server received long ago. Skipped while the disk has a journal that is not in use: its copy of a deleted mark would look
 * unsent.
 */
export async function deleteOldRows(nowMs: number): Promise<void> {
  if (marksMirror.heldIn() === 'one' && (await hasJournals())) return;
  const before = nowMs - oldMs;
  await marksMirror.write(() =>
    marksDatabase.transaction('rw', marksDatabase.marks, marksDatabase.sheets, marksDatabase.photos, async () => {
      const marks = await marksDatabase.marks.filter(({ takenMs }) => takenMs !== undefined && takenMs < before).primaryKeys();
      const sheets = await marksDatabase.sheets
        .where('keptMs')
        .below(before)
        .filter(({ takenMs }) => takenMs !== null)
        .primaryKeys();
      await marksDatabase.marks.bulkDelete(marks);
      await marksDatabase.sheets.bulkDelete(sheets);
      // Photo rows hold the URLs on the server, which a waiting mark still needs.
      const waits = await marksDatabase.marks.filter(({ takenMs }) => takenMs === undefined).count();
      if (waits === 0)
        await marksDatabase.photos
          .where('keptMs')
          .below(before)
          .filter(({ url }) => url !== null)
          .delete();
      return [...marks.map((key) => ({ table: 'marks', key, row: null })), ...sheets.map((key) => ({ table: 'sheets', key, row: null }))];
    }),
  );
}
