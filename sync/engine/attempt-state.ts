import type { ActFate, RoomAct } from '../contract/room-act.ts';
import type { AnswerValue, OpPayload } from './ops.ts';

/**
 * What the ops of one attempt come to. Plain JSON (the server keeps one row of it an attempt), filled in place by `applyOp`;
 * the same set of ops gives the same state in whatever order they came, up to the order of its tables (`canonicalState`).
 *
 * Streams are named by their place in `streams`, and an op by (stream, seq). All candidates of an item stay, as numbers: a
 * hand-in, a grant or a decision that comes later may move the count from one to another. Only the winner's value is held.
 */
export interface AttemptState {
  readonly v: 2;
  /** Highest seen. */
  lamport: number;
  readonly streams: StreamPart[];
  /** Item → stream, seq, lamport, basis (news version its writer had seen), and so on. */
  readonly items: Record<string, number[]>;
  /** Item → stream, seq and value of what won when last looked; void where another op wins now. */
  readonly values: Record<string, [stream: number, seq: number, value: AnswerValue]>;
  /** Item → stream, seq, lamport, on (1 or 0) … */
  readonly flags: Record<string, number[]>;
  readonly handIns: HandInPart[];
  /** Hand-ins lifted by staff: stream, seq … */
  readonly lifted: number[];
  readonly marks: MarkPart[];
  readonly revoked: string[];
  absent: boolean;
  /** Incident → milliseconds. Two tablets may tell it twice; the longer counts. */
  readonly incidents: Record<string, number>;
  /** Incidents that this PC took a typed grant for. */
  readonly granted: Record<string, number>;
  /** What its browser noticed of somebody leaving the paper → how often. */
  readonly seen: Record<string, number>;
  /** Pause → what it is for. */
  readonly pauses: Record<string, string>;
  /** Pauses that are over, with the time they give back. */
  readonly resumed: Record<string, number>;
  readonly messages: MessagePart[];
  readonly checks: CheckPart[];
  /** Of a room's log alone: what its tablets did, and what became of it. */
  readonly acts: ActPart[];
  readonly judged: Record<string, JudgedPart>;
  readonly grants: GrantPart[];
  readonly decisions: DecisionPart[];
  marking: MarkingPart | null;
  /** SY23: when scores were told, with what the server had then. */
  readonly disclosures: DisclosurePart[];
  /** What came before the exam's start came before this moment; 0 where nothing did. */
  earlyUntilMs: number;
  /** Files of which the server has every piece, by `fileName`. */
  readonly filesHere: string[];
  /** By its place there, the first time the server said so; null where an older build noted none. */
  readonly filesSaid: (Said | null)[];
  /** How many answers the server first had in which minute of its time: minute, count, minute, count … */
  readonly received: number[];
}

/** Span of the monotonic clock of a stream's writer in which its wall clock did not jump. */
interface LivedPart {
  /** Latest server time at which the monotonic clock stood at 0, by the receipts so far. */
  readonly originMs: number;
  /** Server time at which the first op of the span was received. */
  readonly firstMs: number;
  /** Monotonic time of the newest op. */
  readonly lastMonoMs: number;
  /** Wall clock minus monotonic clock at that op. */
  readonly offsetMs: number;
}

/** What the server adds to an op: when it had it and, where that was before the exam's start, that start (else 0). */
export interface Arrival {
  readonly receivedMs: number;
  readonly earlyUntilMs: number;
}

/** `staff`: written by the server, whoever caused it. `tablet`: by an invigilator's device, into the log of a room. */
export type Author = 'examinee' | 'tablet' | 'staff';

export interface StreamPart {
  readonly id: string;
  /** 0 while the stream is only spoken of and none of its ops has come. */
  epoch: number;
  author: Author;
  /** Seqs that came, as runs: from, to, from, to … */
  readonly got: number[];
  /** Seqs the server had before the exam's start (SY24), as runs: they count only if a person says so. */
  readonly early: number[];
  /** Ops that mean nothing here: seq and why. */
  readonly odd: [seq: number, reason: OddReason][];
  /** SY22, on the server: seq of each answer and hand-in, the latest time at which it can have been written, and `firstMs` of its `lived`. */
  writtenBy?: number[];
  lived?: LivedPart;
  /** SY25: number of ops that a PC told the server it has written on this stream. */
  written?: number;
  /** Ops through this seq are in quarantine instead of the chain. */
  quarantinedThrough?: number;
}

/** `unopened`: the chain fits but the seal does not; `type`: not known to this build (projected again after an upgrade). */
export type OddReason = 'unopened' | 'payload' | 'type' | 'notAllowed' | 'lamport';

/** Who said it, in the order of SY5. */
export interface Said {
  readonly stream: number;
  readonly seq: number;
  readonly lamport: number;
}

export interface HandInPart extends Said, Omit<OpPayload<'attempt.handIn@2'>, 'manifest'> {
  readonly wallMs: number;
  /** stream, seq, stream, seq … */
  readonly lists: number[];
  /**
   * Null until everything listed is there. Then the host has compared the digest with the hashes it holds, and says at which place of the
   * log that was: of several complete hand-ins the first stands (SY24).
   */
  proof: Proof | null;
}
export interface Proof {
  readonly pos: number;
  readonly agrees: boolean;
}
export interface MarkPart extends Said {
  readonly markId: string;
  readonly reason: string;
  readonly basis: number;
}
export interface MessagePart extends Said {
  readonly messageId: string;
  readonly text: string;
  readonly atMs: number;
}
export interface CheckPart extends Said {
  readonly checkId: string;
  readonly matches: boolean;
  readonly note: string;
}
export interface ActPart extends Said {
  readonly actId: string;
  readonly act: RoomAct;
  readonly attemptIds: readonly string[];
  readonly actor: number;
  readonly wallMs: number;
  /** 0 on a device. */
  readonly receivedMs: number;
}
export interface JudgedPart extends Said {
  readonly fates: Readonly<Record<string, ActFate>>;
}
export interface GrantPart extends Said {
  readonly epoch: number;
  readonly heads: number[];
  /** Of a sheet of paper, not of a PC. */
  readonly paper?: true;
}
export interface DisclosurePart extends Said {
  readonly heads: number[];
}
export interface DecisionPart extends Said {
  readonly on: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly count: boolean;
}
export interface MarkingPart extends Said {
  readonly to: 'none' | 'marking' | 'finished';
  readonly heads: number[];
}

export const emptyState = (): AttemptState => ({
  v: 2,
  lamport: 0,
  streams: [],
  items: {},
  values: {},
  flags: {},
  handIns: [],
  lifted: [],
  marks: [],
  revoked: [],
  absent: false,
  incidents: {},
  granted: {},
  seen: {},
  pauses: {},
  resumed: {},
  messages: [],
  checks: [],
  acts: [],
  judged: {},
  grants: [],
  decisions: [],
  marking: null,
  disclosures: [],
  earlyUntilMs: 0,
  filesHere: [],
  filesSaid: [],
  received: [],
});

/** Its place in the table; spoken of for the first time, it gets one. */
export function streamIndex(state: AttemptState, id: string): number {
  let places = placesOf.get(state);
  // A manifest may name hundreds of streams that nobody ever wrote: a walk along the table for each would be a way to stop a server.
  if (places?.size !== state.streams.length) placesOf.set(state, (places = new Map(state.streams.map((s, at) => [s.id, at]))));
  const known = places.get(id);
  if (known !== undefined) return known;
  const at = state.streams.push({ id, epoch: 0, author: 'examinee', got: [], early: [], odd: [] }) - 1;
  places.set(id, at);
  return at;
}

const placesOf = new WeakMap<AttemptState, Map<string, number>>();

export const streamPart = (state: AttemptState, index: number): StreamPart => {
  const part = state.streams[index];
  if (!part) throw new RangeError(`no stream ${index} in this state`);
  return part;
};

/** In a flat list of pairs, the second of the pair whose first is `key`. */
export function pairValue(pairs: readonly number[], key: number): number | undefined {
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === key) return pairs[i + 1];
  return undefined;
}

/** SY5: (epoch, lamport, streamId), and seq for a writer that repeats a lamport. Positive: `a` stands above `b`. */
export function compareSaid(state: AttemptState, a: Said, b: Said): number {
  const [sa, sb] = [streamPart(state, a.stream), streamPart(state, b.stream)];
  if (sa.epoch !== sb.epoch) return sa.epoch - sb.epoch;
  if (a.lamport !== b.lamport) return a.lamport - b.lamport;
  if (sa.id !== sb.id) return sa.id < sb.id ? -1 : 1;
  return a.seq - b.seq;
}
