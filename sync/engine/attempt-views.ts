import { type ExamUserRegisters, shownStatus } from '../machines/exam-user-status.ts';
import type { ExamUserStatusCode } from '../contract/codes.ts';
import { type AttemptState, compareSaid, type HandInPart, type MarkPart, pairValue, streamPart } from './attempt-state.ts';
import { countingOf, isLifted, type WhyNot, whyNot, winner } from './counting.ts';
import { saidBefore } from './disclosure.ts';
import { type AttachedFile, fileName, questionOf, questionOfFile, readFileValue } from './attachment.ts';
import type { AnswerValue } from './ops.ts';
import { undeliveredOf } from './known-ops.ts';
import { countSeqs, countThrough, hasSeq, hasThrough } from './seq-runs.ts';

/** An op by name. */
export interface OpRef {
  readonly streamId: string;
  readonly seq: number;
}

const refOf = (state: AttemptState, stream: number, seq: number): OpRef => ({ streamId: streamPart(state, stream).id, seq });

/** Which op's value counts for each item; what makes up the answers. Items nobody's op counts for are left out. */
export function winners(state: AttemptState): Map<string, OpRef> {
  const found = new Map<string, OpRef>();
  for (const [item, candidates] of Object.entries(state.items)) {
    const at = winner(state, candidates, 4);
    if (at >= 0) found.set(item, refOf(state, candidates[at] ?? 0, candidates[at + 1] ?? 0));
  }
  return found;
}

function split(state: AttemptState): { held: Map<string, AnswerValue>; missing: OpRef[] } {
  const held = new Map<string, AnswerValue>();
  const missing: OpRef[] = [];
  for (const [item, candidates] of Object.entries(state.items)) {
    const at = winner(state, candidates, 4);
    if (at < 0) continue;
    const [stream = 0, seq = 0] = [candidates[at], candidates[at + 1]];
    const value = state.values[item];
    if (value && value[0] === stream && value[1] === seq) held.set(item, value[2]);
    else missing.push(refOf(state, stream, seq));
  }
  return { held, missing };
}

/** Winners whose value is not held: the host reads those ops and gives them to `fillValue`. Nearly always empty. */
export const missingValues = (state: AttemptState): OpRef[] => split(state).missing;

/** The answers that count; complete once `missingValues` is empty. */
export const answersOf = (state: AttemptState): Map<string, AnswerValue> => split(state).held;

export function flagsOf(state: AttemptState): Set<string> {
  const on = new Set<string>();
  for (const [item, candidates] of Object.entries(state.flags)) {
    const at = winner(state, candidates, 4);
    if (at >= 0 && candidates[at + 3] === 1) on.add(item);
  }
  return on;
}

export const isAnswered = (value: AnswerValue): boolean => value.some((text) => text.trim() !== '');

export function answeredCount(state: AttemptState): number {
  const answered = new Set<string>();
  for (const [item, value] of answersOf(state)) if (isAnswered(value)) answered.add(questionOf(item));
  return answered.size;
}

/**
 * The files that count, by the names of their answers. `here`: the server has every piece. `inTime`: it had before scores were told, so that who marks
 * could see the file; what comes later changes no mark, for nobody marks any more.
 */
export function filesOf(state: AttemptState): Map<string, AttachedFile & { readonly here: boolean; readonly inTime: boolean }> {
  const found = new Map<string, AttachedFile & { here: boolean; inTime: boolean }>();
  // Most papers ask for none, and this is asked of every attempt and after every batch.
  if (!Object.keys(state.items).some((item) => questionOfFile(item) !== undefined)) return found;
  const { disclosed } = countingOf(state);
  for (const [item, value] of answersOf(state)) {
    const file = questionOfFile(item) === undefined ? undefined : readFileValue(value);
    if (!file) continue;
    const at = state.filesHere.indexOf(fileName(file));
    const said = state.filesSaid[at];
    found.set(item, { ...file, here: at >= 0, inTime: at >= 0 && (!said || !disclosed || saidBefore(state, said, disclosed)) });
  }
  return found;
}

/** Counted files that are not wholly here. */
export const missingFiles = (state: AttemptState): number => [...filesOf(state).values()].filter((file) => !file.here).length;

/** The receipt waits for them. */
export const lacksFiles = (state: AttemptState): boolean => missingFiles(state) > 0;

/** Ops of the examinee's streams that came. */
export function receivedOps(state: AttemptState): number {
  return state.streams.reduce((sum, s) => sum + (s.author === 'examinee' ? countSeqs(s.got) : 0), 0);
}

/** Ops that hand-ins which stand list, or that PCs told of (SY25), and that are not here: what some PC holds, or has lost. */
export function missingOps(state: AttemptState): number {
  const listed = new Map<number, number>();
  for (const { lists } of countingOf(state).standing)
    for (let i = 0; i < lists.length; i += 2) listed.set(lists[i] ?? 0, Math.max(listed.get(lists[i] ?? 0) ?? 0, lists[i + 1] ?? 0));
  return state.streams.reduce((sum, part, stream) => {
    const through = listed.get(stream) ?? 0;
    return sum + Math.max(through - countThrough(part.got, through), undeliveredOf(part));
  }, 0);
}

export interface HandInView extends OpRef, Pick<HandInPart, 'by' | 'digest' | 'wallMs' | 'elapsedMs'> {
  /** What it lists, by stream: the digest is over the hashes there (`manifestText`). */
  readonly manifest: readonly OpRef[];
  /** Every listed seq is there. Whether they are the ops meant, the digest tells: the host compares it. */
  readonly arrived: boolean;
  readonly stands: boolean;
  /** SY24: of those that stand, the first that was complete: what it lists is what was handed in. */
  readonly fixed: boolean;
  readonly lifted: boolean;
  readonly digestIs: 'agrees' | 'disagrees' | 'unknown';
}

/** Hand-ins that stand, the highest first. More than one: two windows or two PCs, for the staff to look at. */
export function standingHandIns(state: AttemptState): HandInView[] {
  const standing = countingOf(state).standing.toSorted((a, b) => compareSaid(state, b, a));
  return standing.map((h) => handInView(state, h));
}

/** All that came, the highest first. */
export const allHandIns = (state: AttemptState): HandInView[] =>
  state.handIns.toSorted((a, b) => compareSaid(state, b, a)).map((h) => handInView(state, h));

/** SY24: what counts as handed in, once it is complete. */
export function fixedHandIn(state: AttemptState): HandInView | undefined {
  const { fixed } = countingOf(state);
  return fixed && handInView(state, fixed);
}

/** Hand-ins of which the host has yet to say whether all that they list is what was handed in. */
export const unprovenHandIns = (state: AttemptState): (HandInView & { part: HandInPart })[] =>
  state.handIns
    .filter((h) => h.proof === null)
    .map((part) => ({ ...handInView(state, part), part }))
    .filter((h) => h.arrived);

function handInView(state: AttemptState, h: HandInPart): HandInView {
  const manifest: OpRef[] = [];
  for (let i = 0; i < h.lists.length; i += 2) manifest.push(refOf(state, h.lists[i] ?? 0, h.lists[i + 1] ?? 0));
  const arrived = h.lists.every((stream, i) => i % 2 === 1 || hasThrough(streamPart(state, stream).got, h.lists[i + 1] ?? 0));
  const { by, digest, wallMs, elapsedMs, proof } = h;
  const { standing, fixed } = countingOf(state);
  const is = { stands: standing.includes(h), fixed: fixed === h, lifted: isLifted(state, h) };
  const digestIs = proof ? (proof.agrees ? 'agrees' : 'disagrees') : 'unknown';
  return { ...refOf(state, h.stream, h.seq), by, digest, wallMs, elapsedMs, manifest, arrived, ...is, digestIs };
}

/**
 * Hand-ins that came and no longer stand: their devices take answers again. One by time-out from before the start is of a
 * clock that ran ahead; one by the examinee from before it is theirs to say again (`restate`).
 */
export function reopenedHandIns(state: AttemptState): OpRef[] {
  const { standing, epoch, extensionMs } = countingOf(state);
  const isEarly = (h: HandInPart): boolean =>
    hasSeq(streamPart(state, h.stream).early, h.seq) || (h.earlyUntilMs ?? 0) < state.earlyUntilMs;
  return state.handIns
    .filter((h) => !standing.includes(h) && streamPart(state, h.stream).epoch === epoch)
    .filter((h) => isLifted(state, h) || (h.by === 'timeout' && (h.extensionMs < extensionMs || isEarly(h))))
    .map((h) => refOf(state, h.stream, h.seq));
}

/** Marks of cheating not revoked, newest first. A revoke lifts the marks it names and no other. */
export function activeMarks(state: AttemptState): MarkPart[] {
  return state.marks.filter((m) => !state.revoked.includes(m.markId)).toSorted((a, b) => compareSaid(state, b, a));
}

/** Was there anybody? Any op of the examinee's voids an absence. */
export const wasHere = (state: AttemptState): boolean => state.streams.some((s) => s.author === 'examinee' && s.got.length > 0);

/** `collected`: the host knows that deadline and grace have passed. */
export function registersOf(state: AttemptState, collected = false): ExamUserRegisters {
  const here = wasHere(state);
  const handedIn = countingOf(state).standing.length > 0;
  return {
    presence: handedIn ? 'handedIn' : here ? (collected ? 'collected' : 'inExam') : 'awaiting',
    attendance: state.absent && !here ? 'absent' : 'present',
    conduct: activeMarks(state).length > 0 ? 'cheating' : 'clean',
    marking: state.marking?.to ?? 'none',
  };
}

export const statusOf = (state: AttemptState, collected = false): ExamUserStatusCode => shownStatus(registersOf(state, collected));

/** What the staff should look at; the record keeps saying so. */
export interface Concerns {
  /** Marked absent, and yet ops of the examinee's came. */
  readonly absentVoid: boolean;
  /** Two grants claim the same epoch (SY5): a person decides. */
  readonly epochDisputed: boolean;
  /** Another hand-in stands beside the one that counts. */
  readonly handedInTwice: boolean;
  /** All that a hand-in lists is there, and is not what was handed in. */
  readonly digestDisagrees: boolean;
  /** Handed in, and listed ops are missing. */
  readonly incomplete: boolean;
  /** Answers that wait for a person, by why. */
  readonly waiting: Readonly<Record<'olderEpoch' | 'afterHandIn' | 'afterDisclosure', number>>;
  /** Answers the server had before the start. */
  readonly early: number;
  /** Ops that mean nothing: unreadable, malformed, not an examinee's to say. */
  readonly quarantined: number;
  /** Items last answered unaware of a mark of cheating that stands. */
  readonly unawareOfMark: readonly string[];
  /** Ops of an older epoch that the server did not have before the move: alternates, with their evidence (SY15). */
  readonly alternates: readonly (OpRef & { readonly item: string })[];
}

/** Streams that may hold an op that does not count by itself. */
function doubtedStreams(state: AttemptState): Set<number> {
  const { limits } = countingOf(state);
  const doubted = new Set(state.decisions.map((d) => d.on));
  for (const [at, { got, early }] of state.streams.entries())
    if (early.length > 0 || (got.at(-1) ?? 0) > (limits[at] ?? Infinity)) doubted.add(at);
  return doubted;
}

export function concernsOf(state: AttemptState): Concerns {
  const [mark] = activeMarks(state);
  const unawareOfMark: string[] = [];
  const alternates: (OpRef & { item: string })[] = [];
  const why: Record<WhyNot, number> = { '': 0, decided: 0, early: 0, afterDisclosure: 0, olderEpoch: 0, afterHandIn: 0 };
  const doubted = doubtedStreams(state);
  // A board asks this of thousands: nearly always there is nothing to look at.
  for (const [item, c] of mark || doubted.size > 0 ? Object.entries(state.items) : []) {
    const at = mark ? winner(state, c, 4) : -1;
    if (mark && at >= 0 && ((c[at + 2] ?? 0) < mark.lamport || (c[at + 3] ?? 0) <= mark.basis)) unawareOfMark.push(item);
    for (let i = 0; i < c.length; i += 4) {
      const [stream = 0, seq = 0] = [c[i], c[i + 1]];
      if (!doubted.has(stream)) continue;
      const reason = whyNot(state, stream, seq);
      why[reason] += 1;
      if (reason === 'olderEpoch') alternates.push({ item, ...refOf(state, stream, seq) });
    }
  }
  const epochs = state.grants.map((g) => g.epoch);
  const { standing, fixed } = countingOf(state);
  const { olderEpoch, afterHandIn, afterDisclosure, early } = why;
  return {
    absentVoid: state.absent && wasHere(state),
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

/** Marking works on what it pinned; what counts beyond is a new version (recordedLate). */
export const pinnedSeq = (state: AttemptState, stream: number): number =>
  state.marking && state.marking.to !== 'none' ? (pairValue(state.marking.heads, stream) ?? 0) : Infinity;

/** The sheet of paper they go on with: its epoch; null: none, or they are back at a PC. */
export function sheetOf(state: AttemptState): number | null {
  const { epoch } = countingOf(state);
  return state.grants.some((grant) => grant.epoch === epoch && grant.paper === true) ? epoch : null;
}

/** Of the sheet they go on with: is anything of it typed in? */
export function sheetState(state: AttemptState): 'none' | 'given' | 'typed' {
  const epoch = sheetOf(state);
  if (epoch === null) return 'none';
  return state.streams.some((stream) => stream.epoch === epoch && stream.got.length > 0) ? 'typed' : 'given';
}

/** Was this epoch granted for a sheet of paper? What stands on it may be typed in when they are long back at a PC. */
export const isSheet = (state: AttemptState, epoch: number): boolean =>
  state.grants.some((grant) => grant.epoch === epoch && grant.paper === true);
