import type { AttemptKind } from '../../../../../sync/contract/codes.ts';
import type { OtherSeatState, PaperContent, PlanNotice, SealedPackage } from '../../../../../sync/contract/exams/sitting.ts';
import type { AttemptSession } from '../../../../../sync/engine/client/attempt-session.ts';
import type { SittingRow } from '../../../../../sync/engine/ports.ts';
import type { SeatPorts } from './seat.ts';
import type { SittingController } from '../sitting-controller.ts';

/** Clock of the exam (SY21). It is negative before the start and never runs backwards. */
export interface ExamEntryClock {
  /** Milliseconds since the start, for display. It may rely on this PC's wall clock. */
  readonly elapsedMs: () => number;
  /** Milliseconds since the start that this page has run through or the server has confirmed. Only this value may end the exam or refuse entry. */
  readonly sureMs: () => number;
  /** True if only this PC's wall clock says how much time has passed. */
  readonly isUnconfirmed: () => boolean;
  /** Marks the paper as open: time runs from now on, even against this PC's wall clock. */
  readonly begin: () => void;
  readonly close: () => void;
}

export type EntryWaitReason = 'start' | 'key' | 'network';

export type ExamEntryState =
  | { readonly phase: 'loading' }
  /** The seat, the notice or the sealed paper is missing on this PC and cannot be fetched now. */
  | { readonly phase: 'missing' }
  /** The attempt is sat on another PC. `other`: data about that PC; null if the server sent none. */
  | { readonly phase: 'elsewhere'; readonly other: OtherSeatState | null }
  | { readonly phase: 'refused'; readonly cause: 'server' | 'signIn' | 'entryClosed' | 'over' | 'withdrawn'; readonly reason: string }
  | { readonly phase: 'broken'; readonly reason: string }
  | {
      readonly phase: 'waiting';
      readonly notice: PlanNotice;
      readonly clock: ExamEntryClock;
      readonly for: EntryWaitReason;
      /** Message of the server when it refused to release the paper's key; otherwise empty. */
      readonly reason: string;
      /** Seconds until the paper's key is requested again; 0 before the start and during a request. */
      readonly retrySeconds: number;
      readonly hasCode: boolean;
      /** True once the room's code has opened the paper; it is shown at the start. */
      readonly codeTaken: boolean;
    }
  | {
      readonly phase: 'open';
      readonly notice: PlanNotice;
      readonly clock: ExamEntryClock;
      readonly controller: SittingController;
      readonly row: SittingRow;
      /** Null if the paper was handed in on this PC and its key is deleted; then only the receipt is shown. */
      readonly content: PaperContent | null;
    };

export interface ExamEntryFailure {
  readonly kind: 'network' | 'elsewhere' | 'signIn' | 'refused' | 'withdrawn';
  /** Message of the server; for `withdrawn`, the reason why staff withdrew the plan. */
  readonly message: string;
  /** For `elsewhere`: data about the PC that holds the seat; null if the server sent none. */
  readonly other?: OtherSeatState | null;
}

export interface ExamEntryPorts {
  /** Rejects if the user has no vault on this PC (the keys for their encrypted data), so that nothing could be stored encrypted. */
  seat(): Promise<SeatPorts>;
  readStoredNotices(): Promise<readonly PlanNotice[]>;
  fetchNotices(): Promise<readonly PlanNotice[]>;
  hasBegun(attemptId: string): Promise<boolean>;
  readStoredPaper(planId: number): Promise<SealedPackage | undefined>;
  openPaper(planId: number): Promise<PaperContent | undefined>;
  /** Fetches the paper's key from the server and opens the paper with it. */
  release(planId: number): Promise<PaperContent>;
  /** Resolves with undefined if the code is not that of this paper. */
  releaseByCode(planId: number, code: string): Promise<PaperContent | undefined>;
  openClock(row: SittingRow, notice: PlanNotice): Promise<ExamEntryClock>;
  openSession(row: SittingRow, kind: AttemptKind): Promise<AttemptSession>;
  createController(session: AttemptSession): SittingController;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Tells why an examinee cannot enter: a call failed, or the user has no vault. Undefined for any other error, such as a fault of the device or a
   * bug.
   */
  classifyFailure(error: unknown): ExamEntryFailure | undefined;
}
