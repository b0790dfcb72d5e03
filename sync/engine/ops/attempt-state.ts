import type { CommandDecision, RoomCommand } from '../../contract/exams/room-command.ts';
import type { AnswerValue, OpPayload } from './ops.ts';

/**
 * Merged state of the ops of one attempt. Plain JSON; the server stores it as one row per attempt, and `applyOp` updates it in place. The same set of
 * ops gives the same state in any order of arrival, except for the order of its tables (see `serialiseState`).
 *
 * Streams are referred to by their index in `streams`, and ops by (stream, seq). All candidates of an item (the ops that answer one question) are
 * stored as numbers, because a later hand-in, grant or decision may make another one win. Only the value of the current winner is stored.
 */
export interface AttemptState {
  readonly v: 2;
  /** Highest lamport (logical clock that orders values, SY5) of the ops applied so far. */
  lamport: number;
  readonly streams: StreamPart[];
  /**
   * Item → ops that answer it, as a flat list with four numbers per candidate: stream, seq, lamport and basis (version of the server's news that the
   * device had when it wrote the op).
   */
  readonly items: Record<string, number[]>;
  /** Item → stream, seq and value of the answer op that was last known to win (SY5). The entry is void once another op wins. */
  readonly values: Record<string, [stream: number, seq: number, value: AnswerValue]>;
  /**
   * Item → ops that set or remove the examinee's flag on the question, as a flat list with four numbers per op: stream, seq, lamport and on (1 or 0).
   */
  readonly flags: Record<string, number[]>;
  readonly handIns: HandInPart[];
  /** Hand-ins that staff lifted, so that the examinee may continue, as a flat list of pairs (stream, seq). */
  readonly lifted: number[];
  readonly marks: CheatingMarkPart[];
  readonly revoked: string[];
  absent: boolean;
  /**
   * Id of an incident that cost the examinee time → milliseconds of extension. If two tablets report the same incident, the longer extension counts.
   */
  readonly incidents: Record<string, number>;
  /** Id of an incident → milliseconds of extension that the examinee got by typing an extension code at a PC of this attempt. */
  readonly granted: Record<string, number>;
  /** Kind of event → how often the browser noticed the examinee leaving the paper. */
  readonly seen: Record<string, number>;
  /** Question and recording ("7/3fa9c1d2") → ops that report the start of a playback of this recording, as a flat list of pairs (stream, seq). */
  readonly plays: Record<string, number[]>;
  /** Id of a pause of the attempt → the reason that staff gave. */
  readonly pauses: Record<string, string>;
  /** Id of an ended pause → milliseconds by which this pause extends the examinee's time. */
  readonly resumed: Record<string, number>;
  readonly messages: MessagePart[];
  readonly checks: CheckPart[];
  /**
   * Room commands of invigilators' tablets, and the server's decisions about them. Only the log of an exam room has them, never that of an attempt.
   */
  readonly acts: RoomCommandPart[];
  readonly judged: Record<string, CommandDecisionPart>;
  readonly grants: GrantPart[];
  readonly decisions: DecisionPart[];
  marking: MarkingPart | null;
  /** SY23: releases of scores, each with the last seq of every stream that the server held at the release. */
  readonly disclosures: DisclosurePart[];
  /** The exam's start in server milliseconds if the server received ops of this attempt before it (early ops, SY24), else 0. */
  earlyUntilMs: number;
  /** Attachments (files on answers) of which the server has every chunk, each under its name by `getStoredFileName`. */
  readonly filesHere: string[];
  /** Op stamp of the first report that the file in `filesHere` at the same index is complete; null if an older build recorded none. */
  readonly filesSaid: (OpStamp | null)[];
  /**
   * Number of answers that the server has received, by minute of its clock, as a flat list of pairs (minute, count). A repeated op is not counted
   * again.
   */
  readonly received: number[];
}

/**
 * Evidence about the clocks of the browser document that writes a stream. It bounds when the ops of the stream can have been written (SY22), and
 * comes from its ops since the document's wall clock last jumped against its monotonic clock.
 */
interface LivedPart {
  /** Latest possible server time at which the monotonic clock stood at 0, derived from the arrival of the stream's ops so far. */
  readonly originMs: number;
  /** Server time at which the first op since the jump of the wall clock was received. */
  readonly firstMs: number;
  /** Monotonic time of the browser document when it wrote the newest op of the stream. */
  readonly lastMonoMs: number;
  /** Wall clock minus monotonic clock of the browser document when it wrote the newest op of the stream. */
  readonly offsetMs: number;
}

/** Server's facts about the arrival of an op. `receivedMs`: server time. `earlyUntilMs`: the exam's start if the op arrived before it, else 0. */
export interface OpArrival {
  readonly receivedMs: number;
  readonly earlyUntilMs: number;
}

/** Author of a stream. `staff`: written by the server, for any cause. `tablet`: written by an invigilator's device into the log of a room. */
export type StreamAuthor = 'examinee' | 'tablet' | 'staff';

export interface StreamPart {
  readonly id: string;
  /** Epoch of the stream (number that rises with each move to another PC); 0 while other ops refer to the stream but none of its ops has arrived. */
  epoch: number;
  author: StreamAuthor;
  /** Received seqs as runs, a flat list of pairs (from, to). */
  readonly got: number[];
  /**
   * Seqs of early ops, which the server received before the exam's start (SY24), as a flat list of pairs (from, to). They count only by a staff
   * decision.
   */
  readonly early: number[];
  /** Rejected ops: seq and reject reason. */
  readonly odd: [seq: number, reason: OpRejectReason][];
  /**
   * SY22, server only: flat list of triples: seq of an answer or hand-in, latest server time at which this op can have been written, and `firstMs` of
   * `lived` when the op was received.
   */
  writtenBy?: number[];
  lived?: LivedPart;
  /** SY25: number of ops that a PC reports to have written on this stream. */
  written?: number;
  /** Ops up to this seq are in quarantine instead of the chain. */
  quarantinedThrough?: number;
}

/** Why an op is rejected. `unopened`: the chain fits but the seal cannot be opened. `type`: unknown to this build; a newer build applies the op. */
export type OpRejectReason = 'unopened' | 'payload' | 'type' | 'notAllowed' | 'lamport';

/** Op stamp: orders values as SY5 says. The epoch is that of the stream. */
export interface OpStamp {
  readonly stream: number;
  readonly seq: number;
  readonly lamport: number;
}

export interface HandInPart extends OpStamp, Omit<OpPayload<'attempt.handIn@2'>, 'manifest'> {
  readonly wallMs: number;
  /** Ops that the hand-in lists, as a flat list of pairs (stream, last listed seq). */
  readonly lists: number[];
  /**
   * Null until every listed op has arrived. The server then compares the digest with the stored hashes and records the result with its position in
   * the log. The standing hand-in that was complete first counts (SY24).
   */
  proof: ManifestProof | null;
}
export interface ManifestProof {
  readonly pos: number;
  readonly agrees: boolean;
}
export interface CheatingMarkPart extends OpStamp {
  readonly markId: string;
  readonly reason: string;
  readonly basis: number;
}
export interface MessagePart extends OpStamp {
  readonly messageId: string;
  readonly text: string;
  readonly atMs: number;
}
export interface CheckPart extends OpStamp {
  readonly checkId: string;
  readonly matches: boolean;
  readonly note: string;
}
export interface RoomCommandPart extends OpStamp {
  readonly actId: string;
  readonly act: RoomCommand;
  readonly attemptIds: readonly string[];
  readonly actor: number;
  readonly wallMs: number;
  /** Server time at which the command was received; 0 on a device. */
  readonly receivedMs: number;
}
export interface CommandDecisionPart extends OpStamp {
  readonly fates: Readonly<Record<string, CommandDecision>>;
}
export interface GrantPart extends OpStamp {
  readonly epoch: number;
  readonly heads: number[];
  /** True if the epoch was granted for answers on paper instead of a PC. */
  readonly paper?: true;
}
export interface DisclosurePart extends OpStamp {
  readonly heads: number[];
}
export interface DecisionPart extends OpStamp {
  readonly on: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly count: boolean;
}
export interface MarkingPart extends OpStamp {
  readonly to: 'none' | 'marking' | 'finished';
  readonly heads: number[];
}

/** Returns the state of an attempt without ops. */
export const createEmptyState = (): AttemptState => ({
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
  plays: {},
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

/** Returns the index of a stream in the table and adds the stream if it is unknown. */
export function ensureStreamIndex(state: AttemptState, id: string): number {
  let places = placesOf.get(state);
  // A manifest may name hundreds of streams that nobody wrote. A linear search for each would let a client overload the server.
  if (places?.size !== state.streams.length) placesOf.set(state, (places = new Map(state.streams.map((s, at) => [s.id, at]))));
  const known = places.get(id);
  if (known !== undefined) return known;
  const at = state.streams.push({ id, epoch: 0, author: 'examinee', got: [], early: [], odd: [] }) - 1;
  places.set(id, at);
  return at;
}

const placesOf = new WeakMap<AttemptState, Map<string, number>>();

/** Returns the stream at this index. Throws `RangeError` if the state has none. */
export const getStreamPart = (state: AttemptState, index: number): StreamPart => {
  const part = state.streams[index];
  if (!part) throw new RangeError(`the attempt's state has no stream ${index}`);
  return part;
};

/** Returns the second number of the pair whose first is `key`, from a flat list of pairs. */
export function findPairValue(pairs: readonly number[], key: number): number | undefined {
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === key) return pairs[i + 1];
  return undefined;
}

/** Compares two op stamps (SY5): epoch, lamport, stream id, then seq for a writer that repeats a lamport. Positive if `a` ranks above `b`. */
export function compareOpStamps(state: AttemptState, a: OpStamp, b: OpStamp): number {
  const [sa, sb] = [getStreamPart(state, a.stream), getStreamPart(state, b.stream)];
  if (sa.epoch !== sb.epoch) return sa.epoch - sb.epoch;
  if (a.lamport !== b.lamport) return a.lamport - b.lamport;
  if (sa.id !== sb.id) return sa.id < sb.id ? -1 : 1;
  return a.seq - b.seq;
}
