import { Dexie, type EntityTable } from 'dexie';
import type { EvidencePhoto, GivenPoints } from '../../../sync/contract/marking.ts';
import { openText, sealText } from '../../lib/draft-cipher.ts';
import { sealKey } from '../../lib/draft-names.ts';
import { UploadFailure } from '../../lib/upload.ts';
import { call, CallFailure } from '../../platform/call.ts';
import { uploadFile } from '../../platform/upload.ts';
import type { Giving, KeptPhoto } from './given-points.ts';
import type { TaskPlace } from './marking-queries.ts';

/** A mark as it was given, until the server has answered that it knows it. */
export interface KeptMark extends TaskPlace {
  readonly code: number;
  readonly basis: string;
  readonly given: GivenPoints;
  /** Photos that are only on this device yet. */
  readonly photos?: readonly KeptPhoto[];
}

interface MarkRow {
  /** One for each script: a later mark of the same one takes the place of the earlier. */
  readonly name: string;
  readonly userId: number;
  /** Under the marker's own key: the next one at this PC has no business with it. */
  readonly sealed: string;
  readonly keptMs: number;
  /** The server's words, where it will never take it. */
  readonly refused?: string;
}

/** What is being given, letter by letter: a reload takes nothing of it. */
interface SheetRow {
  readonly name: string;
  readonly userId: number;
  readonly sealed: string;
  readonly keptMs: number;
  /** Since when the server has it as it stands here; null: it was not given, or not yet taken. */
  readonly takenMs: number | null;
}

interface PhotoRow {
  readonly id: string;
  readonly userId: number;
  readonly sealed: string;
  readonly keptMs: number;
  /** Where it lies on the server. */
  readonly url: string | null;
}

class MarkingDatabase extends Dexie {
  readonly marks!: EntityTable<MarkRow, 'name'>;
  readonly sheets!: EntityTable<SheetRow, 'name'>;
  readonly photos!: EntityTable<PhotoRow, 'id'>;

  constructor() {
    // "Saved on this PC" outlives a pulled plug.
    super('wenkao-marking', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ marks: 'name, userId' });
    this.version(2).stores({ marks: 'name, userId', sheets: 'name, userId, keptMs', photos: 'id, userId, keptMs' });
  }
}
const database = new MarkingDatabase();

export interface ScriptPlace extends TaskPlace {
  readonly code: number;
}
export const nameOf = (userId: number, { planId, questionId, code }: ScriptPlace): string => `${userId} ${planId} ${questionId} ${code}`;

/** On the disk when this resolves, with what was being given: the sheet of somebody who performed stays to be looked at, a draft has done its work. */
export async function keepMark(userId: number, mark: KeptMark, sheet: Giving | null): Promise<void> {
  const name = nameOf(userId, mark);
  const row = { name, userId, sealed: sealText(sealKey(), JSON.stringify(mark)), keptMs: Date.now() };
  const sealedSheet = sheet && sealText(sealKey(), JSON.stringify({ basis: mark.basis, giving: sheet }));
  await database.transaction('rw', database.marks, database.sheets, async () => {
    await database.marks.put(row);
    if (sealedSheet === null) await database.sheets.delete(name);
    else await database.sheets.put({ name, userId, sealed: sealedSheet, keptMs: row.keptMs, takenMs: null });
  });
}

export async function keepSheet(userId: number, at: ScriptPlace, basis: string, giving: Giving): Promise<void> {
  const sealed = sealText(sealKey(), JSON.stringify({ basis, giving }));
  await database.sheets.put({ name: nameOf(userId, at), userId, sealed, keptMs: Date.now(), takenMs: null });
}

export interface KeptSheet {
  readonly giving: Giving;
  readonly keptMs: number;
  readonly takenMs: number | null;
}

const sheetOf = (row: SheetRow | undefined, basis: string): KeptSheet | null => {
  const text = row === undefined ? null : openText(sealKey(), row.sealed);
  if (row === undefined || text === null) return null;
  const kept = JSON.parse(text) as { basis: string; giving: Giving };
  return kept.basis === basis ? { giving: kept.giving, keptMs: row.keptMs, takenMs: row.takenMs } : null;
};

/** What was being given for this very answer when the page went away. */
export const keptSheet = async (userId: number, at: ScriptPlace, basis: string): Promise<KeptSheet | null> =>
  sheetOf(await database.sheets.get(nameOf(userId, at)), basis);

/** Of a task, by the number of the script. */
export async function keptSheets(userId: number, { planId, questionId }: TaskPlace, basis: string): Promise<Map<number, KeptSheet>> {
  const begin = `${userId} ${planId} ${questionId} `;
  const rows = await database.sheets.where('name').startsWith(begin).toArray();
  return new Map(
    rows.flatMap((row) => {
      const sheet = sheetOf(row, basis);
      return sheet === null ? [] : [[Number(row.name.slice(begin.length)), sheet] as const];
    }),
  );
}

/** A photo on this device: sealed, as a data address. */
export async function keepPhoto(userId: number, id: string, dataUrl: string): Promise<void> {
  await database.photos.put({ id, userId, sealed: sealText(sealKey(), dataUrl), keptMs: Date.now(), url: null });
}
/** As a data address; null: it isn't here, or is somebody else's. */
export async function photoHere(id: string): Promise<string | null> {
  const row = await database.photos.get(id);
  return row === undefined ? null : openText(sealKey(), row.sealed);
}

const oldMs = 14 * 86_400_000;
/** What the server has had for so long needs no second copy. */
export async function clearOld(nowMs: number): Promise<void> {
  await database.sheets
    .where('keptMs')
    .below(nowMs - oldMs)
    .filter((row) => row.takenMs !== null)
    .delete();
  await database.photos
    .where('keptMs')
    .below(nowMs - oldMs)
    .filter((row) => row.url !== null)
    .delete();
}

export interface WaitingMark {
  readonly name: string;
  readonly mark: KeptMark;
  readonly keptMs: number;
  readonly refused?: string | undefined;
}

export async function waitingMarks(userId: number): Promise<WaitingMark[]> {
  const rows = await database.marks.where({ userId }).sortBy('keptMs');
  return rows.flatMap(({ name, sealed, keptMs, refused }) => {
    const text = openText(sealKey(), sealed);
    return text === null ? [] : [{ name, mark: JSON.parse(text) as KeptMark, keptMs, refused }];
  });
}

export const forgetMark = (name: string): Promise<void> => database.marks.delete(name);

/** Removes it only as it was sent: what was given since stays. */
const settle = (name: string, keptMs: number, refused: string | null): Promise<void> =>
  database.transaction('rw', database.marks, database.sheets, async () => {
    const row = await database.marks.get(name);
    if (row?.keptMs !== keptMs) return;
    if (refused !== null) return void (await database.marks.put({ ...row, refused }));
    await database.marks.delete(name);
    const sheet = await database.sheets.get(name);
    // What was changed after it was given is given by nobody yet.
    if (sheet?.keptMs === keptMs) await database.sheets.put({ ...sheet, takenMs: Date.now() });
  });

function fileOf(id: string, dataUrl: string): File {
  const [head = '', body = ''] = dataUrl.split(',');
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? '';
  return new File([Uint8Array.from(atob(body), (char) => char.charCodeAt(0))], id, { type });
}

/** Brings one photo to the server, once. Null: it isn't here any more. */
async function sentPhoto({ id, row, takenMs }: KeptPhoto): Promise<EvidencePhoto | null> {
  const kept = await database.photos.get(id);
  if (kept === undefined) return null;
  if (kept.url !== null) return { row, takenMs, url: kept.url };
  const text = openText(sealKey(), kept.sealed);
  if (text === null) return null;
  const { url } = await uploadFile(fileOf(id, text));
  await database.photos.update(id, { url });
  return { row, takenMs, url };
}

async function sendMark({ photos = [], ...mark }: KeptMark): Promise<void> {
  const sent: EvidencePhoto[] = [];
  for (const photo of photos) {
    const there = await sentPhoto(photo);
    if (there !== null) sent.push(there);
  }
  const given = sent.length === 0 ? mark.given : { ...mark.given, photos: [...(mark.given.photos ?? []), ...sent] };
  await call('/marking/mark', { ...mark, given }, { quiet: true });
}

/** The server's last word; null: the network or the server fails, and it is tried again. */
function lastWord(failure: unknown): string | null {
  if (failure instanceof CallFailure) return failure.network || failure.sessionLost || !isFinal(failure.code) ? null : failure.message;
  if (failure instanceof UploadFailure) return failure.fault.kind === 'refused' && isFinal(failure.code ?? 0) ? failure.fault.text : null;
  throw failure;
}

/** Sends what waits, oldest first, one tab at a time. False: it is tried again. */
export const sendMarks = (userId: number): Promise<boolean> =>
  navigator.locks.request('wenkao.marks', async () => {
    for (const { name, mark, keptMs, refused } of await waitingMarks(userId)) {
      if (refused !== undefined) continue;
      try {
        await sendMark(mark);
        await settle(name, keptMs, null);
      } catch (failure) {
        const word = lastWord(failure);
        if (word === null) return false;
        await settle(name, keptMs, word);
      }
    }
    return true;
  });

/** Invalid, refused, no permission, not found, changed: asked again, the answer is the same. */
const isFinal = (code: number): boolean => [1001, 1002, 1003, 1005, 1006].includes(code);
