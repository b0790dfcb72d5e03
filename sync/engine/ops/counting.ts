import { type ScoreDisclosure, getScoreDisclosure, isWithinDisclosure, isBeforeDisclosure } from './disclosure.ts';
import {
  type AttemptState,
  compareOpStamps,
  type DecisionPart,
  type GrantPart,
  type HandInPart,
  type OpStamp,
  getStreamPart,
} from './attempt-state.ts';
import { hasSeq } from './seq-runs.ts';

/** Shows which ops of an attempt count. A pure function of the state, cached until one of its inputs changes (`dropCountingCache`). */
export interface OpCounting {
  /** Newest epoch (number that rises with each move of the attempt to another PC). A device writes its ops under this number. */
  readonly epoch: number;
  /** Epoch whose hand-ins stand and whose answers take precedence. It is `epoch`, except after a move that followed the release of scores. */
  readonly countedEpoch: number;
  readonly extensionMs: number;
  /**
   * Hand-ins that stand. Each is of the counted epoch, was received neither before the exam's start nor after the release of scores, is neither
   * lifted by staff nor refuted by its digest, and was written with knowledge of all early ops. One by time-out must also know every extension.
   */
  readonly standing: readonly HandInPart[];
  /** SY24: the standing hand-in whose listed ops were all received first. Once there is one, its manifest alone limits which ops count. */
  readonly fixed: HandInPart | undefined;
  /** Per stream: ops up to this seq count unless a staff decision says otherwise. */
  readonly limits: readonly number[];
  readonly disclosed: ScoreDisclosure | undefined;
}

const countingCache = new WeakMap<AttemptState, OpCounting>();

/** Drops the cached counting. Call it after each change of the state, except for new answers and flags, which do not affect the counting. */
export const dropCountingCache = (state: AttemptState): void => void countingCache.delete(state);

/** Returns which ops count, from the cache if nothing changed. */
export function getOpCounting(state: AttemptState): OpCounting {
  let counting = countingCache.get(state);
  if (!counting) countingCache.set(state, (counting = computeCounting(state)));
  return counting;
}

function computeCounting(state: AttemptState): OpCounting {
  const disclosed = getScoreDisclosure(state);
  const epoch = findNewestEpoch(state, undefined);
  const countedEpoch = disclosed ? findNewestEpoch(state, disclosed) : epoch;
  let extensionMs = 0;
  for (const ms of Object.values(state.incidents)) extensionMs += ms;
  // A pause extends the examinee's time only when it ends, because its length is unknown until then.
  for (const [pauseId, ms] of Object.entries(state.resumed)) if (pauseId in state.pauses) extensionMs += ms;
  const standing = state.handIns.filter((h) => isStanding(state, h, { countedEpoch, extensionMs, disclosed }));
  const fixed = findFirstComplete(state, standing, disclosed);
  // While no hand-in is complete, the manifests of all hand-ins that may still count together limit which ops count, and no receipt is issued.
  const listed = mergeManifests(fixed ? [fixed] : standing);
  const late = mergeManifests(fixed ? [fixed] : []);
  const grants = new Map(state.grants.map((grant) => [grant, toMap(grant.heads)]));
  const limits = state.streams.map((_, stream) => {
    const limit = computeLimit(state, stream, { epoch: countedEpoch, listed, grants, handedIn: standing.length > 0 });
    if (!disclosed || getStreamPart(state, stream).author === 'staff') return limit;
    return Math.min(limit, Math.max(disclosed.heads(stream), late.get(stream) ?? 0));
  });
  return { epoch, countedEpoch, extensionMs, standing, fixed, limits, disclosed };
}

/**
 * Finds the newest epoch (SY15). An epoch is known from its grant. If a restored server lost the grant, a stream of that epoch proves it,
 * because only the holder of the grant can have opened the stream. A move after the release of scores changes nothing that counts.
 */
function findNewestEpoch(state: AttemptState, disclosed: ScoreDisclosure | undefined): number {
  let epoch = 1;
  for (const [at, s] of state.streams.entries())
    if (s.author === 'examinee' && s.epoch > epoch && (!disclosed || disclosed.heads(at) > 0)) epoch = s.epoch;
  for (const g of state.grants) if (g.epoch > epoch && (!disclosed || isBeforeDisclosure(state, g, disclosed))) epoch = g.epoch;
  return epoch;
}

function isStanding(
  state: AttemptState,
  handIn: HandInPart,
  { countedEpoch, extensionMs, disclosed }: Pick<OpCounting, 'countedEpoch' | 'extensionMs' | 'disclosed'>,
): boolean {
  const part = getStreamPart(state, handIn.stream);
  if (part.epoch !== countedEpoch || hasSeq(part.early, handIn.seq) || isHandInLifted(state, handIn)) return false;
  if (disclosed && handIn.seq > disclosed.heads(handIn.stream)) return false;
  // A PC that learns that its ops came before the exam's start resubmits them. A hand-in written without knowledge of that start would leave them
  // out.
  if ((handIn.earlyUntilMs ?? 0) < state.earlyUntilMs) return false;
  return (handIn.by === 'examinee' || handIn.extensionMs >= extensionMs) && !isRefuted(handIn, disclosed);
}

/**
 * Checks whether all ops that the hand-in lists arrived and their digest differs. A mismatch found after the release of scores no longer matters.
 * Otherwise an examinee whose hand-in lists ops with a wrong digest could refute it after seeing the scores, by delivering these ops.
 */
const isRefuted = ({ proof, lists }: HandInPart, disclosed: ScoreDisclosure | undefined): boolean =>
  proof !== null && !proof.agrees && (!disclosed || isWithinDisclosure(lists, disclosed));

/**
 * Finds the hand-in that became complete first, which means that all ops that it lists had arrived (SY24). After the release of scores, only hand-ins
 * complete before it qualify, or the only hand-in that stood then. If several stood, the examinee could choose between them after seeing the scores,
 * by delivering ops or not.
 */
function findFirstComplete(
  state: AttemptState,
  standing: readonly HandInPart[],
  disclosed: ScoreDisclosure | undefined,
): HandInPart | undefined {
  const proven = standing.filter((h) => h.proof?.agrees);
  const before = disclosed ? proven.filter((h) => isWithinDisclosure(h.lists, disclosed)) : proven;
  const compareArrivals = (a: HandInPart, b: HandInPart): number =>
    (a.proof?.pos ?? 0) - (b.proof?.pos ?? 0) || compareOpStamps(state, a, b);
  return before.toSorted(compareArrivals)[0] ?? (standing.length === 1 ? proven[0] : undefined);
}

function mergeManifests(handIns: readonly HandInPart[]): Map<number, number> {
  const listed = new Map<number, number>();
  for (const { lists } of handIns)
    for (let i = 0; i < lists.length; i += 2) {
      const stream = lists[i] ?? 0;
      listed.set(stream, Math.max(listed.get(stream) ?? 0, lists[i + 1] ?? 0));
    }
  return listed;
}

/** Checks whether staff lifted this hand-in, so that the examinee may continue. */
export function isHandInLifted(state: AttemptState, { stream, seq }: { stream: number; seq: number }): boolean {
  for (let i = 0; i < state.lifted.length; i += 2) if (state.lifted[i] === stream && state.lifted[i + 1] === seq) return true;
  return false;
}

interface Limiting {
  readonly epoch: number;
  readonly listed: ReadonlyMap<number, number>;
  readonly grants: ReadonlyMap<GrantPart, ReadonlyMap<number, number>>;
  readonly handedIn: boolean;
}

function computeLimit(state: AttemptState, stream: number, { epoch, listed, grants, handedIn }: Limiting): number {
  const part = getStreamPart(state, stream);
  if (part.author === 'staff') return Infinity;
  const inManifest = listed.get(stream) ?? 0;
  if (part.epoch < epoch) return Math.max(inManifest, findGrantLimit(grants, stream, part.epoch));
  return handedIn ? inManifest : Infinity;
}

/**
 * Returns the limit for a stream of an older epoch: the head that the server had before the move. If the grant of the next epoch is lost, nothing
 * limits the stream.
 */
function findGrantLimit(grants: Limiting['grants'], stream: number, epoch: number): number {
  let next = Infinity;
  for (const g of grants.keys()) if (g.epoch > epoch && g.epoch < next) next = g.epoch;
  if (next === Infinity) return Infinity;
  // Conflicting grants of one epoch (two permissions to continue at another PC) need a staff decision. Until then, count only ops that both grants
  // acknowledge.
  let least = Infinity;
  for (const [g, heads] of grants) if (g.epoch === next) least = Math.min(least, heads.get(stream) ?? 0);
  return least;
}

function toMap(pairs: readonly number[]): Map<number, number> {
  const map = new Map<number, number>();
  for (let i = 0; i < pairs.length; i += 2) map.set(pairs[i] ?? 0, pairs[i + 1] ?? 0);
  return map;
}

/** Returns the newest staff decision about an op, or undefined. */
export function findOpDecision(state: AttemptState, stream: number, seq: number): DecisionPart | undefined {
  let newest: DecisionPart | undefined;
  for (const d of state.decisions) {
    if (d.on !== stream || seq < d.fromSeq || seq > d.toSeq) continue;
    if (!newest || compareOpStamps(state, d, newest) > 0) newest = d;
  }
  return newest;
}

/** Checks whether an op counts. A staff decision about the op takes precedence over the rules. */
export function isCountedOp(state: AttemptState, stream: number, seq: number): boolean {
  if (state.decisions.length > 0) {
    const decided = findOpDecision(state, stream, seq);
    if (decided) return decided.count;
  }
  if (state.earlyUntilMs > 0 && hasSeq(getStreamPart(state, stream).early, seq)) return false;
  return seq <= (getOpCounting(state).limits[stream] ?? Infinity);
}

/** Why an op does not count by the rules; '' if it counts or a person decided that it does. */
export type NotCountedReason = '' | 'decided' | 'early' | 'afterDisclosure' | 'olderEpoch' | 'afterHandIn';

/** Returns why an op does not count, or '' if it counts. */
export function getNotCountedReason(state: AttemptState, stream: number, seq: number): NotCountedReason {
  if (isCountedOp(state, stream, seq)) return '';
  if (findOpDecision(state, stream, seq)) return 'decided';
  const part = getStreamPart(state, stream);
  if (hasSeq(part.early, seq)) return 'early';
  const { disclosed, countedEpoch } = getOpCounting(state);
  if (disclosed && seq > disclosed.heads(stream)) return 'afterDisclosure';
  return part.epoch < countedEpoch ? 'olderEpoch' : 'afterHandIn';
}

/**
 * Checks whether staff typed in an answer from a paper sheet after the release of scores (SY23). The heads of the release do not tell this for
 * streams of staff. The op's lamport does: the server's lamports rise with every op that it writes, for any sheet.
 */
function isTypedTooLate(state: AttemptState, stamp: OpStamp): boolean {
  if (state.disclosures.length === 0 || getStreamPart(state, stamp.stream).author !== 'staff') return false;
  const { disclosed } = getOpCounting(state);
  return disclosed !== undefined && stamp.lamport > disclosed.first.lamport;
}

/**
 * Returns the position of the winner (SY5) among the candidates that count, or -1. Each candidate takes four numbers of the list, beginning with
 * stream, seq and lamport.
 */
export function findWinnerPosition(state: AttemptState, candidates: readonly number[]): number {
  let best = -1;
  let bestStamp: OpStamp | undefined;
  for (let i = 0; i < candidates.length; i += 4) {
    const stamp = { stream: candidates[i] ?? 0, seq: candidates[i + 1] ?? 0, lamport: candidates[i + 2] ?? 0 };
    if (!isCountedOp(state, stamp.stream, stamp.seq) || isTypedTooLate(state, stamp)) continue;
    if (!bestStamp || compareOpStamps(state, stamp, bestStamp) > 0) [best, bestStamp] = [i, stamp];
  }
  return best;
}
