import { Dexie, type EntityTable } from 'dexie';
import { keptBeside } from '../../platform/beside-journal.ts';
import { haveSecondCopy } from '../../platform/device.ts';
import { secondCopy } from '../../platform/second-copy.ts';

export interface MarkRow {
  /** One for each script: a later mark of the same one takes the place of the earlier. */
  readonly name: string;
  readonly userId: number;
  /** Under the marker's own key: the next one at this PC has no business with it. */
  readonly sealed: string;
  /** When; of each name more than before, whatever the clock says: the later state counts in both copies. */
  readonly keptMs: number;
  /** The server's words, where it will never take it. */
  readonly refused?: string;
  /** Since when the server has it, or its refusal was read. The row stays a while: one that is missing would come back from an old copy, and be sent again. */
  readonly takenMs?: number;
}

/** What is being given, letter by letter: a reload takes nothing of it. */
export interface SheetRow {
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
export const ofMarks = (row: MarkRow) => ({ table: 'marks', key: row.name, row });
export const ofSheets = (row: SheetRow) => ({ table: 'sheets', key: row.name, row });
