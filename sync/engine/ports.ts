import type { AttemptNews, PullInput, PushInput, PushRefusalData, HandInReceipt, StreamHead, WireStream } from '../contract/exams/sync.ts';
import type { RelayResponse } from '../contract/exams/relay.ts';
import type { SittingGrant } from '../contract/exams/sitting.ts';
import type { StreamCipherKeys } from '../crypto/stream-cipher.ts';
import type { OpHeader } from './ops/ops.ts';

/**
 * Interfaces between the engine and its environment. The browser implements them with Dexie, WebCrypto, fetch and Web Locks (`web/platform`).
 * The simulation implements them with memory, seeded random numbers and a failing network (`tests/simulation`).
 */

/** An examinee's seat in an attempt on this device. The row outlives sign-out, reload and the next user of the PC. */
export interface SittingRow {
  readonly attemptId: string;
  readonly planId: number;
  readonly epoch: number;
  readonly actor: number;
  readonly schoolId: number;
  readonly ticket: string;
  readonly serverKeys: SittingGrant['serverKeys'];
  /** Sitting key, encrypted with the vault key of the examinee, so that no other user of this PC can open it. */
  readonly wrappedSittingKey: string;
  /** At least as high as every lamport this device has seen for the attempt, including other tabs and pulls (SY5). */
  readonly lamport: number;
  /** This device's hand-in, set in the transaction that writes it. From then on no tab may append answers. */
  readonly handIn: HandInRow | null;
  readonly news: AttemptNews | null;
  readonly receipt: HandInReceipt | null;
  /** Server epoch in the server's newest reply (SY8). */
  readonly serverEpoch: string;
  /** Wall time (ms) at which the attempt was archived: the server held all its ops and the receipt was here. Null before (SY8). */
  readonly archivedMs: number | null;
  /** Key that verifies codes for more time typed at this seat (SY15), encrypted with the examinee's vault key. */
  readonly wrappedSeatKey?: string;
}

export interface HandInRow {
  readonly streamId: string;
  readonly seq: number;
  readonly by: 'examinee' | 'timeout';
  readonly digest: string;
  readonly wallMs: number;
}

export interface StreamRow extends Omit<WireStream, 'wrapped'> {
  readonly wrappedForServer: string;
  /** The stream's secret, encrypted with the vault key of the user who wrote the stream (SY2, SY20). */
  readonly wrappedForSelf: string;
  /** Upload token for this stream. After a move to another epoch, the sitting has a new token, which does not permit appending to this stream. */
  readonly ticket: string;
  /** Chain hash before the first op (`prevHash` of a batch that starts at seq 1). */
  readonly genesis: string;
  readonly headSeq: number;
  readonly headHash: string;
  /** Last seq that the server is known to hold, and the epoch of the server that acknowledged it. */
  readonly ackedSeq: number;
  readonly ackedBy: string;
  /** Last acknowledged seq when the stream was retired; 0 while it is not. Later ops are always sent as `aside`, to be quarantined. */
  readonly forkedAfter: number;
  /** Last seq up to which the server has quarantined the ops beyond `forkedAfter` (SY7); 0 if none. */
  readonly asideThrough: number;
  /**
   * True for a retired stream: it forked or is broken and takes no further ops. The next tab of its owner resubmits the values that the server did
   * not receive.
   */
  readonly condemned: boolean;
}

export interface OpRow extends Pick<OpHeader, 'streamId' | 'seq' | 'lamport' | 'type' | 'attemptId' | 'basisCursor' | 'wallMs' | 'monoMs'> {
  readonly sealed: string;
  readonly hash: string;
}

/** An op that is not sealed yet, with the cipher of its stream. */
export interface OpDraft {
  readonly header: OpHeader;
  readonly payload: unknown;
  readonly cipher: Pick<StreamCipher, 'seal' | 'keys'>;
}

/**
 * Result of appending an op; `append` explains the values. Each store method is one transaction and resolves when the transaction is durable (SY3).
 * An op is sealed and hashed before the transaction, which checks that the rows on which the op was built are unchanged.
 */
export type ClientAppendOutcome = 'committed' | 'moved' | 'closed' | 'streamClosed';

export interface AppendedOp {
  readonly op: OpRow;
  readonly outcome: ClientAppendOutcome;
}

export interface ClientStore {
  /* Every method may reject with `StorageFault`. Then nothing was written. */
  sitting(attemptId: string): Promise<SittingRow | undefined>;
  sittings(): Promise<SittingRow[]>;
  /** Saves the sitting that the server granted. A stored sitting of the same epoch keeps its lamport, hand-in, news and receipt. */
  saveSitting(row: SittingRow): Promise<void>;
  addStream(row: StreamRow): Promise<void>;
  stream(streamId: string): Promise<StreamRow | undefined>;
  streamsOf(attemptId: string): Promise<StreamRow[]>;
  /** Lists the streams of all attempts and users that the server is not known to hold completely (SY7a). */
  undelivered(): Promise<StreamRow[]>;
  /** Reads ops from `fromSeq` on, at most `limit`. */
  ops(streamId: string, fromSeq: number, limit: number): Promise<OpRow[]>;
  /**
   * Writes one op and updates the stream's head and the sitting's lamport with it. `moved`: the head is not `prevHash` or the lamport is not
   * above the sitting's; build the op again. `closed`: the attempt is handed in on this device. `streamClosed`: the stream is retired or of an
   * older epoch; open another one. With `amend`, the op is written even after the hand-in, to resubmit values that could not be delivered.
   */
  append(op: OpRow, prevHash: string, amend?: 'amend'): Promise<ClientAppendOutcome>;
  /** Seals an op and appends it. Only a store that can do both on another thread implements this. Returns the sealed op as `op`. */
  sealAndAppend?(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<AppendedOp>;
  /** Appends a hand-in op and sets the sitting's hand-in. Also returns `moved` if the head of any stream differs from `heads` (SY14). */
  appendHandIn(op: OpRow, prevHash: string, heads: readonly StreamHead[], handIn: HandInRow, amend?: 'amend'): Promise<ClientAppendOutcome>;
  /**
   * Records that the server holds this stream up to `head` (SY6). `ackedSeq` advances only if this device has the same hash at that seq. It goes
   * back if `serverEpoch` changed or the head is behind `ackedSeq`, because the server was restored (SY8).
   */
  acknowledge(
    streamId: string,
    head: { seq: number; hash: string },
    serverEpoch: string,
  ): Promise<'advanced' | 'same' | 'rewound' | 'disagrees'>;
  /** Drops the acknowledgements of all streams and the archive marks of all attempts, because the server has another epoch. */
  forgetAcks(serverEpoch: string): Promise<void>;
  /** Records that the server has quarantined these ops, which lie beyond the fork of a retired stream (see `recordQuarantine`). */
  quarantine(streamId: string, ops: { fromSeq: number; toSeq: number }, serverEpoch: string): Promise<void>;
  /** Retires a stream that forked or is broken. It takes no further ops; its ops that the server has not acknowledged go into quarantine. */
  retire(streamId: string): Promise<void>;
  /**
   * Stores `news` (the server's updates) if they are newer than the stored ones, or from another server epoch. Raises the sitting's
   * lamport to theirs, and removes this device's hand-in if the news list it in `reopened`.
   */
  noteNews(attemptId: string, news: AttemptNews, serverEpoch: string): Promise<void>;
  archive(attemptId: string, nowMs: number): Promise<void>;
  clockCheckpoint(attemptId: string): Promise<ClockCheckpoint | undefined>;
  saveClockCheckpoint(attemptId: string, checkpoint: ClockCheckpoint): Promise<void>;
}

/**
 * SY25: which replicas hold the ops last reported as saved. `database` and `journal`: only this one, which works. `doubtful`: only the database,
 * after one of its writes failed; all its data may be lost when the browser restarts.
 */
export type ReplicaState = 'both' | 'database' | 'journal' | 'doubtful';

export type ReplicaFailure = 'failed' | 'full';

/** Reports that the device's storage failed. `quota`: the disk is full, and the user can free space. `storage`: any other fault. */
export class StorageFault extends Error {
  override readonly name = 'StorageFault';
  readonly kind: 'quota' | 'storage';
  constructor(kind: 'quota' | 'storage', cause: unknown) {
    super(`the store refused (${kind}): ${String(cause)}`, { cause });
    this.kind = kind;
  }
}

/** SY21: the last known state of the exam clock. */
export interface ClockCheckpoint {
  readonly wallMs: number;
  readonly monoMs: number;
  readonly documentId: string;
  /** Shown exam time in milliseconds. Negative before the start; it never decreases once the exam has begun. */
  readonly elapsedMs: number;
  /** Proven exam time: measured by a monotonic clock or stated by the server. Only this ends an exam or denies entry. */
  readonly sureMs: number;
  /** Milliseconds before the start that only this PC's wall clock claims; 0 once the paper was opened. */
  readonly waitedMs: number;
  /** Milliseconds since the start that only the wall clock claims, counted from the server's last time; at most two minutes. */
  readonly claimedMs: number;
  /** True if only this PC's wall clock knows how much time has passed, and the server has not confirmed it. */
  readonly flagged: boolean;
}

/** Encrypts, decrypts and hashes the ops of one stream. */
export interface StreamCipher {
  readonly genesis: string;
  /** Keys of the stream, with which another thread can seal ops; absent if the keys cannot be sent to another thread. */
  readonly keys?: StreamCipherKeys;
  /** Encrypts the payload of an op, and computes the op's chain hash from `prevHash`, the hash of the op before. */
  seal(prevHash: string, header: OpHeader, payload: unknown): Promise<{ sealed: string; hash: string }>;
  /** Decrypts and parses a payload. Rejects if header or ciphertext were altered. */
  open(header: OpHeader, sealed: string): Promise<unknown>;
}

/** Wraps and unwraps the secrets of streams with the key that the signed-in person's credential unlocks. */
export interface Vault {
  /** Creates the random secret of a new stream. Returns it wrapped for the server (HPKE, psk = sitting key) and for the owner. */
  openStream(
    sitting: SittingRow,
    streamId: string,
    documentId: string,
  ): Promise<{ cipher: StreamCipher; wrappedForServer: string; wrappedForSelf: string }>;
  /** Unlocks a stored stream. Returns undefined if it was wrapped under another credential (SY20). */
  reopenStream(stream: StreamRow): Promise<StreamCipher | undefined>;
}

/** Computes SHA-256 of UTF-8 text as base64url. */
export interface DigestText {
  (text: string): Promise<string>;
}

export type PushReply =
  | {
      readonly kind: 'ok';
      readonly serverEpoch: string;
      readonly ackedThrough: number;
      readonly headHash: string;
      readonly serverNow: number;
      readonly news: AttemptNews | null;
    }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string; readonly data: PushRefusalData | null };
export type PullReply =
  | {
      readonly kind: 'ok';
      readonly serverEpoch: string;
      readonly serverNow: number;
      readonly news: AttemptNews | null;
      readonly heads: readonly StreamHead[];
    }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string };

/**
 * Calls of the server. They resolve only with a response envelope of our server, at any HTTP status. Anything else rejects with `NetworkFault`: no
 * reply, the page of a captive portal, a truncated body. Error codes marked `retry` reject as well.
 */
export interface SyncTransport {
  push(input: PushInput, signal: AbortSignal): Promise<PushReply>;
  pull(input: PullInput, signal: AbortSignal): Promise<PullReply>;
  time(signal: AbortSignal): Promise<{ serverNow: number; serverEpoch: string }>;
  /** Sends the input of a push to the room's relay, which cannot decrypt it (SY7a). Rejects as `push` does. Absent if relays are not supported. */
  relay?(address: string, input: PushInput, signal: AbortSignal): Promise<RelayResponse>;
}

export class NetworkFault extends Error {
  override readonly name = 'NetworkFault';
  /** True if the server itself answered but cannot serve the request now. The network works. */
  readonly refused: boolean;
  constructor(message: string, { cause, refused = false }: { readonly cause?: unknown; readonly refused?: boolean } = {}) {
    super(message, { cause });
    this.refused = refused;
  }
}

export interface Clock {
  /** The device's wall clock in milliseconds. It may be days off and may jump. */
  wallMs(): number;
  /** Milliseconds since this document was loaded; never decreases. */
  monoMs(): number;
}

export interface Timers {
  /** Resolves after `ms` milliseconds or when `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface RandomSource {
  uuid(): string;
  /** Random number in [0, 1), for jitter only, never for secrets. */
  random(): number;
}

/** Elects one leading tab per device, for efficiency only (SY10). */
export interface Leadership {
  /** Runs `lead` whenever this tab leads, until `signal` aborts. The inner signal aborts when leadership is lost. */
  run(lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/**
 * Messages between the tabs of a device. `changed`: the rows of an attempt changed. `written`: an op waits to be sent. `reachable`: result of the
 * leader's last exchange with the server; `storing`: whether the server accepts ops (a server with a full disk answers but stores nothing).
 * `heard`: server time in the last reply about this attempt. `watched`: a person has this archived attempt open, so it must be polled.
 */
export type TabMessage =
  /** SY25: the sending tab's database failed ('failed'), or the disk takes no new data ('full'). No tab may trust the database then. */
  | { readonly kind: 'doubt'; readonly why: ReplicaFailure }
  | { readonly kind: 'changed'; readonly attemptId: string }
  | { readonly kind: 'watched'; readonly attemptId: string }
  | { readonly kind: 'heard'; readonly attemptId: string; readonly serverNow: number }
  /** `awaited`: a person in the room waits for the op to arrive, so it is sent without delay. */
  | { readonly kind: 'written'; readonly awaited?: true }
  /** A relay in the room holds this stream up to `through`; the server has not acknowledged it. */
  | { readonly kind: 'relayed'; readonly attemptId: string; readonly streamId: string; readonly through: number }
  | { readonly kind: 'reachable'; readonly reachable: boolean; readonly storing?: boolean };

/**
 * Channel for messages between the tabs of a device. Listeners of all tabs, also of the sending one, are called after `announce` has returned.
 * Messages may be lost, so no listener may rely on them alone.
 */
export interface TabChannel {
  announce(note: TabMessage): void;
  onAnnounced(listener: (note: TabMessage) => void): () => void;
}

/** Verifies that the sitting's server signed the fields of this receipt. */
export interface VerifyReceipt {
  (receipt: HandInReceipt, serverKeys: SittingRow['serverKeys']): Promise<boolean>;
}
