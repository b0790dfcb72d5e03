import {
  type Arrival,
  type AttemptState,
  type Author,
  compareSaid,
  type HandInPart,
  type OddReason,
  type Proof,
  type Said,
  streamIndex,
  type StreamPart,
  streamPart,
} from './attempt-state.ts';
import { forgetCounting, winner } from './counting.ts';
import { type AnswerValue, examineeOpTypes, type OpenedOp, type OpHeader, type OpPayload, tabletOpTypes } from './ops.ts';
import { addSeq } from './seq-runs.ts';
import { readOp, type ReadOp } from './upcast.ts';
import { noteWriting } from './writing-time.ts';

/** No device counts so far in an exam; an op that claims it would leave nobody a higher number. */
const lamportMax = 2 ** 45;

/**
 * Takes one op into `state`, in place; an op that is there already changes nothing. `author`: whose stream it is; an
 * examinee's may hold only `examineeOpTypes`. `arrival`: as the server's log says, and nobody else. True where something
 * changed.
 */
export function applyOp(state: AttemptState, op: OpenedOp, author: Author = 'examinee', arrival?: Arrival): boolean {
  const taken = take(state, op, author);
  if (!taken) return false;
  const { stream, part } = taken;
  if (arrival) noteArrival(state, part, op, arrival);
  const read = readOp(op.type, op.payload);
  const odd = oddness(op, read, author);
  if (odd || typeof read === 'string') {
    part.odd.push([op.seq, odd ?? 'payload']);
    return true;
  }
  if (op.lamport > state.lamport) state.lamport = op.lamport;
  applyRead(state, { stream, seq: op.seq, lamport: op.lamport }, read, op, arrival?.receivedMs ?? 0);
  return true;
}

/** An op whose chain fits but whose seal does not open: it advances the queue and means nothing (SY7). */
export function applyUnopened(state: AttemptState, header: OpHeader, author: Author = 'examinee'): boolean {
  const taken = take(state, header, author);
  taken?.part.odd.push([header.seq, 'unopened']);
  return taken !== undefined;
}

function take(state: AttemptState, op: OpHeader, author: Author): { stream: number; part: StreamPart } | undefined {
  const stream = streamIndex(state, op.streamId);
  const part = streamPart(state, stream);
  if (!addSeq(part.got, op.seq)) return undefined;
  if (part.epoch === 0) {
    part.epoch = op.epoch;
    part.author = author;
    forgetCounting(state);
  }
  return { stream, part };
}

const minuteMs = 60_000;

function noteArrival(state: AttemptState, part: StreamPart, op: OpHeader, { receivedMs, earlyUntilMs }: Arrival): void {
  if (part.author !== 'examinee') return;
  noteWriting(part, op, receivedMs);
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

/** Answers the server first had at or after this moment of its time, to the minute. */
export function receivedFrom(state: AttemptState, fromMs: number): number {
  let sum = 0;
  for (let at = 0; at < state.received.length; at += 2)
    if ((state.received[at] ?? 0) * minuteMs >= fromMs) sum += state.received[at + 1] ?? 0;
  return sum;
}

function oddness(op: OpenedOp, read: ReadOp | 'type' | 'payload', author: Author): OddReason | undefined {
  if (typeof read === 'string') return read;
  // What the server says stands above all it has seen: one examinee's op at the very limit must not silence it.
  if (author === 'staff') return undefined;
  if (op.lamport > lamportMax) return 'lamport';
  return writable[author].includes(read.type) ? undefined : 'notAllowed';
}

const writable: Readonly<Record<Exclude<Author, 'staff'>, readonly string[]>> = { examinee: examineeOpTypes, tablet: tabletOpTypes };

type Apply = {
  readonly [T in ReadOp['type']]: (
    state: AttemptState,
    said: Said,
    payload: Extract<ReadOp, { type: T }>['payload'],
    op: OpHeader,
    receivedMs: number,
  ) => void;
};

function takeAnswer(state: AttemptState, said: Said, { i, v }: OpPayload<'answer.set@1' | 'paper.set@1'>, op: OpHeader): void {
  const candidates = (state.items[i] ??= []);
  const at = candidates.push(said.stream, said.seq, said.lamport, op.basisCursor) - 4;
  if (winner(state, candidates, 4) === at) state.values[i] = [said.stream, said.seq, v];
}

const table: Apply = {
  'answer.set@1': takeAnswer,
  'paper.set@1': takeAnswer,
  'flag.set@1': (state, said, { i, on }) => {
    (state.flags[i] ??= []).push(said.stream, said.seq, said.lamport, on ? 1 : 0);
  },
  'attempt.enter@1': () => undefined,
  'attempt.handIn@2': (state, said, { manifest, ...rest }, op) => {
    state.handIns.push({ ...said, ...rest, wallMs: op.wallMs, lists: pairs(state, manifest), proof: null });
  },
  'conduct.mark@1': (state, said, mark, op) => {
    state.marks.push({ ...said, ...mark, basis: op.basisCursor });
  },
  'conduct.revoke@1': (state, _said, { markIds }) => {
    for (const id of markIds) if (!state.revoked.includes(id)) state.revoked.push(id);
  },
  'attendance.absent@1': (state) => {
    state.absent = true;
  },
  'time.extend@1': (state, _said, { incidentId, ms }) => {
    state.incidents[incidentId] = Math.max(state.incidents[incidentId] ?? 0, ms);
  },
  'time.granted@1': (state, _said, { incidentId, ms }) => {
    state.granted[incidentId] = Math.max(state.granted[incidentId] ?? 0, ms);
  },
  'conduct.seen@1': (state, _said, { kind }) => {
    state.seen[kind] = (state.seen[kind] ?? 0) + 1;
  },
  'time.pause@1': (state, _said, { pauseId, reason }) => {
    // Told twice in other words: which one is shown must not hang on the order.
    const known = state.pauses[pauseId];
    state.pauses[pauseId] = known === undefined || reason < known ? reason : known;
  },
  'time.resume@1': (state, _said, { pauseId, ms }) => {
    state.resumed[pauseId] = Math.max(state.resumed[pauseId] ?? 0, ms);
  },
  'message.send@1': (state, said, message) => {
    state.messages.push({ ...said, ...message });
  },
  'identity.check@1': (state, said, check) => {
    state.checks.push({ ...said, ...check });
  },
  'room.act@1': (state, said, { actId, act, attemptIds }, { actor, wallMs }, receivedMs) => {
    state.acts.push({ ...said, actId, act, attemptIds, actor, wallMs, receivedMs });
  },
  'room.judge@1': (state, said, { streamId, seq, fates }) => {
    const key = `${streamId}:${seq}`;
    const known = state.judged[key];
    if (!known || compareSaid(state, said, known) > 0) state.judged[key] = { ...said, fates };
  },
  'handIn.reopen@1': (state, _said, { handIns }) => {
    for (const { streamId, seq } of handIns) state.lifted.push(streamIndex(state, streamId), seq);
  },
  'epoch.grant@1': (state, said, { epoch, heads, paper }) => {
    state.grants.push({ ...said, epoch, heads: pairs(state, heads), ...(paper === true && { paper }) });
  },
  'scores.disclose@1': (state, said, { heads }) => {
    state.disclosures.push({ ...said, heads: pairs(state, heads) });
  },
  'file.here@1': (state, said, { file }) => {
    const known = state.filesHere.indexOf(file);
    const at = known < 0 ? state.filesHere.push(file) - 1 : known;
    const first = state.filesSaid[at];
    if (known < 0 || (first && compareSaid(state, said, first) < 0)) state.filesSaid[at] = said;
  },
  'ops.decide@1': (state, said, { streamId, ...rest }) => {
    state.decisions.push({ ...said, ...rest, on: streamIndex(state, streamId) });
  },
  'marking.set@1': (state, said, { to, heads }) => {
    if (!state.marking || compareSaid(state, said, state.marking) > 0) state.marking = { ...said, to, heads: pairs(state, heads) };
  },
};

function applyRead(state: AttemptState, said: Said, read: ReadOp, op: OpHeader, receivedMs: number): void {
  // One row of the table for one member of the union: TypeScript can't see that they are the same member.
  const apply = table[read.type] as (state: AttemptState, said: Said, payload: unknown, op: OpHeader, receivedMs: number) => void;
  apply(state, said, read.payload, op, receivedMs);
  if (read.type !== 'answer.set@1' && read.type !== 'flag.set@1') forgetCounting(state);
}

const pairs = (state: AttemptState, bySeq: Readonly<Record<string, number>>): number[] =>
  Object.entries(bySeq).flatMap(([streamId, seq]) => [streamIndex(state, streamId), seq]);

/** What the host found of a hand-in once everything it lists was there. Said once; the log never takes anything back. */
export function noteProof(state: AttemptState, handIn: HandInPart, proof: Proof): void {
  handIn.proof ??= proof;
  forgetCounting(state);
}

/** A winner's value, read back by the host from the op `missingValues` named; a stale one is passed over. */
export function fillValue(state: AttemptState, op: OpenedOp): void {
  const read = readOp(op.type, op.payload);
  if (typeof read === 'string' || (read.type !== 'answer.set@1' && read.type !== 'paper.set@1')) return;
  const value: AnswerValue = read.payload.v;
  state.values[read.payload.i] = [streamIndex(state, op.streamId), op.seq, value];
}
