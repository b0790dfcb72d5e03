import type { News, PullInput, PushInput, PushRefusalData, Receipt, StreamHead, WireStream } from '../contract/sync.ts';
import type { RelayAnswer } from '../contract/relay.ts';
import type { SittingGrant } from '../contract/sitting.ts';
import type { StreamKeys } from '../seal/stream-cipher.ts';
import type { OpHeader } from './ops.ts';

/**
 * What the engine needs from its surroundings. The browser gives it Dexie, WebCrypto, fetch and Web Locks
 * (`web/platform`); the simulation gives it memory, seeded chance and a failing network (`tests/simulation`).
 */

/** A person's seat in an attempt on this device. Outlives sign-out, reload and the next user of the PC. */
export interface SittingRow {
  readonly attemptId: string;
  readonly planId: number;
  readonly epoch: number;
  readonly actor: number;
  readonly schoolId: number;
  readonly ticket: string;
  readonly serverKeys: SittingGrant['serverKeys'];
  /** The sitting key under the owner's vault; opaque to everybody else. */
  readonly wrappedSittingKey: string;
  /** Above or equal to every lamport this device has seen for the attempt, other tabs and pulls included (SY5). */
  readonly lamport: number;
  /** Set in the transaction that writes the hand-in; from then on no tab may append answers. */
  readonly handIn: HandInRow | null;
  readonly news: News | null;
  readonly receipt: Receipt | null;
  /** Server epoch of the newest reply. */
  readonly serverEpoch: string;
  /** The server holds everything and the receipt is in: kept until then, prunable after (SY8). */
  readonly archivedMs: number | null;
  /** The key of this seat for typed grants, under the owner's vault. */
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
  /** The stream's secret under the owner's vault (SY2, SY20). */
  readonly wrappedForSelf: string;
  /** The upload ticket it was opened under: a move to another epoch gives the sitting a new one, which can't carry this stream. */
  readonly ticket: string;
  /** The hash before its first op, so that whoever carries it can send it from the start. */
  readonly genesis: string;
  readonly headSeq: number;
  readonly headHash: string;
  /** What the server is known to hold: through this seq, and told by the server with this epoch. */
  readonly ackedSeq: number;
  readonly ackedBy: string;
  /** What the server held of the chain when the stream was condemned; ops after it travel as `aside`, for good. 0 while it is whole. */
  readonly forkedAfter: number;
  /** Ops through this seq lie aside on the server as a fork (SY7); 0 when the chain is whole. */
  readonly asideThrough: number;
  /** A forked or broken stream takes no further ops; its owner's next writer restates what did not arrive. */
  readonly condemned: boolean;
}

export interface OpRow extends Pick<OpHeader, 'streamId' | 'seq' | 'lamport' | 'type' | 'attemptId' | 'basisCursor' | 'wallMs' | 'monoMs'> {
  readonly sealed: string;
  readonly hash: string;
}

/** An op that is yet to be sealed. */
export interface OpDraft {
  readonly header: OpHeader;
  readonly payload: unknown;
  readonly cipher: Pick<StreamCipher, 'seal' | 'keys'>;
}

/**
 * Each method is one transaction, durable when its promise resolves (SY3: strict). Nothing but the store's own work may
 * happen inside: sealing and hashing are done before, so a guard tells whether what they were built on still holds.
 */
export type AppendOutcome = 'committed' | 'moved' | 'closed' | 'streamClosed';

export interface Appended {
  readonly op: OpRow;
  readonly outcome: AppendOutcome;
}

export interface ClientStore {
  /* Every method may reject with `StorageFault`; nothing of it was written then. */
  sitting(attemptId: string): Promise<SittingRow | undefined>;
  sittings(): Promise<SittingRow[]>;
  /** Writes a grant. Where the sitting is known already, what this device gathered stays: lamport, hand-in, news and receipt never go back. */
  saveSitting(row: SittingRow): Promise<void>;
  addStream(row: StreamRow): Promise<void>;
  stream(streamId: string): Promise<StreamRow | undefined>;
  streamsOf(attemptId: string): Promise<StreamRow[]>;
  /** Streams of any attempt and any user that the server is not known to hold whole (SY7a). */
  undelivered(): Promise<StreamRow[]>;
  /** Ops fromSeq, fromSeq + 1 … at most `limit`. */
  ops(streamId: string, fromSeq: number, limit: number): Promise<OpRow[]>;
  /**
   * Writes one op and moves the stream's head and the sitting's lamport with it.
   * `moved`: the head is not `prevHash` or the lamport is not above the sitting's: build it again.
   * `closed`: the attempt is handed in on this device. `streamClosed`: condemned, or of an older epoch: open another stream.
   * `amend`: the owner's writer restates, after the hand-in, what a condemned stream could not deliver.
   */
  append(op: OpRow, prevHash: string, amend?: 'amend'): Promise<AppendOutcome>;
  /** `append` of what it seals itself, where a store can do all of it on another thread. `op`: as it was sealed. */
  sealAndAppend?(draft: OpDraft, prevHash: string, amend?: 'amend'): Promise<Appended>;
  /** As `append`, and sets the sitting's hand-in; `moved` also when any stream's head differs from `heads` (SY14). */
  appendHandIn(op: OpRow, prevHash: string, heads: readonly StreamHead[], handIn: HandInRow, amend?: 'amend'): Promise<AppendOutcome>;
  /**
   * The server says it holds this stream through `head` (SY6). Advances only where the own hash at that seq is the same;
   * moves back when `serverEpoch` is another or the head is behind what was acknowledged (SY8: a restored server).
   */
  acknowledge(
    streamId: string,
    head: { seq: number; hash: string },
    serverEpoch: string,
  ): Promise<'advanced' | 'same' | 'rewound' | 'disagrees'>;
  /** Another server epoch was seen: nothing is known to be held any more, on any stream; nothing is archived any more. */
  forgetAcks(serverEpoch: string): Promise<void>;
  /** `keptAside`: this server keeps these ops of the condemned stream's tail. */
  setAside(streamId: string, ops: { fromSeq: number; toSeq: number }, serverEpoch: string): Promise<void>;
  /** The stream forked or is broken: it takes no further op, and what the server is not known to hold goes aside. */
  condemn(streamId: string): Promise<void>;
  /**
   * Keeps the newer of what it has and `news` (a change of `serverEpoch` always replaces), raises the lamport, and lifts this
   * device's hand-in where the news name it as reopened.
   */
  noteNews(attemptId: string, news: News, serverEpoch: string): Promise<void>;
  archive(attemptId: string, nowMs: number): Promise<void>;
  clockCheckpoint(attemptId: string): Promise<ClockCheckpoint | undefined>;
  saveClockCheckpoint(attemptId: string, checkpoint: ClockCheckpoint): Promise<void>;
}

/**
 * SY25: which copies hold what this device last called saved. `database`, `journal`: that one alone, and it is sound. `doubtful`: only the
 * database, after a write of it has failed; it may be found damaged, with all that it holds, when the browser is started again.
 */
export type Copies = 'both' | 'database' | 'journal' | 'doubtful';

export type Doubt = 'failed' | 'full';

/** The disk refused. `quota`: it is full, and room can be made; `storage`: anything else. */
export class StorageFault extends Error {
  override readonly name = 'StorageFault';
  readonly kind: 'quota' | 'storage';
  constructor(kind: 'quota' | 'storage', cause: unknown) {
    super(`the store refused (${kind}): ${String(cause)}`, { cause });
    this.kind = kind;
  }
}

/** SY21. */
export interface ClockCheckpoint {
  readonly wallMs: number;
  readonly monoMs: number;
  readonly documentId: string;
  /** Of the exam's own time, as shown; never decreases once the exam has begun. Negative before the start. */
  readonly elapsedMs: number;
  /** The part of it that was lived by a monotonic clock or said by the server: only this ends an exam or shuts anybody out. */
  readonly sureMs: number;
  /** What only this PC's wall clock claims to have passed before the start; none once the paper was opened. */
  readonly waitedMs: number;
  /** The same since the start, counted from the server's last word; at most two minutes. */
  readonly claimedMs: number;
  /** Only this PC's wall clock knows how much time has passed: the server has yet to say. */
  readonly flagged: boolean;
}

/** The keys of one stream, unlocked. */
export interface StreamCipher {
  readonly genesis: string;
  /** What another thread seals with in this one's place; absent: nothing can be handed to it. */
  readonly keys?: StreamKeys;
  /** Seals a payload and hashes the op onto `prevHash`. */
  seal(prevHash: string, header: OpHeader, payload: unknown): Promise<{ sealed: string; hash: string }>;
  /** Parses the payload; rejects where header or ciphertext were altered. */
  open(header: OpHeader, sealed: string): Promise<unknown>;
}

/** What the signed-in person's credential unlocks on this device. Null where nobody is signed in. */
export interface Vault {
  /** A new stream of this sitting: random secret, wrapped to the server (HPKE, psk = sitting key) and to the owner. */
  openStream(
    sitting: SittingRow,
    streamId: string,
    documentId: string,
  ): Promise<{ cipher: StreamCipher; wrappedForServer: string; wrappedForSelf: string }>;
  /** Undefined: wrapped under another credential (SY20). */
  reopenStream(stream: StreamRow): Promise<StreamCipher | undefined>;
}

/** SHA-256 of UTF-8 text, base64url. */
export interface Digest {
  (text: string): Promise<string>;
}

export type PushAnswer =
  | {
      readonly kind: 'ok';
      readonly serverEpoch: string;
      readonly ackedThrough: number;
      readonly headHash: string;
      readonly serverNow: number;
      readonly news: News | null;
    }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string; readonly data: PushRefusalData | null };
export type PullAnswer =
  | {
      readonly kind: 'ok';
      readonly serverEpoch: string;
      readonly serverNow: number;
      readonly news: News | null;
      readonly heads: readonly StreamHead[];
    }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string };

/**
 * The wire. Resolves only with an envelope of ours, at whatever HTTP status it came; everything else (no reply, a captive
 * portal's page, a cut body) rejects with `NetworkFault`. Codes whose row says `retry` also reject so.
 */
export interface SyncTransport {
  push(input: PushInput, signal: AbortSignal): Promise<PushAnswer>;
  pull(input: PullInput, signal: AbortSignal): Promise<PullAnswer>;
  time(signal: AbortSignal): Promise<{ serverNow: number; serverEpoch: string }>;
  /** The same envelope to a relay in the room, which can't read it (SY7a); rejects as `push` does. Absent: this build knows none. */
  relay?(address: string, input: PushInput, signal: AbortSignal): Promise<RelayAnswer>;
}

export class NetworkFault extends Error {
  override readonly name = 'NetworkFault';
  /** The server itself answered, and can't do it now: the network is not to blame. */
  readonly refused: boolean;
  constructor(message: string, { cause, refused = false }: { readonly cause?: unknown; readonly refused?: boolean } = {}) {
    super(message, { cause });
    this.refused = refused;
  }
}

export interface Clock {
  /** The device's wall clock: may be days off and may jump. */
  wallMs(): number;
  /** Since this document began; only grows. */
  monoMs(): number;
}

export interface Timers {
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Chance {
  uuid(): string;
  /** [0, 1): jitter only, never for secrets. */
  random(): number;
}

/** One tab of the device leads at a time; for efficiency only (SY10). Resolves `lead`'s promise ends or the lock is stolen. */
export interface Leadership {
  /** Runs `lead` whenever this tab leads, until `signal` ends; the inner signal ends when leadership is lost. */
  run(lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/**
 * `changed`: the rows of an attempt; `written`: an op waits to be sent; `reachable`: how the leader's last exchange with the server went;
 * `heard`: the server's time, as it said in its last answer about this attempt.
 * `watched`: a person has this archived attempt before them and would want to hear that it was reopened.
 * `storing`: does it take ops in? (A server whose disk is full still answers.) `doubt`: a tab's database has refused, and no tab's can be trusted any more (SY25).
 */
export type PeerNote =
  /** SY25: this tab's database has failed ('failed'), or its disk takes nothing new ('full'). */
  | { readonly kind: 'doubt'; readonly why: Doubt }
  | { readonly kind: 'changed'; readonly attemptId: string }
  | { readonly kind: 'watched'; readonly attemptId: string }
  | { readonly kind: 'heard'; readonly attemptId: string; readonly serverNow: number }
  /** `awaited`: somebody in the room waits for it to arrive, so it is sent without waiting for more. */
  | { readonly kind: 'written'; readonly awaited?: true }
  /** A relay in the room keeps this stream through here; the server has not said so. */
  | { readonly kind: 'relayed'; readonly attemptId: string; readonly streamId: string; readonly through: number }
  | { readonly kind: 'reachable'; readonly reachable: boolean; readonly storing?: boolean };

/**
 * Tells every listener on the device, this tab's own included, that something has changed; never before `announce` returns.
 * A hint, never the only way to learn of it.
 */
export interface Peers {
  announce(note: PeerNote): void;
  onAnnounced(listener: (note: PeerNote) => void): () => void;
}

/** Is this receipt signed by the server of the sitting, over these very fields? */
export interface ReceiptCheck {
  (receipt: Receipt, serverKeys: SittingRow['serverKeys']): Promise<boolean>;
}
