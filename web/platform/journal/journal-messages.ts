import type { JournalReplicaStore } from '../../../sync/engine/store/journal-store.ts';
import type { ClientAppendOutcome, OpDraft, OpRow } from '../../../sync/engine/ports.ts';
import type { StreamHead } from '../../../sync/contract/exams/sync.ts';
import type { AcknowledgeOutcome } from '../../../sync/engine/store/store-rules.ts';
import type { StreamCipherKeys } from '../../../sync/crypto/stream-cipher.ts';
import type { DecryptPaper } from '../database/paper-cache.ts';
import type { FileProbe } from './file-probe.ts';

/** Calls from a page to its journal thread: the replica itself, and operations that only a worker can do. */
export interface JournalCalls extends Omit<JournalReplicaStore, 'essence' | 'rows'> {
  /** Tells whether this browser can write files in place; only a worker can find out. */
  isOffered(): Promise<boolean>;
  /** Tells whether there is a journal file that this tab may write. */
  isHeld(): Promise<boolean>;
  /** Creates the journal files at full size. Rejects if the disk has no space for one. */
  allocate(): Promise<void>;
  probe(): Promise<FileProbe>;
  /** Measures how many bytes the disk takes beyond the journals, at most `bytes`, by writing and deleting them. */
  room(bytes: number): Promise<number>;
  /**
   * Encrypts an op and writes it to database and journal file (`WriterThread`, SY25). It takes the keys, because a cipher object cannot be sent to a
   * thread.
   */
  sealAndWrite(
    draft: Pick<OpDraft, 'header' | 'payload'> & { readonly keys: StreamCipherKeys },
    prevHash: string,
    amend?: 'amend',
  ): Promise<JournalWriteReply | undefined>;
  /**
   * Stores the server's head of a stream in the database. Undefined if this thread has no connection to the database. The page does not do it itself,
   * because while it is busy its transaction would stay open and the next answer would wait for it.
   */
  acknowledgeInDatabase(
    streamId: string,
    head: Pick<StreamHead, 'seq' | 'hash'>,
    serverEpoch: string,
  ): Promise<AcknowledgeOutcome | undefined>;
  /** Decrypts a sealed paper with its content key, given in the form in which the call `exam/release` returns it. */
  decryptPaper: DecryptPaper;
  prepare(): Promise<void>;
  /** Stores a sealed paper as text; null deletes it. */
  keepPaper(planId: number, text: string | null): Promise<void>;
  paper(planId: number): Promise<string | undefined>;
}

/** A storage fault in a form that can be sent between threads. */
export interface SerialisedStorageFault {
  readonly kind: 'quota' | 'storage';
  readonly text: string;
}

export type JournalWriteReply = { readonly op: OpRow; readonly held: boolean } & (
  | { readonly outcome: ClientAppendOutcome }
  | { readonly fault: SerialisedStorageFault }
);

export interface JournalThreadRequest {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type JournalThreadReply =
  | { readonly id: number; readonly value: unknown }
  /** `kind` is null for a programming error. Otherwise the disk caused the fault. */
  | { readonly id: number; readonly fault: { readonly kind: 'quota' | 'storage' | null; readonly text: string } };
