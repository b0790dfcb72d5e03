import { answeredCount, answersOf, flagsOf, receivedOps, registersOf, statusOf } from '../../../sync/engine/attempt-views.ts';
import type { SittingGrant } from '../../../sync/contract/exam.ts';
import { examUserStatus, type ExamUserStatusCode } from '../../../sync/contract/codes.ts';
import type { Receipt } from '../../../sync/contract/sync.ts';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { AsideBatch, ServerOp } from '../../ingest/log-port.ts';
import type { ProjectedAttempt } from '../../ingest/projected-attempt.ts';
import { mintTicket, sittingKey } from '../../ingest/upload-ticket.ts';

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
  handedInCount(attemptIds: readonly string[]): number;
  /** Empty where nothing has arrived. */
  answers(attemptId: string): CountedAnswers;
  asides(attemptId: string): AsideBatch[];
  /** When the PC that holds this epoch was last heard, since this server runs, and whether it is connected this moment. */
  presenceOf(attemptId: string, epoch: number): { readonly heardMs: number | null; readonly connected: boolean };
  /** An attempt became complete, or what counts in a complete one changed. Not replayed after a restart: compare `answersVersion`. */
  onComplete(listener: (attemptId: string) => void): () => void;
}

export function syncReads(ingest: Pick<Ingest, 'keys' | 'clock' | 'log' | 'projector' | 'writer' | 'presence'>): SyncReads {
  const { keys, clock, log, projector, writer, presence } = ingest;
  return {
    serverEpoch: log.serverEpoch,
    issueSitting({ attemptId, planId, epoch, actor, schoolId }) {
      const seat = { attemptId, epoch, actor };
      const ticket = mintTicket(keys, { ...seat, schoolId });
      const key = sittingKey(keys, seat).toString('base64url');
      const server = { serverKeys: keys.forDevices, serverEpoch: log.serverEpoch, serverNow: clock.nowMs() };
      return { ...seat, planId, ticket, sittingKey: key, ...server };
    },
    grantEpoch: (attemptId, actor) => writer.grantEpoch(attemptId, actor),
    currentEpoch: (attemptId) => writer.epoch(attemptId),
    append: (attemptId, op) => writer.append(attemptId, op),
    untilProjected: () => projector.untilProjected(),
    summaries(attemptIds, collectAtMs = Infinity) {
      const overdue = clock.nowMs() >= collectAtMs;
      return attemptIds.map((attemptId) => summaryOf(attemptId, projector.attempt(attemptId), overdue));
    },
    handedInCount: (attemptIds) => projector.handedInCount(attemptIds),
    answers(attemptId) {
      const attempt = projector.attempt(attemptId);
      if (!attempt) return { answers: [], flags: [], lamport: 0, answersVersion: 0 };
      const answers = [...answersOf(attempt.state)].map(([itemId, value]) => ({ itemId, value }));
      return { answers, flags: [...flagsOf(attempt.state)], lamport: attempt.state.lamport, answersVersion: attempt.answersVersion };
    },
    asides: (attemptId) => log.asides(attemptId),
    presenceOf: (attemptId, epoch) => presence.of(attemptId, epoch),
    onComplete: (listener) => projector.onComplete(listener),
  };
}

function summaryOf(attemptId: string, attempt: ProjectedAttempt | undefined, overdue: boolean): AttemptSummary {
  if (!attempt) {
    const nothing = { epoch: 1, answered: 0, receivedOps: 0, handedIn: false, complete: false, collected: false, receipt: null };
    return { attemptId, status: examUserStatus.awaiting, ...nothing, answersVersion: 0 };
  }
  const { state, complete, receipt, answersVersion } = attempt;
  const { epoch, handedIn } = attempt.news();
  return {
    attemptId,
    status: statusOf(state, overdue),
    epoch,
    answered: answeredCount(state),
    receivedOps: receivedOps(state),
    handedIn,
    complete,
    collected: registersOf(state, overdue).presence === 'collected',
    receipt,
    answersVersion,
  };
}
