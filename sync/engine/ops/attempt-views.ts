import { type ExamUserRegisters, deriveExamUserStatus } from '../../domain/exams/exam-user-status.ts';
import type { ExamUserStatusCode } from '../../contract/codes.ts';
import {
  type AttemptState,
  compareOpStamps,
  type HandInPart,
  type CheatingMarkPart,
  findPairValue,
  getStreamPart,
} from './attempt-state.ts';
import { getOpCounting, isHandInLifted, type NotCountedReason, getNotCountedReason, findWinnerPosition } from './counting.ts';
import { isBeforeDisclosure } from './disclosure.ts';
import { type AttachedFile, getStoredFileName, getItemQuestion, parseAttachmentQuestion, parseFileValue } from './attachment.ts';
import type { AnswerValue } from './ops.ts';
import { countUndeliveredInStream } from './known-ops.ts';
import { countSeqs, countSeqsUpTo, hasSeq, hasEverySeqUpTo } from './seq-runs.ts';

/** Identifies an op by its stream and its number in that stream. */
export interface OpRef {
  readonly streamId: string;
  readonly seq: number;
}

const buildOpRef = (state: AttemptState, stream: number, seq: number): OpRef => ({ streamId: getStreamPart(state, stream).id, seq });

/** Finds the winning op of each item: among the ops that count, the one with the highest op stamp (SY5). Items without a counting op are left out. */
export function findWinningOps(state: AttemptState): Map<string, OpRef> {
  const winnerByItem = new Map<string, OpRef>();
  for (const [item, candidates] of Object.entries(state.items)) {
    const at = findWinnerPosition(state, candidates);
    if (at >= 0) winnerByItem.set(item, buildOpRef(state, candidates[at] ?? 0, candidates[at + 1] ?? 0));
  }
  return winnerByItem;
}

/** Lists the ops that report the start of a playback of this recording ("7/3fa9c1d2"), each as "stream:seq". */
export function listPlays(state: AttemptState, file: string): string[] {
  const pairs = state.plays[file] ?? [];
  return pairs.flatMap((stream, at) => (at % 2 === 0 ? `${getStreamPart(state, stream).id}:${pairs[at + 1]}` : []));
}

function split(state: AttemptState): { answers: Map<string, AnswerValue>; missing: OpRef[] } {
  const answers = new Map<string, AnswerValue>();
  const missing: OpRef[] = [];
  for (const [item, candidates] of Object.entries(state.items)) {
    const at = findWinnerPosition(state, candidates);
    if (at < 0) continue;
    const [stream = 0, seq = 0] = [candidates[at], candidates[at + 1]];
    const value = state.values[item];
    if (value && value[0] === stream && value[1] === seq) answers.set(item, value[2]);
    else missing.push(buildOpRef(state, stream, seq));
  }
  return { answers, missing };
}

/**
 * Lists the answer ops that win their item (SY5) but whose value is not in the state. The caller reads those ops and passes them to
 * `storeWinnerValue`. Mostly there are none.
 */
export const listMissingValues = (state: AttemptState): OpRef[] => split(state).missing;

/** Returns the answers that count. The result is complete once `listMissingValues` is empty. */
export const getCountedAnswers = (state: AttemptState): Map<string, AnswerValue> => split(state).answers;

/** Returns the items that the examinee has flagged: those whose winning flag op is on. */
export function getFlaggedItems(state: AttemptState): Set<string> {
  const flaggedItems = new Set<string>();
  for (const [item, candidates] of Object.entries(state.flags)) {
    const at = findWinnerPosition(state, candidates);
    if (at >= 0 && candidates[at + 3] === 1) flaggedItems.add(item);
  }
  return flaggedItems;
}

export const hasAnswerText = (value: AnswerValue): boolean => value.some((text) => text.trim() !== '');

/** Counts the questions with an answer that counts. A file on a question makes it answered. */
export function countAnsweredQuestions(state: AttemptState): number {
  const answered = new Set<string>();
  for (const [item, value] of getCountedAnswers(state)) if (hasAnswerText(value)) answered.add(getItemQuestion(item));
  return answered.size;
}

/**
 * Lists the attachments (files that the examinee attached) that count, by the item id of their answers. `here`: the server has every chunk. `inTime`:
 * the server had them before scores were released, so the marker could see the file. A file that arrives later changes no mark, because marking is
 * over.
 */
export function getCountedFiles(state: AttemptState): Map<string, AttachedFile & { readonly here: boolean; readonly inTime: boolean }> {
  const fileByItem = new Map<string, AttachedFile & { here: boolean; inTime: boolean }>();
  // Leave early, because most papers ask for no files and this runs for every attempt after every batch.
  if (!Object.keys(state.items).some((item) => parseAttachmentQuestion(item) !== undefined)) return fileByItem;
  const { disclosed } = getOpCounting(state);
  for (const [item, value] of getCountedAnswers(state)) {
    const file = parseAttachmentQuestion(item) === undefined ? undefined : parseFileValue(value);
    if (!file) continue;
    const at = state.filesHere.indexOf(getStoredFileName(file));
    const stamp = state.filesSaid[at];
    fileByItem.set(item, {
      ...file,
      here: at >= 0,
      inTime: at >= 0 && (!stamp || !disclosed || isBeforeDisclosure(state, stamp, disclosed)),
    });
  }
  return fileByItem;
}

/** Counts the attachments that count but of which the server lacks a chunk. */
export const countIncompleteFiles = (state: AttemptState): number =>
  [...getCountedFiles(state).values()].filter((file) => !file.here).length;

/** Checks whether the server lacks a chunk of an attachment that counts. The server signs no receipt for the hand-in until it has all chunks. */
export const hasIncompleteFiles = (state: AttemptState): boolean => countIncompleteFiles(state) > 0;

/** Counts the received ops of the examinee's streams. */
export function countReceivedOps(state: AttemptState): number {
  return state.streams.reduce((sum, s) => sum + (s.author === 'examinee' ? countSeqs(s.got) : 0), 0);
}

/**
 * Counts the ops that are missing on the server: those that standing hand-ins list, or that a PC reported as written (SY25). A PC still holds them or
 * has lost them.
 */
export function countMissingOps(state: AttemptState): number {
  const listed = new Map<number, number>();
  for (const { lists } of getOpCounting(state).standing)
    for (let i = 0; i < lists.length; i += 2) listed.set(lists[i] ?? 0, Math.max(listed.get(lists[i] ?? 0) ?? 0, lists[i + 1] ?? 0));
  return state.streams.reduce((sum, part, stream) => {
    const through = listed.get(stream) ?? 0;
    return sum + Math.max(through - countSeqsUpTo(part.got, through), countUndeliveredInStream(part));
  }, 0);
}

/** A received hand-in, with the status that it has by the ops received so far. */
export interface HandInView extends OpRef, Pick<HandInPart, 'by' | 'digest' | 'wallMs' | 'elapsedMs'> {
  /** Listed ops, one per stream. The digest covers their hashes (`formatManifestText`). */
  readonly manifest: readonly OpRef[];
  /** True if every listed seq has arrived. Only the comparison of the digest (`digestIs`) shows whether they are the ops that were handed in. */
  readonly arrived: boolean;
  readonly stands: boolean;
  /** SY24: true for the standing hand-in whose listed ops were all received first. Its manifest alone limits which answers count. */
  readonly fixed: boolean;
  readonly lifted: boolean;
  readonly digestIs: 'agrees' | 'disagrees' | 'unknown';
}

/** Lists the standing hand-ins, highest op stamp first. More than one means that two windows or two PCs handed in, which staff should look at. */
export function listStandingHandIns(state: AttemptState): HandInView[] {
  const standing = getOpCounting(state).standing.toSorted((a, b) => compareOpStamps(state, b, a));
  return standing.map((h) => buildHandInView(state, h));
}

/** Lists all received hand-ins, highest op stamp first. */
export const listHandIns = (state: AttemptState): HandInView[] =>
  state.handIns.toSorted((a, b) => compareOpStamps(state, b, a)).map((h) => buildHandInView(state, h));

/** Returns the hand-in that counts (SY24), or undefined while none is complete. */
export function findCountedHandIn(state: AttemptState): HandInView | undefined {
  const { fixed } = getOpCounting(state);
  return fixed && buildHandInView(state, fixed);
}

/** Lists hand-ins whose listed ops have all arrived, but whose digest the server has not compared with these ops yet. */
export const listUnprovenHandIns = (state: AttemptState): (HandInView & { part: HandInPart })[] =>
  state.handIns
    .filter((h) => h.proof === null)
    .map((part) => ({ ...buildHandInView(state, part), part }))
    .filter((h) => h.arrived);

function buildHandInView(state: AttemptState, h: HandInPart): HandInView {
  const manifest: OpRef[] = [];
  for (let i = 0; i < h.lists.length; i += 2) manifest.push(buildOpRef(state, h.lists[i] ?? 0, h.lists[i + 1] ?? 0));
  const arrived = h.lists.every((stream, i) => i % 2 === 1 || hasEverySeqUpTo(getStreamPart(state, stream).got, h.lists[i + 1] ?? 0));
  const { by, digest, wallMs, elapsedMs, proof } = h;
  const { standing, fixed } = getOpCounting(state);
  const is = { stands: standing.includes(h), fixed: fixed === h, lifted: isHandInLifted(state, h) };
  const digestIs = proof ? (proof.agrees ? 'agrees' : 'disagrees') : 'unknown';
  return { ...buildOpRef(state, h.stream, h.seq), by, digest, wallMs, elapsedMs, manifest, arrived, ...is, digestIs };
}

/**
 * Lists hand-ins that no longer stand, so that their devices accept answers again: lifted ones, and ones by time-out that lack an extension or
 * are early. An early hand-in by the examinee is not reopened; their PC resubmits it (`resubmitLostValues`).
 */
export function listReopenedHandIns(state: AttemptState): OpRef[] {
  const { standing, epoch, extensionMs } = getOpCounting(state);
  const isEarly = (h: HandInPart): boolean =>
    hasSeq(getStreamPart(state, h.stream).early, h.seq) || (h.earlyUntilMs ?? 0) < state.earlyUntilMs;
  return state.handIns
    .filter((h) => !standing.includes(h) && getStreamPart(state, h.stream).epoch === epoch)
    .filter((h) => isHandInLifted(state, h) || (h.by === 'timeout' && (h.extensionMs < extensionMs || isEarly(h))))
    .map((h) => buildOpRef(state, h.stream, h.seq));
}

/** Lists the marks of cheating that are not revoked, highest op stamp first. A revocation lifts only the marks it names. */
export function listActiveMarks(state: AttemptState): CheatingMarkPart[] {
  return state.marks.filter((m) => !state.revoked.includes(m.markId)).toSorted((a, b) => compareOpStamps(state, b, a));
}

/** Checks whether any op of the examinee arrived. One such op voids a mark of absence. */
export const hasExamineeOps = (state: AttemptState): boolean => state.streams.some((s) => s.author === 'examinee' && s.got.length > 0);

/**
 * Derives presence, attendance, conduct and marking state of an examinee. `collected`: the caller knows that deadline and grace period have passed.
 */
export function deriveStatusRegisters(state: AttemptState, collected = false): ExamUserRegisters {
  const hasStarted = hasExamineeOps(state);
  const handedIn = getOpCounting(state).standing.length > 0;
  return {
    presence: handedIn ? 'handedIn' : hasStarted ? (collected ? 'collected' : 'inExam') : 'awaiting',
    attendance: state.absent && !hasStarted ? 'absent' : 'present',
    conduct: listActiveMarks(state).length > 0 ? 'cheating' : 'clean',
    marking: state.marking?.to ?? 'none',
  };
}

export const deriveExamineeStatus = (state: AttemptState, collected = false): ExamUserStatusCode =>
  deriveExamUserStatus(deriveStatusRegisters(state, collected));

/** Findings about one attempt that staff should look at. They remain part of the exam's record. */
export interface AttemptFindings {
  /** The examinee is marked absent, but ops of theirs arrived. */
  readonly absentVoid: boolean;
  /** Two grants (permissions to continue at another PC or on paper) claim the same epoch (SY5), which needs a staff decision. */
  readonly epochDisputed: boolean;
  /** Another hand-in stands in addition to the one that counts. */
  readonly handedInTwice: boolean;
  /** All listed ops of a hand-in arrived, but their digest differs. */
  readonly digestDisagrees: boolean;
  /** The exam is handed in, but listed ops are missing. */
  readonly incomplete: boolean;
  /** Number of answers that wait for a staff decision, by reason. */
  readonly waiting: Readonly<Record<'olderEpoch' | 'afterHandIn' | 'afterDisclosure', number>>;
  /** Number of early answers, which the server received before the start. */
  readonly early: number;
  /** Rejected ops: unreadable, malformed, or not allowed for an examinee. */
  readonly quarantined: number;
  /** Items whose counting answer was written by a device that did not know of a mark of cheating that still stands. */
  readonly unawareOfMark: readonly string[];
  /** Ops of an older epoch that the server lacked at the move. They are alternatives for a staff decision (SY15). */
  readonly alternates: readonly (OpRef & { readonly item: string })[];
}

/** Returns the streams that may contain an op which does not count by itself. */
function findDoubtedStreams(state: AttemptState): Set<number> {
  const { limits } = getOpCounting(state);
  const doubted = new Set(state.decisions.map((d) => d.on));
  for (const [at, { got, early }] of state.streams.entries())
    if (early.length > 0 || (got.at(-1) ?? 0) > (limits[at] ?? Infinity)) doubted.add(at);
  return doubted;
}

/** Finds what staff should look at in one attempt. */
export function findAttemptConcerns(state: AttemptState): AttemptFindings {
  const [mark] = listActiveMarks(state);
  const unawareOfMark: string[] = [];
  const alternates: (OpRef & { item: string })[] = [];
  const why: Record<NotCountedReason, number> = { '': 0, decided: 0, early: 0, afterDisclosure: 0, olderEpoch: 0, afterHandIn: 0 };
  const doubted = findDoubtedStreams(state);
  // Skip the scan if nothing is in doubt. The exam board of the staff calls this for thousands of attempts.
  for (const [item, c] of mark || doubted.size > 0 ? Object.entries(state.items) : []) {
    const at = mark ? findWinnerPosition(state, c) : -1;
    if (mark && at >= 0 && ((c[at + 2] ?? 0) < mark.lamport || (c[at + 3] ?? 0) <= mark.basis)) unawareOfMark.push(item);
    for (let i = 0; i < c.length; i += 4) {
      const [stream = 0, seq = 0] = [c[i], c[i + 1]];
      if (!doubted.has(stream)) continue;
      const reason = getNotCountedReason(state, stream, seq);
      why[reason] += 1;
      if (reason === 'olderEpoch') alternates.push({ item, ...buildOpRef(state, stream, seq) });
    }
  }
  const epochs = state.grants.map((g) => g.epoch);
  const { standing, fixed } = getOpCounting(state);
  const { olderEpoch, afterHandIn, afterDisclosure, early } = why;
  return {
    absentVoid: state.absent && hasExamineeOps(state),
    epochDisputed: new Set(epochs).size < epochs.length,
    handedInTwice: standing.length > 1,
    digestDisagrees: state.handIns.some((h) => h.proof?.agrees === false),
    incomplete: standing.length > 0 && !fixed,
    waiting: { olderEpoch, afterHandIn, afterDisclosure },
    early,
    quarantined: state.streams.reduce((sum, { odd }) => sum + odd.filter(([, reason]) => reason !== 'type').length, 0),
    unawareOfMark,
    alternates,
  };
}

/** Returns the seq up to which the markers see this stream; Infinity before marking. Later ops that count get the verdict `recordedLate`. */
export const getPinnedSeq = (state: AttemptState, stream: number): number =>
  state.marking && state.marking.to !== 'none' ? (findPairValue(state.marking.heads, stream) ?? 0) : Infinity;

/**
 * Returns the epoch of the paper sheet on which the examinee continues after a failure of the PC; null if there is none or the examinee is back at a
 * PC.
 */
export function getCurrentSheetEpoch(state: AttemptState): number | null {
  const { epoch } = getOpCounting(state);
  return state.grants.some((grant) => grant.epoch === epoch && grant.paper === true) ? epoch : null;
}

/** Returns the state of the current paper sheet: none, given out, or (partly) typed in. */
export function getSheetState(state: AttemptState): 'none' | 'given' | 'typed' {
  const epoch = getCurrentSheetEpoch(state);
  if (epoch === null) return 'none';
  return state.streams.some((stream) => stream.epoch === epoch && stream.got.length > 0) ? 'typed' : 'given';
}

/** Checks whether an epoch was granted for a paper sheet. Its content may be typed in after the examinee is back at a PC. */
export const isSheetEpoch = (state: AttemptState, epoch: number): boolean =>
  state.grants.some((grant) => grant.epoch === epoch && grant.paper === true);
