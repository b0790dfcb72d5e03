import type { JournalStore } from '../../sync/engine/journal-store.ts';
import type { AppendOutcome, OpDraft, OpRow } from '../../sync/engine/ports.ts';
import type { StreamKeys } from '../../sync/seal/stream-cipher.ts';
import type { FileProbe } from './file-probe.ts';

/** Calls from a page to its journal thread: the replica itself, and operations that only a worker can do. */
export interface JournalCalls extends Omit<JournalStore, 'essence' | 'rows'> {
  /** Tells whether this browser can write files in place; only a worker can find out. */
  isOffered(): Promise<boolean>;
  /** Tells whether there is a journal file that this tab may write. */
  isHeld(): Promise<boolean>;
  /** Creates the journal files at full size. Rejects if the disk has no space for one. */
  allocate(): Promise<void>;
  probe(): Promise<FileProbe>;
  /** Measures how many bytes the disk takes beyond the journals, at most `bytes`, by writing and deleting them. */
  room(bytes: number): Promise<number>;
  /** Seals an op and writes it to both replicas (`WriterAside`, SY25). It takes the keys, because a cipher object cannot be sent to a thread. */
  sealAndWrite(
    draft: Pick<OpDraft, 'header' | 'payload'> & { readonly keys: StreamKeys },
    prevHash: string,
    amend?: 'amend',
  ): Promise<AsideAnswer | undefined>;
  prepare(): Promise<void>;
  /** Stores a sealed paper as text; null deletes it. */
  keepPaper(planId: number, text: string | null): Promise<void>;
  paper(planId: number): Promise<string | undefined>;
}

/** A storage fault in a form that can be sent between threads. */
export interface SaidFault {
  readonly kind: 'quota' | 'storage';
  readonly text: string;
}

export type AsideAnswer = { readonly op: OpRow; readonly held: boolean } & (
  | { readonly outcome: AppendOutcome }
  | { readonly fault: SaidFault }
);

export interface JournalQuestion {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type JournalAnswer =
  | { readonly id: number; readonly value: unknown }
  /** `kind` is null for a programming error; otherwise the disk caused the fault. */
  | { readonly id: number; readonly fault: { readonly kind: 'quota' | 'storage' | null; readonly text: string } };
