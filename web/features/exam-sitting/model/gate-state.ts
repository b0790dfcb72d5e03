import type { AttemptKind } from '../../../../sync/contract/codes.ts';
import type { OtherSeat, PaperContent, PlanNotice, SealedPackage } from '../../../../sync/contract/sitting.ts';
import type { AttemptSession } from '../../../../sync/engine/attempt-session.ts';
import type { SittingRow } from '../../../../sync/engine/ports.ts';
import type { SeatPorts } from './seat.ts';
import type { SittingDesk } from './sitting-desk.ts';

/** The exam's own clock (SY21): negative before the start, never running backwards. */
export interface ExamClock {
  /** As shown. */
  readonly elapsedMs: () => number;
  /** Lived or confirmed: only this ends the exam or shuts anybody out. */
  readonly sureMs: () => number;
  /** Only this PC's wall clock knows how much time has passed. */
  readonly unconfirmed: () => boolean;
  /** The paper is open: time runs from here, whatever this PC's clock claims. */
  readonly begin: () => void;
  readonly close: () => void;
}

export type WaitingFor = 'start' | 'key' | 'network';

export type GateState =
  | { readonly at: 'loading' }
  /** Seat or paper are not on this PC, and it cannot get them now. */
  | { readonly at: 'missing' }
  /** `other`: what the server knows of the PC that holds the seat; null where it did not say. */
  | { readonly at: 'elsewhere'; readonly other: OtherSeat | null }
  | { readonly at: 'refused'; readonly why: 'server' | 'signIn' | 'entryClosed' | 'over' | 'withdrawn'; readonly reason: string }
  | { readonly at: 'broken'; readonly reason: string }
  | {
      readonly at: 'waiting';
      readonly notice: PlanNotice;
      readonly clock: ExamClock;
      readonly for: WaitingFor;
      /** What the server said when it refused the key. */
      readonly reason: string;
      /** Seconds until the next try; 0 while trying. */
      readonly retrySeconds: number;
      readonly hasCode: boolean;
      /** The room's code has opened the paper: it is shown at the start. */
      readonly codeTaken: boolean;
    }
  | {
      readonly at: 'open';
      readonly notice: PlanNotice;
      readonly clock: ExamClock;
      readonly desk: SittingDesk;
      readonly row: SittingRow;
      /** Null: handed in here, and its key is not on this PC any more; only the receipt is shown. */
      readonly content: PaperContent | null;
    };

export interface GateFailure {
  readonly kind: 'network' | 'elsewhere' | 'signIn' | 'refused' | 'withdrawn';
  /** Of `withdrawn`: why. */
  readonly message: string;
  /** Of `elsewhere`. */
  readonly other?: OtherSeat | null;
}

export interface GatePorts {
  /** Rejects where nothing can be sealed for who is signed in. */
  seat(): Promise<SeatPorts>;
  keptNotices(): Promise<readonly PlanNotice[]>;
  freshNotices(): Promise<readonly PlanNotice[]>;
  hasBegun(attemptId: string): Promise<boolean>;
  keptPaper(planId: number): Promise<SealedPackage | undefined>;
  openPaper(planId: number): Promise<PaperContent | undefined>;
  /** Asks the server for the key and opens the paper with it. */
  release(planId: number): Promise<PaperContent>;
  /** Undefined: not this paper's code. */
  releaseByCode(planId: number, code: string): Promise<PaperContent | undefined>;
  openClock(row: SittingRow, notice: PlanNotice): Promise<ExamClock>;
  openSession(row: SittingRow, kind: AttemptKind): Promise<AttemptSession>;
  deskOf(session: AttemptSession): SittingDesk;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** What a failed call means here; undefined: not a call's failure, a fault of the device or ours. */
  failureOf(error: unknown): GateFailure | undefined;
}
