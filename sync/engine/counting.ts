import { type Disclosed, disclosedOf, isWithin, saidBefore } from './disclosure.ts';
import {
  type AttemptState,
  compareSaid,
  type DecisionPart,
  type GrantPart,
  type HandInPart,
  type Said,
  streamPart,
} from './attempt-state.ts';
import { hasSeq } from './seq-runs.ts';

/**
 * Which ops count. A pure function of the state's registers, kept until one of them changes (`forgetCounting`).
 */
export interface Counting {
  /** Newest: what a device must have to write on. */
  readonly epoch: number;
  /** Whose hand-ins stand and whose answers come first: `epoch`, but for moves after scores were told. */
  readonly countedEpoch: number;
  readonly extensionMs: number;
  /** Hand-ins that stand: of that epoch, in time, not lifted, not refuted, aware of what came before the start, and if by time-out then of every extension. */
  readonly standing: readonly HandInPart[];
  /** SY24: of those that stand, the first that was complete; its manifest alone limits. */
  readonly fixed: HandInPart | undefined;
  /** By stream: ops through this seq count, unless a person decided otherwise. */
  readonly limits: readonly number[];
  readonly disclosed: Disclosed | undefined;
}

const kept = new WeakMap<AttemptState, Counting>();

export const forgetCounting = (state: AttemptState): void => void kept.delete(state);

export function countingOf(state: AttemptState): Counting {
  let counting = kept.get(state);
  if (!counting) kept.set(state, (counting = work(state)));
  return counting;
}

function work(state: AttemptState): Counting {
  const disclosed = disclosedOf(state);
  const epoch = newestEpoch(state, undefined);
  const countedEpoch = disclosed ? newestEpoch(state, disclosed) : epoch;
  let extensionMs = 0;
  for (const ms of Object.values(state.incidents)) extensionMs += ms;
  // A pause gives its time back once it is over; while it lasts nobody knows how much that is.
  for (const [pauseId, ms] of Object.entries(state.resumed)) if (pauseId in state.pauses) extensionMs += ms;
  const standing = state.handIns.filter((h) => stands(state, h, { countedEpoch, extensionMs, disclosed }));
  const fixed = firstComplete(state, standing, disclosed);
  // While none is complete, all that stand hold: what they list counts as it comes, and nobody is told anything yet.
  const listed = listedBy(fixed ? [fixed] : standing);
  const late = listedBy(fixed ? [fixed] : []);
  const grants = new Map(state.grants.map((grant) => [grant, toMap(grant.heads)]));
  const limits = state.streams.map((_, stream) => {
    const limit = limitOf(state, stream, { epoch: countedEpoch, listed, grants, handedIn: standing.length > 0 });
    if (!disclosed || streamPart(state, stream).author === 'staff') return limit;
    return Math.min(limit, Math.max(disclosed.heads(stream), late.get(stream) ?? 0));
  });
  return { epoch, countedEpoch, extensionMs, standing, fixed, limits, disclosed };
}

/**
 * SY15: an epoch is known by its grant or, where a restored server lost that, by a stream only its holder can have opened.
 * A move after scores were told changes nothing that counts.
 */
function newestEpoch(state: AttemptState, disclosed: Disclosed | undefined): number {
  let epoch = 1;
  for (const [at, s] of state.streams.entries())
    if (s.author === 'examinee' && s.epoch > epoch && (!disclosed || disclosed.heads(at) > 0)) epoch = s.epoch;
  for (const g of state.grants) if (g.epoch > epoch && (!disclosed || saidBefore(state, g, disclosed))) epoch = g.epoch;
  return epoch;
}

function stands(
  state: AttemptState,
  handIn: HandInPart,
  { countedEpoch, extensionMs, disclosed }: Pick<Counting, 'countedEpoch' | 'extensionMs' | 'disclosed'>,
): boolean {
  const part = streamPart(state, handIn.stream);
  if (part.epoch !== countedEpoch || hasSeq(part.early, handIn.seq) || isLifted(state, handIn)) return false;
  if (disclosed && handIn.seq > disclosed.heads(handIn.stream)) return false;
  // Of what came before the start its writer says the values again: a hand-in that did not know of it would leave them out.
  if ((handIn.earlyUntilMs ?? 0) < state.earlyUntilMs) return false;
  return (handIn.by === 'examinee' || handIn.extensionMs >= extensionMs) && !isRefuted(handIn, disclosed);
}

/**
 * Everything it lists is there and is not what was handed in. What was found out only after scores were told changes nothing
 * any more: else who had claimed too much could choose, by delivering or not, where their answers end.
 */
const isRefuted = ({ proof, lists }: HandInPart, disclosed: Disclosed | undefined): boolean =>
  proof !== null && !proof.agrees && (!disclosed || isWithin(lists, disclosed));

/**
 * SY24. After scores were told, only what was complete before, or the one hand-in that then stood: with several, whoever
 * wrote them would choose by which they deliver.
 */
function firstComplete(state: AttemptState, standing: readonly HandInPart[], disclosed: Disclosed | undefined): HandInPart | undefined {
  const proven = standing.filter((h) => h.proof?.agrees);
  const before = disclosed ? proven.filter((h) => isWithin(h.lists, disclosed)) : proven;
  const earlier = (a: HandInPart, b: HandInPart): number => (a.proof?.pos ?? 0) - (b.proof?.pos ?? 0) || compareSaid(state, a, b);
  return before.toSorted(earlier)[0] ?? (standing.length === 1 ? proven[0] : undefined);
}

function listedBy(handIns: readonly HandInPart[]): Map<number, number> {
  const listed = new Map<number, number>();
  for (const { lists } of handIns)
    for (let i = 0; i < lists.length; i += 2) {
      const stream = lists[i] ?? 0;
      listed.set(stream, Math.max(listed.get(stream) ?? 0, lists[i + 1] ?? 0));
    }
  return listed;
}

export function isLifted(state: AttemptState, { stream, seq }: { stream: number; seq: number }): boolean {
  for (let i = 0; i < state.lifted.length; i += 2) if (state.lifted[i] === stream && state.lifted[i + 1] === seq) return true;
  return false;
}

interface Limiting {
  readonly epoch: number;
  readonly listed: ReadonlyMap<number, number>;
  readonly grants: ReadonlyMap<GrantPart, ReadonlyMap<number, number>>;
  readonly handedIn: boolean;
}

function limitOf(state: AttemptState, stream: number, { epoch, listed, grants, handedIn }: Limiting): number {
  const part = streamPart(state, stream);
  if (part.author === 'staff') return Infinity;
  const inManifest = listed.get(stream) ?? 0;
  if (part.epoch < epoch) return Math.max(inManifest, grantLimit(grants, stream, part.epoch));
  return handedIn ? inManifest : Infinity;
}

/** Of an older epoch counts what the server had before the move. Where the grant is lost, nothing says that it had less. */
function grantLimit(grants: Limiting['grants'], stream: number, epoch: number): number {
  let next = Infinity;
  for (const g of grants.keys()) if (g.epoch > epoch && g.epoch < next) next = g.epoch;
  if (next === Infinity) return Infinity;
  // Two grants of one epoch go to a person; until then only what both had.
  let least = Infinity;
  for (const [g, heads] of grants) if (g.epoch === next) least = Math.min(least, heads.get(stream) ?? 0);
  return least;
}

function toMap(pairs: readonly number[]): Map<number, number> {
  const map = new Map<number, number>();
  for (let i = 0; i < pairs.length; i += 2) map.set(pairs[i] ?? 0, pairs[i + 1] ?? 0);
  return map;
}

export function decision(state: AttemptState, stream: number, seq: number): DecisionPart | undefined {
  let newest: DecisionPart | undefined;
  for (const d of state.decisions) {
    if (d.on !== stream || seq < d.fromSeq || seq > d.toSeq) continue;
    if (!newest || compareSaid(state, d, newest) > 0) newest = d;
  }
  return newest;
}

export function counts(state: AttemptState, stream: number, seq: number): boolean {
  if (state.decisions.length > 0) {
    const decided = decision(state, stream, seq);
    if (decided) return decided.count;
  }
  if (state.earlyUntilMs > 0 && hasSeq(streamPart(state, stream).early, seq)) return false;
  return seq <= (countingOf(state).limits[stream] ?? Infinity);
}

/** Why an op does not count by itself; '' where it does, or where a person has said that it does. */
export type WhyNot = '' | 'decided' | 'early' | 'afterDisclosure' | 'olderEpoch' | 'afterHandIn';

export function whyNot(state: AttemptState, stream: number, seq: number): WhyNot {
  if (counts(state, stream, seq)) return '';
  if (decision(state, stream, seq)) return 'decided';
  const part = streamPart(state, stream);
  if (hasSeq(part.early, seq)) return 'early';
  const { disclosed, countedEpoch } = countingOf(state);
  if (disclosed && seq > disclosed.heads(stream)) return 'afterDisclosure';
  return part.epoch < countedEpoch ? 'olderEpoch' : 'afterHandIn';
}

/** SY23: no head tells what staff had typed from a sheet of paper when scores were told. The server's own lamports rise with every op, whatever sheet it is of. */
function isTypedTooLate(state: AttemptState, said: Said): boolean {
  if (state.disclosures.length === 0 || streamPart(state, said.stream).author !== 'staff') return false;
  const { disclosed } = countingOf(state);
  return disclosed !== undefined && said.lamport > disclosed.first.lamport;
}

/** SY5: of the candidates that count, the highest; `step` numbers each: stream, seq, lamport … Its place in the list, or -1. */
export function winner(state: AttemptState, candidates: readonly number[], step: number): number {
  let best = -1;
  let bestSaid: Said | undefined;
  for (let i = 0; i < candidates.length; i += step) {
    const said = { stream: candidates[i] ?? 0, seq: candidates[i + 1] ?? 0, lamport: candidates[i + 2] ?? 0 };
    if (!counts(state, said.stream, said.seq) || isTypedTooLate(state, said)) continue;
    if (!bestSaid || compareSaid(state, said, bestSaid) > 0) [best, bestSaid] = [i, said];
  }
  return best;
}
