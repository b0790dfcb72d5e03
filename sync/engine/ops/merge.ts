import {
  type OpArrival,
  type AttemptState,
  type StreamAuthor,
  compareOpStamps,
  type HandInPart,
  type OpRejectReason,
  type ManifestProof,
  type OpStamp,
  ensureStreamIndex,
  type StreamPart,
  getStreamPart,
} from './attempt-state.ts';
import { dropCountingCache, findWinnerPosition } from './counting.ts';
import { type AnswerValue, examineeOpTypes, type OpenedOp, type OpHeader, type OpPayload, tabletOpTypes } from './ops.ts';
import { addSeq } from './seq-runs.ts';
import { parseOp, type ParsedOp } from './upcast.ts';
import { recordWritingTime } from './writing-time.ts';

/** Highest accepted lamport. No device reaches it in an exam. An op that claims more would leave no higher number for other ops. */
const lamportMax = 2 ** 45;

/**
 * Applies one op to `state`, in place. An op that is in the state already changes nothing. `author`: author of the stream; each author may write
 * only its own op types. `arrival`: facts that only the server's log knows. Returns true if the state changed.
 */
export function applyOp(state: AttemptState, op: OpenedOp, author: StreamAuthor = 'examinee', arrival?: OpArrival): boolean {
  const target = take(state, op, author);
  if (!target) return false;
  const { stream, part } = target;
  if (arrival) noteArrival(state, part, op, arrival);
  const parsed = parseOp(op.type, op.payload);
  const rejectReason = findRejectReason(op, parsed, author);
  if (rejectReason || typeof parsed === 'string') {
    part.odd.push([op.seq, rejectReason ?? 'payload']);
    return true;
  }
  if (op.lamport > state.lamport) state.lamport = op.lamport;
  applyRead(state, { stream, seq: op.seq, lamport: op.lamport }, parsed, op, arrival?.receivedMs ?? 0);
  return true;
}

/**
 * Records an op whose chain fits but whose seal cannot be opened. Its seq counts as received, but it has no effect (SY7). Returns true if the
 * state changed.
 */
export function applyUnopened(state: AttemptState, header: OpHeader, author: StreamAuthor = 'examinee'): boolean {
  const target = take(state, header, author);
  target?.part.odd.push([header.seq, 'unopened']);
  return target !== undefined;
}

function take(state: AttemptState, op: OpHeader, author: StreamAuthor): { stream: number; part: StreamPart } | undefined {
  const stream = ensureStreamIndex(state, op.streamId);
  const part = getStreamPart(state, stream);
  if (!addSeq(part.got, op.seq)) return undefined;
  if (part.epoch === 0) {
    part.epoch = op.epoch;
    part.author = author;
    dropCountingCache(state);
  }
  return { stream, part };
}

const minuteMs = 60_000;

function noteArrival(state: AttemptState, part: StreamPart, op: OpHeader, { receivedMs, earlyUntilMs }: OpArrival): void {
  if (part.author !== 'examinee') return;
  recordWritingTime(part, op, receivedMs);
  const { type, seq } = op;
  if (earlyUntilMs > 0 && !type.startsWith('attempt.enter@')) {
    addSeq(part.early, seq);
    if (earlyUntilMs > state.earlyUntilMs) state.earlyUntilMs = earlyUntilMs;
  }
  if (!type.startsWith('answer.set@')) return;
  const minute = Math.floor(receivedMs / minuteMs);
  const { received } = state;
  for (let at = received.length - 2; at >= 0; at -= 2)
    if (received[at] === minute) return void (received[at + 1] = (received[at + 1] ?? 0) + 1);
  received.push(minute, 1);
}

/** Counts the answers that the server received for the first time at or after `fromMs` (server time, rounded to the minute). */
export function countReceivedSince(state: AttemptState, fromMs: number): number {
  let sum = 0;
  for (let at = 0; at < state.received.length; at += 2)
    if ((state.received[at] ?? 0) * minuteMs >= fromMs) sum += state.received[at + 1] ?? 0;
  return sum;
}

function findRejectReason(op: OpenedOp, read: ParsedOp | 'type' | 'payload', author: StreamAuthor): OpRejectReason | undefined {
  if (typeof read === 'string') return read;
  // The server's lamports exceed all that it has seen. If an examinee's op has the highest allowed lamport, the server's own ops must stay valid.
  if (author === 'staff') return undefined;
  if (op.lamport > lamportMax) return 'lamport';
  return writable[author].includes(read.type) ? undefined : 'notAllowed';
}

const writable: Readonly<Record<Exclude<StreamAuthor, 'staff'>, readonly string[]>> = { examinee: examineeOpTypes, tablet: tabletOpTypes };

type Apply = {
  readonly [T in ParsedOp['type']]: (
    state: AttemptState,
    stamp: OpStamp,
    payload: Extract<ParsedOp, { type: T }>['payload'],
    op: OpHeader,
    receivedMs: number,
  ) => void;
};

function takeAnswer(state: AttemptState, stamp: OpStamp, { i, v }: OpPayload<'answer.set@1' | 'paper.set@1'>, op: OpHeader): void {
  const candidate = [stamp.stream, stamp.seq, stamp.lamport, op.basisCursor];
  // Store the first candidate's array itself: an empty array that grows reserves five times its memory, for each answer of an exam.
  const candidates = state.items[i] ?? candidate;
  const at = candidates === candidate ? 0 : candidates.push(...candidate) - 4;
  state.items[i] = candidates;
  if (findWinnerPosition(state, candidates) === at) state.values[i] = [stamp.stream, stamp.seq, v];
}

const table: Apply = {
  'answer.set@1': takeAnswer,
  'paper.set@1': takeAnswer,
  'flag.set@1': (state, stamp, { i, on }) => {
    (state.flags[i] ??= []).push(stamp.stream, stamp.seq, stamp.lamport, on ? 1 : 0);
  },
  'attempt.enter@1': () => undefined,
  'attempt.handIn@2': (state, stamp, { manifest, ...rest }, op) => {
    state.handIns.push({ ...stamp, ...rest, wallMs: op.wallMs, lists: listSeqPairs(state, manifest), proof: null });
  },
  'conduct.mark@1': (state, stamp, mark, op) => {
    state.marks.push({ ...stamp, ...mark, basis: op.basisCursor });
  },
  'conduct.revoke@1': (state, _stamp, { markIds }) => {
    for (const id of markIds) if (!state.revoked.includes(id)) state.revoked.push(id);
  },
  'attendance.absent@1': (state) => {
    state.absent = true;
  },
  'time.extend@1': (state, _stamp, { incidentId, ms }) => {
    state.incidents[incidentId] = Math.max(state.incidents[incidentId] ?? 0, ms);
  },
  'time.granted@1': (state, _stamp, { incidentId, ms }) => {
    state.granted[incidentId] = Math.max(state.granted[incidentId] ?? 0, ms);
  },
  'conduct.seen@1': (state, _stamp, { kind }) => {
    state.seen[kind] = (state.seen[kind] ?? 0) + 1;
  },
  'media.play@1': (state, { stream, seq }, { f }) => {
    (state.plays[f] ??= []).push(stream, seq);
  },
  'time.pause@1': (state, _stamp, { pauseId, reason }) => {
    // The same pause may be recorded twice with different reasons. Choose one independently of the order.
    const known = state.pauses[pauseId];
    state.pauses[pauseId] = known === undefined || reason < known ? reason : known;
  },
  'time.resume@1': (state, _stamp, { pauseId, ms }) => {
    state.resumed[pauseId] = Math.max(state.resumed[pauseId] ?? 0, ms);
  },
  'message.send@1': (state, stamp, message) => {
    state.messages.push({ ...stamp, ...message });
  },
  'identity.check@1': (state, stamp, check) => {
    state.checks.push({ ...stamp, ...check });
  },
  'room.act@1': (state, stamp, { actId, act, attemptIds }, { actor, wallMs }, receivedMs) => {
    state.acts.push({ ...stamp, actId, act, attemptIds, actor, wallMs, receivedMs });
  },
  'room.judge@1': (state, stamp, { streamId, seq, fates }) => {
    const key = `${streamId}:${seq}`;
    const known = state.judged[key];
    if (!known || compareOpStamps(state, stamp, known) > 0) state.judged[key] = { ...stamp, fates };
  },
  'handIn.reopen@1': (state, _stamp, { handIns }) => {
    for (const { streamId, seq } of handIns) state.lifted.push(ensureStreamIndex(state, streamId), seq);
  },
  'epoch.grant@1': (state, stamp, { epoch, heads, paper }) => {
    state.grants.push({ ...stamp, epoch, heads: listSeqPairs(state, heads), ...(paper === true && { paper }) });
  },
  'scores.disclose@1': (state, stamp, { heads }) => {
    state.disclosures.push({ ...stamp, heads: listSeqPairs(state, heads) });
  },
  'file.here@1': (state, stamp, { file }) => {
    const position = state.filesHere.indexOf(file);
    const at = position < 0 ? state.filesHere.push(file) - 1 : position;
    const first = state.filesSaid[at];
    if (position < 0 || (first && compareOpStamps(state, stamp, first) < 0)) state.filesSaid[at] = stamp;
  },
  'ops.decide@1': (state, stamp, { streamId, ...rest }) => {
    state.decisions.push({ ...stamp, ...rest, on: ensureStreamIndex(state, streamId) });
  },
  'marking.set@1': (state, stamp, { to, heads }) => {
    if (!state.marking || compareOpStamps(state, stamp, state.marking) > 0)
      state.marking = { ...stamp, to, heads: listSeqPairs(state, heads) };
  },
};

function applyRead(state: AttemptState, stamp: OpStamp, read: ParsedOp, op: OpHeader, receivedMs: number): void {
  // TypeScript cannot see that the function from the table and the payload belong to the same member of the union.
  const apply = table[read.type] as (state: AttemptState, stamp: OpStamp, payload: unknown, op: OpHeader, receivedMs: number) => void;
  apply(state, stamp, read.payload, op, receivedMs);
  if (read.type !== 'answer.set@1' && read.type !== 'flag.set@1') dropCountingCache(state);
}

const listSeqPairs = (state: AttemptState, bySeq: Readonly<Record<string, number>>): number[] =>
  Object.entries(bySeq).flatMap(([streamId, seq]) => [ensureStreamIndex(state, streamId), seq]);

/** Records the server's digest comparison once every listed op has arrived. Only the first result is stored; a later one never replaces it. */
export function recordManifestProof(state: AttemptState, handIn: HandInPart, proof: ManifestProof): void {
  handIn.proof ??= proof;
  dropCountingCache(state);
}

/**
 * Stores a winner's value that the caller read from the op named by `listMissingValues`. `getCountedAnswers` ignores the value if another op has won
 * since.
 */
export function storeWinnerValue(state: AttemptState, op: OpenedOp): void {
  const read = parseOp(op.type, op.payload);
  if (typeof read === 'string' || (read.type !== 'answer.set@1' && read.type !== 'paper.set@1')) return;
  const value: AnswerValue = read.payload.v;
  state.values[read.payload.i] = [ensureStreamIndex(state, op.streamId), op.seq, value];
}
