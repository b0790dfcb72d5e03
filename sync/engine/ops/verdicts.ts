import { maxPlayFiles, maxPlayLimit } from '../../contract/platform/rich-media.ts';
import { type AttemptNews, type OpVerdict } from '../../contract/exams/sync.ts';
import { type AttemptState, type OpRejectReason, getStreamPart } from './attempt-state.ts';
import { getCountedFiles, listActiveMarks, getPinnedSeq, listPlays, listReopenedHandIns, deriveExamineeStatus } from './attempt-views.ts';
import { listMessages, findRunningPause } from './room-views.ts';
import { getOpCounting, getNotCountedReason } from './counting.ts';
import { countWaitingAnswers } from './waiting-answers.ts';

export type VerdictRun = AttemptNews['verdicts'][number];

/** Reasons why ops of one stream were rejected, by seq. */
type RejectedOps = ReadonlyMap<number, OpRejectReason>;

function decideVerdict(state: AttemptState, stream: number, seq: number, rejected: RejectedOps): { verdict: OpVerdict; reason: string } {
  const rejection = rejected.get(seq);
  if (rejection === 'type') return { verdict: 'recordedNotCounted', reason: 'type' };
  if (rejection) return { verdict: 'quarantined', reason: rejection };
  const { fixed, standing } = getOpCounting(state);
  const why = getNotCountedReason(state, stream, seq);
  const holds = (fixed ? [fixed] : standing).some((h) => h.stream === stream && h.seq === seq);
  if (why === '' || holds)
    return seq > getPinnedSeq(state, stream) ? { verdict: 'recordedLate', reason: 'marking' } : { verdict: 'applied', reason: '' };
  return { verdict: 'recordedNotCounted', reason: why };
}

/** Lists all examinee ops whose verdict is not `applied`, as runs per stream. */
export function listVerdictRuns(state: AttemptState): VerdictRun[] {
  const { limits } = getOpCounting(state);
  const decided = new Set(state.decisions.map((d) => d.on));
  return state.streams.flatMap((part, stream) => {
    const end = part.got.at(-1) ?? 0;
    const doubted = part.odd.length + part.early.length > 0 || decided.has(stream) || end > (limits[stream] ?? Infinity);
    // Skip streams in which every op counts. Nearly all streams are of this kind, and some attempts have hundreds of streams.
    return part.author === 'examinee' && end > 0 && (doubted || end > getPinnedSeq(state, stream)) ? listStreamRuns(state, stream) : [];
  });
}

/**
 * Maximum number of verdict runs in the news, the attempt's state that the server sends to its devices after every change. One attempt must not make
 * them long.
 */
const maxRuns = 500;

function limitRuns(runs: VerdictRun[]): Pick<AttemptNews, 'verdicts' | 'verdictsLeftOut'> {
  if (runs.length <= maxRuns) return { verdicts: runs, verdictsLeftOut: 0 };
  const compareRuns = (a: VerdictRun, b: VerdictRun): number =>
    a.streamId === b.streamId ? a.fromSeq - b.fromSeq : a.streamId < b.streamId ? -1 : 1;
  return { verdicts: runs.toSorted(compareRuns).slice(0, maxRuns), verdictsLeftOut: runs.length - maxRuns };
}

/**
 * Splits a stream into runs of ops with the same verdict. Verdicts can change only at the seqs in `cuts`, so the first op of each section decides.
 */
function listStreamRuns(state: AttemptState, stream: number): VerdictRun[] {
  const part = getStreamPart(state, stream);
  const { limits, standing, disclosed } = getOpCounting(state);
  const cuts = new Set([(limits[stream] ?? Infinity) + 1, getPinnedSeq(state, stream) + 1]);
  if (disclosed) cuts.add(disclosed.heads(stream) + 1);
  for (const [at, seq] of part.early.entries()) cuts.add(at % 2 === 0 ? seq : seq + 1);
  const addSingleOp = (seq: number): void => void cuts.add(seq).add(seq + 1);
  for (const [seq] of part.odd) addSingleOp(seq);
  for (const h of standing) if (h.stream === stream) addSingleOp(h.seq);
  for (const d of state.decisions) if (d.on === stream) cuts.add(d.fromSeq).add(d.toSeq + 1);
  const ordered = [...cuts].toSorted((a, b) => a - b);

  const rejected: RejectedOps = new Map(part.odd);
  const runs: VerdictRun[] = [];
  for (let i = 0; i < part.got.length; i += 2) {
    const [from = 1, to = 0] = [part.got[i], part.got[i + 1]];
    const starts = [from, ...ordered.filter((seq) => seq > from && seq <= to)];
    for (const [n, fromSeq] of starts.entries()) {
      const decided = decideVerdict(state, stream, fromSeq, rejected);
      if (decided.verdict !== 'applied') runs.push({ streamId: part.id, fromSeq, toSeq: (starts[n + 1] ?? to + 1) - 1, ...decided });
    }
  }
  return joinRuns(runs);
}

function joinRuns(runs: VerdictRun[]): VerdictRun[] {
  const out: VerdictRun[] = [];
  for (const run of runs) {
    const last = out.at(-1);
    const same = last && last.toSeq + 1 === run.fromSeq && last.verdict === run.verdict && last.reason === run.reason;
    if (last && same) out[out.length - 1] = { ...last, toSeq: run.toSeq };
    else out.push(run);
  }
  return out;
}

/** Derives the news, the attempt's current state that its devices poll for, from the ops. The server adds the version and the receipt. */
export function deriveNews(state: AttemptState): Omit<AttemptNews, 'version' | 'receipt'> {
  const { epoch, extensionMs, standing } = getOpCounting(state);
  const verdicts = listVerdictRuns(state);
  return {
    status: deriveExamineeStatus(state),
    extensionMs,
    ...getPauseNews(state),
    epoch,
    handedIn: standing.length > 0,
    cheatingReason: listActiveMarks(state)[0]?.reason ?? '',
    lamport: state.lamport,
    reopened: listReopenedHandIns(state),
    earlyUntilMs: state.earlyUntilMs,
    ...limitRuns(verdicts),
    waiting: countWaitingAnswers(state, verdicts),
    ...listOptionalNews(state),
  };
}

const getPauseNews = (state: AttemptState): Pick<AttemptNews, 'paused' | 'pauseReason'> => {
  const pause = findRunningPause(state);
  return pause === undefined ? { paused: false } : { paused: true, pauseReason: pause.reason };
};

/** Builds those fields of the news (the attempt's state that its devices poll for) that are empty for most attempts. Empty fields are left out. */
function listOptionalNews(state: AttemptState): Pick<AttemptNews, 'incidents' | 'messages' | 'plays' | 'files'> {
  const plays = Object.keys(state.plays)
    .toSorted()
    .slice(0, maxPlayFiles)
    .map((file) => [file, listPlays(state, file).toSorted().slice(0, maxPlayLimit)]);
  const incidents = Object.keys(state.incidents).toSorted();
  const messages = listMessages(state);
  const files = getCountedFiles(state);
  return {
    ...(incidents.length > 0 && { incidents }),
    ...(messages.length > 0 && { messages }),
    ...(files.size > 0 && { files: [...files].flatMap(([item, { here }]) => (here ? item : [])).toSorted() }),
    ...(plays.length > 0 && { plays: Object.fromEntries(plays) as Record<string, string[]> }),
  };
}
