import { Dexie, type EntityTable } from 'dexie';
import type { GivenPoints } from '../../../sync/contract/marking.ts';
import { openText, sealText } from '../../lib/draft-cipher.ts';
import { sealKey } from '../../lib/draft-names.ts';
import { type HeldIn, keptBeside } from '../../platform/beside-journal.ts';
import { chance } from '../../platform/browser-ports.ts';
import { haveSecondCopy } from '../../platform/device.ts';
import { hasJournals } from '../../platform/journal-place.ts';
import { secondCopy } from '../../platform/second-copy.ts';
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

export interface MarkRow {
  /** One for each script: a later mark of the same one takes the place of the earlier. */
  readonly name: string;
  readonly userId: number;
  /** Under the marker's own key: the next one at this PC has no business with it. */
  readonly sealed: string;
  /** When; of each name more than before, whatever the clock says: the later state counts in both copies. */
  readonly keptMs: number;
  /**
   * Names this state of it to the server (decision 53): sent again, by whichever tab or after a restart, it is not done again over what was given since;
   * points that were changed and changed back are not the first wish, whose answer was lost. Older builds wrote none.
   */
  readonly requestKey?: string;
  /** The server's words, where it will never take it. */
  readonly refused?: string;
  /** Since when the server has it, or its refusal was read. The row stays a while: one that is missing would come back from an old copy, and be sent again. */
  readonly takenMs?: number;
}

/** What is being given, letter by letter: a reload takes nothing of it. */
interface SheetRow {
  readonly name: string;
  readonly userId: number;
  readonly sealed: string;
  readonly keptMs: number;
  /** Since when the server has it as it stands here, or the mark that it was a draft of was given; null: it was not given, or not yet taken. */
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
export const marksDatabase = new MarkingDatabase();
/** Photos are too large for the journal: of them this device has one copy. */
export const marksTwice = keptBeside(marksDatabase, ['marks', 'sheets'], {
  second: secondCopy,
  // The device's own way to make it: its attempts are told to the new journal as well.
  make: haveSecondCopy,
});
/** Null: nothing is sealed there, or under a key that this session has not got: there it reads as noise, and stays for whoever has. */
export function opened<T>(sealed: string): T | null {
  const text = openText(sealKey(), sealed);
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export const ofMarks = (row: MarkRow) => ({ table: 'marks', key: row.name, row });
export const ofSheets = (row: SheetRow) => ({ table: 'sheets', key: row.name, row });

export interface ScriptPlace extends TaskPlace {
  readonly code: number;
}
export const nameOf = (userId: number, { planId, questionId, code }: ScriptPlace): string => `${userId} ${planId} ${questionId} ${code}`;

/** By name, of what this page wrote last. */
const lastMs = new Map<string, number>();
/** More than of any state before it, or a clock that was set back would make what is new look old. */
function laterMs(name: string, ...before: readonly ({ readonly keptMs: number } | undefined)[]): number {
  const keptMs = Math.max(Date.now(), ...before.map((row) => (row?.keptMs ?? 0) + 1), (lastMs.get(name) ?? 0) + 1);
  lastMs.set(name, keptMs);
  return keptMs;
}

/** On the disk when this resolves, with what was being given: the sheet of somebody who performed stays to be looked at, a draft has done its work. */
export function keepMark(userId: number, mark: KeptMark, sheet: Giving | null): Promise<HeldIn> {
  const name = nameOf(userId, mark);
  const sealed = sealText(sealKey(), JSON.stringify(mark));
  const sealedSheet = sheet === null ? '' : sealText(sealKey(), JSON.stringify({ basis: mark.basis, giving: sheet }));
  return marksTwice.write(() =>
    marksDatabase.transaction('rw', marksDatabase.marks, marksDatabase.sheets, async () => {
      const had = await marksDatabase.sheets.get(name);
      const keptMs = laterMs(name, await marksDatabase.marks.get(name), had);
      const row = { name, userId, sealed, keptMs, requestKey: chance.uuid() };
      await marksDatabase.marks.put(row);
      if (sheet === null && had === undefined) return [ofMarks(row)];
      const kept = { name, userId, sealed: sealedSheet, keptMs, takenMs: sheet === null ? keptMs : null };
      await marksDatabase.sheets.put(kept);
      return [ofMarks(row), ofSheets(kept)];
    }),
  );
}

/** `leaving`: in one request, for the page has no time for a second one. */
export function keepSheet(userId: number, at: ScriptPlace, basis: string, giving: Giving, when?: 'leaving'): Promise<HeldIn> {
  const name = nameOf(userId, at);
  const sealed = sealText(sealKey(), JSON.stringify({ basis, giving }));
  const put = async (keptMs: number) => {
    const row = { name, userId, sealed, keptMs, takenMs: null };
    await marksDatabase.sheets.put(row);
    return [ofSheets(row)];
  };
  const inTurn = () =>
    marksDatabase.transaction('rw', marksDatabase.marks, marksDatabase.sheets, async () =>
      put(laterMs(name, await marksDatabase.marks.get(name), await marksDatabase.sheets.get(name))),
    );
  return marksTwice.write(when === 'leaving' ? () => put(laterMs(name)) : inTurn, when);
}

export interface KeptSheet {
  readonly giving: Giving;
  readonly keptMs: number;
  readonly takenMs: number | null;
}

const sheetOf = (row: SheetRow | undefined, basis: string): KeptSheet | null => {
  const kept = row === undefined ? null : opened<{ basis: string; giving: Giving }>(row.sealed);
  if (row === undefined || kept === null) return null;
  return kept.basis === basis ? { giving: kept.giving, keptMs: row.keptMs, takenMs: row.takenMs } : null;
};

/** What was being given for this very answer when the page went away. */
export const keptSheet = async (userId: number, at: ScriptPlace, basis: string): Promise<KeptSheet | null> =>
  sheetOf(await marksDatabase.sheets.get(nameOf(userId, at)), basis);

/** Of a task, by the number of the script. */
export async function keptSheets(userId: number, { planId, questionId }: TaskPlace, basis: string): Promise<Map<number, KeptSheet>> {
  const begin = `${userId} ${planId} ${questionId} `;
  const rows = await marksDatabase.sheets.where('name').startsWith(begin).toArray();
  return new Map(
    rows.flatMap((row) => {
      const sheet = sheetOf(row, basis);
      return sheet === null ? [] : [[Number(row.name.slice(begin.length)), sheet] as const];
    }),
  );
}

/** A photo on this device: sealed, as a data address. */
export async function keepPhoto(userId: number, id: string, dataUrl: string): Promise<void> {
  const row = { id, userId, sealed: sealText(sealKey(), dataUrl), keptMs: Date.now(), url: null };
  await marksTwice.write(async () => {
    await marksDatabase.photos.put(row);
    return [];
  });
}
/** As a data address; null: it isn't here, or is somebody else's. */
export async function photoHere(id: string): Promise<string | null> {
  const row = await marksDatabase.photos.get(id);
  return row === undefined ? null : openText(sealKey(), row.sealed);
}

const oldMs = 14 * 86_400_000;
/** What the server has had for so long is needed no more, once no journal here takes it for unanswered. */
export async function clearOld(nowMs: number): Promise<void> {
  if (marksTwice.heldIn() === 'one' && (await hasJournals())) return;
  const before = nowMs - oldMs;
  await marksTwice.write(() =>
    marksDatabase.transaction('rw', marksDatabase.marks, marksDatabase.sheets, marksDatabase.photos, async () => {
      const marks = await marksDatabase.marks.filter(({ takenMs }) => takenMs !== undefined && takenMs < before).primaryKeys();
      const sheets = await marksDatabase.sheets
        .where('keptMs')
        .below(before)
        .filter(({ takenMs }) => takenMs !== null)
        .primaryKeys();
      await marksDatabase.marks.bulkDelete(marks);
      await marksDatabase.sheets.bulkDelete(sheets);
      // Their address on the server goes with them, and a mark that waits is sent with it.
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
