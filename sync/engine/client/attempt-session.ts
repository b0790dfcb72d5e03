import type { WatchKind } from '../../contract/exams/lockdown.ts';
import type { AttemptNews, HandInReceipt } from '../../contract/exams/sync.ts';
import type { AnswerValue } from '../ops/ops.ts';
import type { ReplicaState, RandomSource, ClientStore, Clock, DigestText, TabChannel, Timers, Vault } from '../ports.ts';
import type { ReportFault } from '../faults.ts';

/**
 * Save indicator of an attempt (SY4): saved on this PC, and received by the server. Both report only ops that are durable on the respective
 * disk.
 */
export interface SaveIndicator {
  /** Wall time of the last committed op on this device; null before the first. */
  readonly savedAtMs: number | null;
  /** True while a write is in progress; its op does not count as saved yet. */
  readonly saving: boolean;
  /** Why the last write failed. The page shows it in words, keeps the input and offers to try again. */
  readonly failure: 'quota' | 'storage' | 'tooLarge' | null;
  /** Replicas on this device that hold the last saved op: database, journal or both (SY25). */
  readonly copies: ReplicaState;
  /** Number of this attempt's ops on this device, and number of ops that the server is known to hold. */
  readonly localCount: number;
  readonly received: number;
  /** Number of the unacknowledged ops that a relay in the room has taken for later delivery. */
  readonly relayed: number;
  /**
   * Age of the oldest unacknowledged op in milliseconds, by this device's clock; null if the server holds all ops. It shows whether answers arrive,
   * which an open connection does not prove.
   */
  readonly oldestUnreceivedMs: number | null;
  /** True if the last exchange with the server succeeded. It only selects the colour of the indicator. */
  readonly reachable: boolean;
  /** False while the server answers but cannot store the ops. */
  readonly isServerStoring: boolean;
}

/** State of an attempt for the exam player. */
export interface AttemptView {
  readonly answers: ReadonlyMap<string, AnswerValue>;
  readonly flags: ReadonlySet<string>;
  readonly saveStatus: SaveIndicator;
  /**
   * `open`: answers are accepted. `handedIn`: closed on this device, delivered or not. `movedAway`: the exam was moved to another PC. `paused`:
   * staff stopped the clock.
   */
  readonly phase: 'open' | 'paused' | 'handedIn' | 'movedAway';
  readonly news: AttemptNews | null;
  /** Extra time in milliseconds: extensions that the server counts, plus codes typed on this PC that the server has not received yet. */
  readonly extensionMs: number;
  readonly receipt: HandInReceipt | null;
  readonly handIn: { readonly by: 'examinee' | 'timeout'; readonly wallMs: number; readonly digest: string } | null;
  /**
   * The exam's start, if answers or the hand-in of this PC are early ops because its clock was ahead. They do not count, and this PC resubmits
   * them once the exam has begun. Null if there are none or all were resubmitted.
   */
  readonly earlyOps: { readonly startMs: number } | null;
  /** Number of streams of this attempt on this PC that the credential of the signed-in user cannot open (SY20). */
  readonly unreadable: number;
}

/** The examinee's answers as the server counts them. They are shown where this PC holds no answers or cannot read its own (SY15, SY20). */
export interface ServerAnswers {
  readonly answers: readonly { readonly itemId: string; readonly value: AnswerValue }[];
  readonly flags: readonly string[];
  readonly lamport: number;
}

/** An undelivered answer: this PC wrote it before the exam moved to another PC and back, and it does not count by itself (SY15). */
export interface UndeliveredAnswer {
  readonly itemId: string;
  readonly value: AnswerValue;
  /** Newest answer of this PC to the same question that counts without a decision; undefined if there is none. */
  readonly counted: AnswerValue | undefined;
}

export type SaveResult = 'saved' | 'closed' | 'failed';

/** One open attempt in one tab. It is the interface that the exam player uses. */
export interface AttemptSession {
  view(): AttemptView;
  /** Registers a listener for every change of the view and returns the function that removes it. */
  subscribe(listener: () => void): () => void;
  /**
   * Saves an answer and resolves when it is durable on this PC (SY3). Calls are written in order; queued values of the same item collapse to the
   * newest.
   */
  setAnswer(itemId: string, value: AnswerValue): Promise<SaveResult>;
  setFlag(itemId: string, on: boolean): Promise<SaveResult>;
  /**
   * Records the extra time of a code that was typed at this seat; this PC's clock includes it at once. Returns `known` if the code was typed before,
   * or if the server counts the extension already.
   */
  applyExtensionCode(incidentId: string, ms: number): Promise<SaveResult | 'known'>;
  /** Records in the examinee's stream that the browser noticed them leaving the paper. */
  recordLeaving(kind: WatchKind): Promise<SaveResult>;
  /** Counts the plays of a recording ("7/3fa9c1d2") so far: those of this PC and those that the server has received. */
  countPlays(file: string): number;
  /** Records a play of a recording; call it before the sound begins. Returns `known` if the recording was played `limit` times already. */
  recordPlay(file: string, limit: number): Promise<SaveResult | 'known'>;
  /** Writes all queued values, then the hand-in with its manifest (SY14). */
  handIn(by: 'examinee' | 'timeout', elapsedMs: number): Promise<SaveResult>;
  /**
   * Shows the server's answers wherever this PC has nothing newer. Answers that the server counts but this PC lacks are written here again, so
   * that a hand-in from this PC lists them. This happens after a disk was restored, or on a PC cloned from the same disk image.
   */
  adoptServerAnswers(server: ServerAnswers): void;
  /** Reads the undelivered answers from the disk. Empty if there are none or the credential of the signed-in user cannot open them. */
  listUndeliveredAnswers(): Promise<readonly UndeliveredAnswer[]>;
  close(): void;
}

/** Dependencies of an attempt session in one tab. */
export interface AttemptSessionDeps {
  readonly attemptId: string;
  /** Id of this document (page load); a reload creates another one. */
  readonly documentId: string;
  readonly store: ClientStore;
  /** Returns which replicas hold the last saved ops (SY25). Absent for a store with a single replica. */
  readonly copies?: () => ReplicaState;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly chance: RandomSource;
  readonly digest: DigestText;
  readonly peers: TabChannel;
  readonly onFault: ReportFault;
}
