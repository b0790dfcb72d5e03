import {
  type AttemptState,
  compareSaid,
  type DecisionPart,
  type GrantPart,
  type HandInPart,
  pairValue,
  type Said,
  streamPart,
} from './attempt-state.ts';

/**
 * Which ops count. A pure function of the state's registers, kept until one of them changes (`forgetCounting`).
 */
export interface Counting {
  readonly epoch: number;
  readonly extensionMs: number;
  /** Hand-ins that stand: of the newest epoch, not lifted, and if by time-out then aware of every extension. */
  readonly standing: readonly HandInPart[];
  /** By stream: ops through this seq count, unless a person decided otherwise. */
  readonly limits: readonly number[];
}

const kept = new WeakMap<AttemptState, Counting>();

export const forgetCounting = (state: AttemptState): void => void kept.delete(state);

export function countingOf(state: AttemptState): Counting {
  let counting = kept.get(state);
  if (!counting) kept.set(state, (counting = work(state)));
  return counting;
}

function work(state: AttemptState): Counting {
  const epoch = newestEpoch(state);
  let extensionMs = 0;
  for (const ms of Object.values(state.incidents)) extensionMs += ms;
  const standing = state.handIns.filter((h) => stands(state, h, epoch, extensionMs));
  // Two hand-ins that both stand (two windows, a cloned PC) both hold: a receipt once given is never taken back by another.
  const listed = new Map<number, number>();
  for (const { lists } of standing)
    for (let i = 0; i < lists.length; i += 2) {
      const stream = lists[i] ?? 0;
      listed.set(stream, Math.max(listed.get(stream) ?? 0, lists[i + 1] ?? 0));
    }
  const limits = state.streams.map((_, index) => limitOf(state, index, epoch, listed, standing.length > 0));
  return { epoch, extensionMs, standing, limits };
}

/** SY15: an epoch is known by its grant or, where a restored server lost that, by a stream only its holder can have opened. */
function newestEpoch(state: AttemptState): number {
  let epoch = 1;
  for (const s of state.streams) if (s.author === 'examinee' && s.epoch > epoch) epoch = s.epoch;
  for (const g of state.grants) if (g.epoch > epoch) epoch = g.epoch;
  return epoch;
}

function stands(state: AttemptState, handIn: HandInPart, epoch: number, extensionMs: number): boolean {
  const decided = decision(state, handIn.stream, handIn.seq);
  if (decided) return decided.count;
  if (streamPart(state, handIn.stream).epoch !== epoch) return false;
  return !isLifted(state, handIn) && (handIn.by === 'examinee' || handIn.extensionMs >= extensionMs);
}

export function isLifted(state: AttemptState, { stream, seq }: { stream: number; seq: number }): boolean {
  for (let i = 0; i < state.lifted.length; i += 2) if (state.lifted[i] === stream && state.lifted[i + 1] === seq) return true;
  return false;
}

function limitOf(state: AttemptState, stream: number, epoch: number, listed: ReadonlyMap<number, number>, handedIn: boolean): number {
  const part = streamPart(state, stream);
  if (part.author === 'staff') return Infinity;
  const inManifest = listed.get(stream) ?? 0;
  if (part.epoch < epoch) return Math.max(inManifest, grantLimit(state, stream, part.epoch));
  return handedIn ? inManifest : Infinity;
}

/** Of an older epoch counts what the server had before the move. Where the grant is lost, nothing says that it had less. */
function grantLimit(state: AttemptState, stream: number, epoch: number): number {
  let next = Infinity;
  for (const g of state.grants) if (g.epoch > epoch && g.epoch < next) next = g.epoch;
  if (next === Infinity) return Infinity;
  // Two grants of one epoch go to a person; until then only what both had.
  const held = (g: GrantPart): number => pairValue(g.heads, stream) ?? 0;
  return Math.min(...state.grants.filter((g) => g.epoch === next).map(held));
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
  return seq <= (countingOf(state).limits[stream] ?? Infinity);
}

/** SY5: of the candidates that count, the highest; `step` numbers each: stream, seq, lamport … Its place in the list, or -1. */
export function winner(state: AttemptState, candidates: readonly number[], step: number): number {
  let best = -1;
  let bestSaid: Said | undefined;
  for (let i = 0; i < candidates.length; i += step) {
    const said = { stream: candidates[i] ?? 0, seq: candidates[i + 1] ?? 0, lamport: candidates[i + 2] ?? 0 };
    if (!counts(state, said.stream, said.seq)) continue;
    if (!bestSaid || compareSaid(state, said, bestSaid) > 0) [best, bestSaid] = [i, said];
  }
  return best;
}
