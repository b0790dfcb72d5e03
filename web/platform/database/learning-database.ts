import { Dexie, type EntityTable, type Table } from 'dexie';
import type { LearningSpanRecord } from '../../../sync/contract/learning/learn.ts';

/** A page that its reader may open again offline. It is encrypted with the reader's vault key, because the next user of the PC must not read it. */
interface PageRow {
  /** Name of the page: `course/3`, `courses`, `article/7`, `articles`. */
  readonly name: string;
  readonly userId: number;
  readonly sealed: string;
  readonly keptMs: number;
}

/** A stretch of learning time. It is stored until the server acknowledges it, and some time longer in case the server is restored from a backup. */
export interface LearningSpanRow extends LearningSpanRecord {
  readonly userId: number;
  readonly courseId: number;
  /** Id of the tab that is still extending this stretch of learning time; null once it is complete. */
  readonly growsIn: string | null;
  /** Epoch of the server that holds this stretch of learning time; '' if no server has acknowledged it yet. */
  readonly heldBy: string;
  /** The server's message, if the server refuses this stretch of learning time for good. */
  readonly refused?: string;
}

/** A learner's note, stored until the server acknowledges it. Its text is encrypted with the vault key of the user who wrote it. */
export interface LearnNoteRow {
  readonly userId: number;
  readonly id: string;
  readonly courseId: number;
  readonly changedMs: number;
  readonly sealed: string;
}

/** A file that is stored in parts for offline use, or is being downloaded. Only the user who downloaded it can play it offline. */
export interface OfflineFileRow {
  readonly url: string;
  readonly userId: number;
  readonly courseId: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly haveBytes: number;
  readonly usedMs: number;
}

/** A course that is being downloaded for offline use. The row is deleted when the download is complete or paused. */
export interface RequestedCourseRow {
  readonly userId: number;
  readonly courseId: number;
  readonly title: string;
  /** Reason why the download stopped: 'room' for no free space, 'gone' if the course is no longer available; '' while it runs. */
  readonly stopped: '' | 'room' | 'gone';
}

/** Database of this device's learning data. It is separate from the database of exam answers, so that it cannot block them. */
export class LearningDatabase extends Dexie {
  readonly pages!: Table<PageRow, [number, string]>;
  readonly marks!: EntityTable<LearningSpanRow, 'markId'>;
  readonly files!: Table<OfflineFileRow, [number, string]>;
  readonly notes!: Table<LearnNoteRow, [number, string]>;
  readonly wanted!: Table<RequestedCourseRow, [number, number]>;
  readonly pieces!: Table<
    { readonly userId: number; readonly url: string; readonly from: number; readonly blob: Blob },
    [number, string, number]
  >;

  constructor() {
    // The page says "kept on this device" after the commit, so it must survive a power cut.
    super('wenkao-learning', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({
      pages: '[userId+name], [userId+keptMs]',
      marks: 'markId, userId',
      files: '[userId+url], userId',
      pieces: '[userId+url+from]',
    });
    this.version(2).stores({ notes: '[userId+id], [userId+courseId]' });
    this.version(3)
      .stores({ marks: 'markId, [userId+heldBy], [userId+toMs]', wanted: '[userId+courseId], userId' })
      .upgrade((tx) =>
        tx
          .table<LearningSpanRow>('marks')
          .toCollection()
          .modify((row: { heldBy?: string }) => void (row.heldBy = '')),
      );
  }
}
