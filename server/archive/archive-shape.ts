import { z } from 'zod';
import { base64url } from '../../sync/contract/scalars.ts';
import type { Receipt } from '../../sync/contract/sync.ts';
import type { AnswerValue } from '../../sync/engine/ops.ts';
import type { LogBatch, StreamHeader } from '../ingest/log-port.ts';
import type { FrozenItemKey } from '../modules/exam/exam-reads.ts';
import type { ItemDecision, ItemMark, MarkingRule, StoredItemScore } from '../modules/marking/marking-reads.ts';

/** What stands where in an archive of results; a line of a file is one of these. */
export const archiveFormat = 'wenkao archive 1';
export const [indexPath, signaturePath] = ['index.json', 'signature.json'];
export const logPath = (attemptId: string): string => `log/${attemptId}.jsonl`;

/** First line of an attempt's log for each of its streams, before its batches. */
export interface ArchivedStream {
  readonly stream: StreamHeader;
  /** A device's secret, from which the keys of chain and seal follow. */
  readonly secret?: string;
  /** Of the server's own: the key of its chain. */
  readonly chainKey?: string;
}
export type ArchivedBatch = { readonly batch: Omit<LogBatch, 'streamNum' | 'prevPos'> };

export type ArchivedPaper = {
  readonly variant: string;
  readonly item: Omit<FrozenItemKey, 'correction'>;
  readonly stem: string;
  readonly options: unknown;
};
export interface ArchivedAnswers {
  readonly attemptId: string;
  readonly answers: readonly { readonly itemId: string; readonly value: AnswerValue }[];
  /** On which of them no mark could be given, for they came too late or never; archives of older builds say nothing of it. */
  readonly files?: readonly { readonly itemId: string; readonly inTime: boolean }[];
  readonly receipt: Receipt | null;
}
export type ArchivedMark =
  | { readonly mark: ItemMark; readonly marker: string }
  | { readonly decision: ItemDecision; readonly name: string };
/** What an assessor saw. `path`: the picture in this archive; null: the server no longer had it. */
export interface ArchivedPhoto {
  readonly attemptId: string;
  readonly itemId: string;
  readonly markerId: number;
  /** Of the score sheet. */
  readonly row: number;
  readonly takenMs: number;
  readonly path: string | null;
}
export interface ArchivedScore {
  readonly attemptId: string;
  readonly userId: number;
  readonly name: string;
  readonly ticketNo: string;
  readonly variant: string;
  readonly status: number;
  /** Null: not every part of it is marked, or there is nothing. */
  readonly points: number | null;
  readonly passed: boolean | null;
  readonly onPaper: boolean;
  readonly items: readonly StoredItemScore[];
}
export interface ArchivedPlan {
  readonly id: number;
  readonly name: string;
  readonly school: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly publishedMs: number;
  readonly releasedMs: number;
  readonly passPoints: number;
  readonly rule: MarkingRule;
  readonly serverEpoch: string;
}

export const archiveIndex = z.object({
  format: z.literal(archiveFormat),
  plan: z.object({ id: z.int(), name: z.string() }),
  madeMs: z.int(),
  madeBy: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: base64url })),
});
export type ArchiveIndex = z.output<typeof archiveIndex>;

/** Over the bytes of the index, by the key that signs receipts: ECDSA P-256 with SHA-256. */
export const archiveSignature = z.object({ publicKey: base64url, signature: base64url });
