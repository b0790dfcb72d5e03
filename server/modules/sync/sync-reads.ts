import type { SittingGrant } from '../../../sync/contract/exam.ts';
import type { ExamUserStatusCode } from '../../../sync/contract/codes.ts';
import type { Receipt } from '../../../sync/contract/sync.ts';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import type { AsideBatch, ServerOp } from '../../ingest/log-port.ts';

/** A person's seat in an attempt. `epoch` 1 at first entry; a move to another PC mints the next (SY15). */
export interface Seat {
  readonly attemptId: string;
  readonly planId: number;
  readonly epoch: number;
  readonly actor: number;
  readonly schoolId: number;
}

export interface AttemptSummary {
  readonly attemptId: string;
  /** The one code shown, a view over the registers. */
  readonly status: ExamUserStatusCode;
  readonly epoch: number;
  readonly answered: number;
  /** Ops of the examinee's streams the server holds. */
  readonly receivedOps: number;
  readonly handedIn: boolean;
  /** Handed in, and every op the manifest lists is here (SY14). */
  readonly complete: boolean;
  /** Nobody handed in, and the time given by `collectAtMs` has passed: what arrived counts. */
  readonly collected: boolean;
  readonly receipt: Receipt | null;
  /** Log position of the newest change of what counts: a marker that stored it knows when to mark again. */
  readonly answersVersion: number;
}

export interface CountedAnswers {
  readonly answers: readonly { readonly itemId: string; readonly value: AnswerValue }[];
  readonly flags: readonly string[];
  /** A new device goes on above it (SY5). */
  readonly lamport: number;
  readonly answersVersion: number;
}

/**
 * What the other modules may ask of the log and its projections. Summaries and answers are as of the projection, normally
 * milliseconds behind the log: `await untilProjected()` first where what was acknowledged before must show.
 */
export interface SyncReads {
  readonly serverEpoch: string;
  issueSitting(seat: Seat): SittingGrant;
  /** Appends `epoch.grant@1` with what the server has now; resolves with the new epoch once it is on disk. */
  grantEpoch(attemptId: string, actor: number): Promise<number>;
  /** Newest epoch granted, 1 before any grant. Always up to date with the log. */
  currentEpoch(attemptId: string): Promise<number>;
  /** A server-authored op (a mark, an extension, a reopening); resolves once it is on disk. */
  append(attemptId: string, op: ServerOp): Promise<void>;
  /** Resolves when the projections show everything committed before this call. */
  untilProjected(): Promise<void>;
  /** In the order asked; attempts nothing has arrived for are "awaiting". `collectAtMs`: deadline plus grace, from the plan. */
  summaries(attemptIds: readonly string[], collectAtMs?: number): AttemptSummary[];
  /** Empty where nothing has arrived. */
  answers(attemptId: string): CountedAnswers;
  asides(attemptId: string): AsideBatch[];
  /** An attempt became complete, or what counts in a complete one changed. Not replayed after a restart: compare `answersVersion`. */
  onComplete(listener: (attemptId: string) => void): () => void;
}
