import { Dexie, type EntityTable, type Table } from 'dexie';
import type { LearnMark } from '../../sync/contract/learn.ts';

/** What somebody may read again without a network, sealed under their vault: the next user of the PC has no business reading it. */
interface PageRow {
  /** `course/3`, `courses`, `article/7`, `articles`. */
  readonly name: string;
  readonly userId: number;
  readonly sealed: string;
  readonly keptMs: number;
}

/** A stretch of learning: kept until the server has answered that it knows it, and a while longer, in case that server is put back from a backup. */
export interface MarkRow extends LearnMark {
  readonly userId: number;
  readonly courseId: number;
  /** The tab in which it grows, as long as that lives. Null: it is whole. */
  readonly growsIn: string | null;
  /** The name of the server that knows it; '': none yet. */
  readonly heldBy: string;
  /** The server's words, where it will never take it. */
  readonly refused?: string;
}

/** A note until the server has answered that it knows it; what it says is sealed under its writer's vault. */
export interface NoteRow {
  readonly userId: number;
  readonly id: string;
  readonly courseId: number;
  readonly changedMs: number;
  readonly sealed: string;
}

/** A file taken along, or on its way. Whoever takes it along may play it here; it lies in pieces until it is whole. */
export interface FileRow {
  readonly url: string;
  readonly userId: number;
  readonly courseId: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly haveBytes: number;
  readonly usedMs: number;
}

/** A course that is being taken along; its row goes once all of it is here, or somebody pauses. */
export interface WantedRow {
  readonly userId: number;
  readonly courseId: number;
  readonly title: string;
  /** Why it does not go on by itself; '': it does. */
  readonly stopped: '' | 'room' | 'gone';
}

/** Apart from the exams' database, so that nothing of learning can ever stand in an answer's way. */
export class LearningDatabase extends Dexie {
  readonly pages!: Table<PageRow, [number, string]>;
  readonly marks!: EntityTable<MarkRow, 'markId'>;
  readonly files!: Table<FileRow, [number, string]>;
  readonly notes!: Table<NoteRow, [number, string]>;
  readonly wanted!: Table<WantedRow, [number, number]>;
  readonly pieces!: Table<
    { readonly userId: number; readonly url: string; readonly from: number; readonly blob: Blob },
    [number, string, number]
  >;

  constructor() {
    // "Kept on this device" outlives a pulled plug.
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
          .table<MarkRow>('marks')
          .toCollection()
          .modify((row: { heldBy?: string }) => void (row.heldBy = '')),
      );
  }
}
