import { Dexie, type EntityTable } from 'dexie';
import type { GivenPoints } from '../../../sync/contract/marking.ts';
import { openText, sealText } from '../../lib/draft-cipher.ts';
import { sealKey } from '../../lib/draft-names.ts';
import { call, CallFailure } from '../../platform/call.ts';
import type { TaskPlace } from './marking-queries.ts';

/** A mark as it was given, until the server has answered that it knows it. */
export interface KeptMark extends TaskPlace {
  readonly code: number;
  readonly basis: string;
  readonly given: GivenPoints;
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

class MarkingDatabase extends Dexie {
  readonly marks!: EntityTable<MarkRow, 'name'>;

  constructor() {
    // "Saved on this PC" outlives a pulled plug.
    super('wenkao-marking', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ marks: 'name, userId' });
  }
}
const database = new MarkingDatabase();

/** On the disk when this resolves. */
export async function keepMark(userId: number, mark: KeptMark): Promise<void> {
  const name = `${userId} ${mark.planId} ${mark.questionId} ${mark.code}`;
  await database.marks.put({ name, userId, sealed: sealText(sealKey(), JSON.stringify(mark)), keptMs: Date.now() });
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
  database.transaction('rw', database.marks, async () => {
    const row = await database.marks.get(name);
    if (row?.keptMs !== keptMs) return;
    if (refused === null) await database.marks.delete(name);
    else await database.marks.put({ ...row, refused });
  });

/** Sends what waits, oldest first, one tab at a time. False: the network or the server fails, and it is tried again. */
export const sendMarks = (userId: number): Promise<boolean> =>
  navigator.locks.request('wenkao.marks', async () => {
    for (const { name, mark, keptMs, refused } of await waitingMarks(userId)) {
      if (refused !== undefined) continue;
      try {
        await call('/marking/mark', mark, { quiet: true });
        await settle(name, keptMs, null);
      } catch (failure) {
        if (!(failure instanceof CallFailure)) throw failure;
        if (failure.network || failure.sessionLost || !isFinal(failure.code)) return false;
        await settle(name, keptMs, failure.message);
      }
    }
    return true;
  });

/** Invalid, refused, no permission, not found, changed: asked again, the answer is the same. */
const isFinal = (code: number): boolean => [1001, 1002, 1003, 1005, 1006].includes(code);
