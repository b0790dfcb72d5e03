import type { JournalStore } from '../../sync/engine/journal-store.ts';
import type { AppendOutcome, OpDraft, OpRow } from '../../sync/engine/ports.ts';
import type { StreamKeys } from '../../sync/seal/stream-cipher.ts';
import type { FileProbe } from './file-probe.ts';

/** What a page may ask of its journal's thread: the second copy, and what only that thread can do. */
export interface JournalCalls extends Omit<JournalStore, 'essence' | 'rows'> {
  /** Does this browser write files in place? Only such a thread can tell. */
  isOffered(): Promise<boolean>;
  /** Is there a file this tab may write? */
  isHeld(): Promise<boolean>;
  /** Makes the files, written in full. Rejects where there is no room for one. */
  allocate(): Promise<void>;
  probe(): Promise<FileProbe>;
  /** How much the disk takes beyond the journals, at most `bytes`: written, and given back at once. */
  room(bytes: number): Promise<number>;
  /** `WriterAside` (SY25), the keys in place of the cipher. */
  sealAndWrite(
    draft: Pick<OpDraft, 'header' | 'payload'> & { readonly keys: StreamKeys },
    prevHash: string,
    amend?: 'amend',
  ): Promise<AsideAnswer | undefined>;
  prepare(): Promise<void>;
  /** A sealed paper as text; null: it is needed no more. */
  keepPaper(planId: number, text: string | null): Promise<void>;
  paper(planId: number): Promise<string | undefined>;
}

/** What the disk said, as it travels between threads. */
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
  /** `kind` null: a fault of ours, not the disk's. */
  | { readonly id: number; readonly fault: { readonly kind: 'quota' | 'storage' | null; readonly text: string } };
