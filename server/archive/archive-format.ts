import { z } from 'zod';
import { base64url } from '../../sync/contract/scalars.ts';
import type { HandInReceipt } from '../../sync/contract/exams/sync.ts';
import type { AnswerValue } from '../../sync/engine/ops/ops.ts';
import type { LogBatch, StreamHeader } from '../answer-log/log/log-port.ts';
import type { FrozenItemKey } from '../features/exams/exam/exam-reads.ts';
import type { ItemDecision, ItemMark, MarkingRule, StoredItemScore } from '../features/marking/marking/marking-reads.ts';

/** Format of an archive of results. Each type below is one line of one of its files. */
export const archiveFormat = 'wenkao archive 1';
export const [indexPath, signaturePath] = ['index.json', 'signature.json'];
/** Returns the path of an attempt's log in the archive. */
export const getArchiveLogPath = (attemptId: string): string => `log/${attemptId}.jsonl`;

/** Line in an attempt's log file that introduces one of its streams, before the batches of the stream. */
export interface ArchivedStream {
  readonly stream: StreamHeader;
  /** Secret of a device's stream, from which its chain and seal keys are derived. */
  readonly secret?: string;
  /** Chain key of a stream that the server itself wrote, with which the hashes of its ops are verified. */
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
  /**
   * Attachments of answers. `inTime`: false if the file arrived too late or never, so that it could not be marked. Absent in archives of older
   * versions.
   */
  readonly files?: readonly { readonly itemId: string; readonly inTime: boolean }[];
  readonly receipt: HandInReceipt | null;
}
export type ArchivedMark =
  | { readonly mark: ItemMark; readonly marker: string }
  | { readonly decision: ItemDecision; readonly name: string };
/** Photo that a marker took for a row of a score sheet. `path`: the picture in this archive; null: the server no longer had it. */
export interface ArchivedPhoto {
  readonly attemptId: string;
  readonly itemId: string;
  readonly markerId: number;
  /** Number of the row in the score sheet to which the photo belongs. */
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
  /** Score of the attempt; null if it is not marked completely, or if it has no answers. */
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

/** Signature over the bytes of the index with the key that signs receipts: ECDSA P-256 with SHA-256. */
export const archiveSignature = z.object({ publicKey: base64url, signature: base64url });
