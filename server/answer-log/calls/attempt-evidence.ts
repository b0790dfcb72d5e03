import { type AttemptState, getStreamPart } from '../../../sync/engine/ops/attempt-state.ts';
import { listHandIns, type HandInView, type OpRef, findWinningOps } from '../../../sync/engine/ops/attempt-views.ts';
import { type NotCountedReason, getNotCountedReason } from '../../../sync/engine/ops/counting.ts';
import type { AnswerValue } from '../../../sync/engine/ops/ops.ts';
import { countSeqsUpTo } from '../../../sync/engine/ops/seq-runs.ts';
import { type TimeLabel, labelWritingTime } from '../../../sync/engine/ops/time-label.ts';
import { parseOp } from '../../../sync/engine/ops/upcast.ts';
import { isTimeDoubtful, findWritingTimeBounds } from '../../../sync/engine/ops/writing-time.ts';
import { serverDocumentId } from '../log/server-writer.ts';
import {
  type EvidenceDecision,
  type EvidenceDeps,
  type EvidenceMove,
  type EvidenceStream,
  type AttemptLogRead,
  formatOpKey,
  readAttemptLog,
} from './evidence-read.ts';

/** One version of an answer with the evidence about it. */
export interface AnswerVersionEvidence extends OpRef {
  readonly lamport: number;
  readonly value: AnswerValue;
  /** Time of the PC's clock, which may be wrong. */
  readonly wallMs: number;
  readonly receivedMs: number;
  readonly label: TimeLabel;
  readonly epoch: number;
  readonly documentId: string;
  /** True if staff typed it in from a paper sheet. */
  readonly paper: boolean;
  readonly counts: boolean;
  readonly winner: boolean;
  /** True if it counts, may have been written after the end, and no person has decided about it (SY21). */
  readonly timeDoubtful: boolean;
  /** Why it does not count by itself; `decided` if a person excluded it. */
  readonly why: NotCountedReason;
  /** True if it is listed by the hand-in that counts or, while none is complete, by one that stands. */
  readonly inManifest: boolean;
  /** Number of versions of this item in this stream with the same status; only the last is returned. */
  readonly ofStream: number;
}

export interface HandInEvidence extends OpRef, Pick<HandInView, 'by' | 'wallMs' | 'stands' | 'fixed' | 'lifted'> {
  readonly receivedMs: number;
  readonly label: TimeLabel;
  readonly opsListed: number;
  readonly opsMissing: number;
  readonly digest: HandInView['digestIs'];
}

/** Evidence that staff need to decide about an attempt. */
export interface AttemptEvidence {
  readonly streams: readonly EvidenceStream[];
  /** Items with a pending or former decision, versions oldest first. */
  readonly items: readonly { readonly itemId: string; readonly versions: readonly AnswerVersionEvidence[] }[];
  readonly handIns: readonly HandInEvidence[];
  readonly moves: readonly EvidenceMove[];
  readonly decisions: readonly EvidenceDecision[];
  /** Number of streams beyond the limit of one read. */
  readonly streamsLeftOut: number;
}

export interface EvidenceTimes {
  readonly startMs: number;
  /** Including this attempt's extensions. */
  readonly deadlineMs: number;
  /** True if answers that may have been written after the end need a staff decision. */
  readonly doubtsTime: boolean;
}

/** Reads the evidence of an attempt for staff. */
export async function readAttemptEvidence(deps: EvidenceDeps, attemptId: string, times: EvidenceTimes): Promise<AttemptEvidence> {
  await deps.projector.untilProjected();
  const state = deps.projector.attempt(attemptId)?.state;
  if (!state) return { streams: [], items: [], handIns: [], moves: [], decisions: [], streamsLeftOut: 0 };
  const picked = pickVersions(state, times);
  // Take the views at one moment, because the state may change while the log is read.
  const handIns = listHandIns(state);
  const wanted = new Set([...picked.flatMap(({ versions }) => versions), ...handIns].map((op) => formatOpKey(op.streamId, op.seq)));
  const read = await readAttemptLog(deps, attemptId, wanted);
  const { streams, moves, decisions, streamsLeftOut } = read;
  const items = picked.map(({ itemId, versions }) => ({
    itemId,
    versions: versions.flatMap((each) => versionOf(state, each, read, times) ?? []),
  }));
  return {
    streams,
    items: items.filter(({ versions }) => versions.length > 0).toSorted((a, b) => Number(a.itemId) - Number(b.itemId)),
    handIns: handIns.flatMap((each) => handInOf(state, each, read, times) ?? []),
    moves,
    decisions,
    streamsLeftOut,
  };
}

type Picked = Pick<
  AnswerVersionEvidence,
  'streamId' | 'seq' | 'lamport' | 'epoch' | 'why' | 'winner' | 'timeDoubtful' | 'inManifest' | 'ofStream'
>;

/** Picks the last version of each status per stream. */
function pickVersions(state: AttemptState, { deadlineMs, doubtsTime }: EvidenceTimes): { itemId: string; versions: Picked[] }[] {
  const won = findWinningOps(state);
  const listed = new Map<string, number>();
  const handIns = listHandIns(state).filter((h) => h.stands);
  for (const { manifest } of handIns.some((h) => h.fixed) ? handIns.filter((h) => h.fixed) : handIns)
    for (const { streamId, seq } of manifest) listed.set(streamId, Math.max(listed.get(streamId) ?? 0, seq));
  return Object.entries(state.items).flatMap(([itemId, c]) => {
    const last = new Map<string, Picked>();
    for (let i = 0; i < c.length; i += 4) {
      const [stream = 0, seq = 0, lamport = 0] = [c[i], c[i + 1], c[i + 2]];
      const { id: streamId, epoch } = getStreamPart(state, stream);
      const why = getNotCountedReason(state, stream, seq);
      const is = won.get(itemId);
      const winner = is?.streamId === streamId && is.seq === seq;
      const isDoubtful = doubtsTime && why === '' && isTimeDoubtful(state, stream, seq, deadlineMs);
      const alike = `${stream} ${why} ${isDoubtful}`;
      const timeDoubtful = isDoubtful && winner;
      const known = last.get(alike);
      const ofStream = (known?.ofStream ?? 0) + 1;
      const newer = !known || lamport > known.lamport || (lamport === known.lamport && seq > known.seq);
      const inManifest = seq <= (listed.get(streamId) ?? 0);
      const newest = { streamId, seq, lamport, epoch, why, winner, timeDoubtful, inManifest, ofStream };
      last.set(alike, newer ? newest : { ...known, ofStream });
    }
    const versions = [...last.values()];
    if (versions.every(({ why, timeDoubtful }) => why === '' && !timeDoubtful) && !touched(state, c)) return [];
    const oldestFirst = (a: Picked, b: Picked): number => a.epoch - b.epoch || a.lamport - b.lamport || (a.streamId < b.streamId ? -1 : 1);
    return [{ itemId, versions: versions.toSorted(oldestFirst) }];
  });
}

/** Checks whether a person has decided about one of these versions. Such an item stays listed, because the decision can be changed. */
const touched = (state: AttemptState, candidates: readonly number[]): boolean =>
  state.decisions.some(({ on, fromSeq, toSeq }) =>
    candidates.some(
      (stream, i) => i % 4 === 0 && stream === on && (candidates[i + 1] ?? 0) >= fromSeq && (candidates[i + 1] ?? 0) <= toSeq,
    ),
  );

function versionOf(
  state: AttemptState,
  picked: Picked,
  { ops, begins }: AttemptLogRead,
  times: EvidenceTimes,
): AnswerVersionEvidence | undefined {
  const op = ops.get(formatOpKey(picked.streamId, picked.seq));
  const read = op && parseOp('answer.set@1', op.payload);
  if (!op || !read || typeof read === 'string' || read.type !== 'answer.set@1') return undefined;
  const { wallMs, receivedMs, documentId } = op;
  // The time of typing does not prove when it was written on paper.
  const paper = documentId === serverDocumentId;
  const label = paper ? 'unprovable' : labelOf(state, picked, begins.earliestMs(op), times);
  return { ...picked, paper, value: read.payload.v, wallMs, receivedMs, label, documentId, counts: picked.why === '' };
}

/** Labels an op by what the log proves (SY22). An op that is not projected is `unprovable`. */
function labelOf(state: AttemptState, { streamId, seq }: OpRef, earliestMs: number | undefined, { deadlineMs }: EvidenceTimes): TimeLabel {
  const stream = state.streams.findIndex(({ id }) => id === streamId);
  const proven = stream < 0 ? undefined : findWritingTimeBounds(state, stream, seq);
  return proven ? labelWritingTime(proven, deadlineMs, earliestMs) : 'unprovable';
}

function handInOf(
  state: AttemptState,
  handIn: HandInView,
  { ops, begins }: AttemptLogRead,
  times: EvidenceTimes,
): HandInEvidence | undefined {
  const op = ops.get(formatOpKey(handIn.streamId, handIn.seq));
  if (!op) return undefined;
  const { streamId, seq, by, wallMs, stands, fixed, lifted, manifest, digestIs } = handIn;
  const got = new Map(state.streams.map((part) => [part.id, part.got]));
  const listed = manifest.reduce((sum, ref) => sum + ref.seq, 0);
  const here = manifest.reduce((sum, ref) => sum + countSeqsUpTo(got.get(ref.streamId) ?? [], ref.seq), 0);
  return {
    streamId,
    seq,
    by,
    wallMs,
    stands,
    fixed,
    lifted,
    receivedMs: op.receivedMs,
    label: labelOf(state, handIn, begins.earliestMs(op), times),
    opsListed: listed,
    opsMissing: listed - here,
    digest: digestIs,
  };
}
