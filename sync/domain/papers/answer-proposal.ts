import type { AnswerGroup } from '../../contract/codes.ts';
import type { AttemptIrregularities } from '../../contract/exams/exam-board.ts';

/** Reasons why an answer does not count by itself and needs a staff decision. */
const waitingReasons: readonly string[] = ['olderEpoch', 'afterHandIn', 'afterDisclosure', 'early'];

/** One version of the answer to an item, as written in one stream, with the evidence by which `proposeDecision` chooses among the versions. */
export interface WeighedVersion {
  readonly streamId: string;
  readonly seq: number;
  readonly epoch: number;
  readonly lamport: number;
  readonly value: readonly string[];
  /** Server time of the receipt, wall time of the writing PC, and the label derived from the proven time of writing. */
  readonly receivedMs: number;
  readonly wallMs: number;
  readonly label: 'within' | 'grace' | 'late' | 'unprovable';
  readonly winner: boolean;
  /** True if the answer counts, may have been written after the end, and no person has decided about it. */
  readonly timeDoubtful: boolean;
  readonly why: string;
}

/** A proposed decision. `contradicting`: the versions differ or facts speak against the choice, so staff must look closely. */
export interface Proposal {
  readonly group: AnswerGroup;
  /** Version to count; null proposes that none counts. */
  readonly choose: { readonly streamId: string; readonly seq: number } | null;
}

const isWaiting = (version: WeighedVersion): boolean => waitingReasons.includes(version.why);
/** Tells whether two answers have the same texts in the same order. */
export const isSameAnswer = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);

/**
 * Proposes a decision about the answer to an item, or returns null if no version waits for one. If a version counts already, it is proposed,
 * because an examinee who answered again at the new PC meant that answer. Otherwise the newest waiting version is proposed. None is proposed
 * if any waiting version has another reason than `olderEpoch`, was certainly written late, or was written after the move
 * to the next PC by the writing PC's clock. `movedMs`: epoch → time at which the next PC was granted.
 */
export function proposeDecision(versions: readonly WeighedVersion[], movedMs: ReadonlyMap<number, number>): Proposal | null {
  const waiting = versions.filter(isWaiting);
  const winner = versions.find((version) => version.winner);
  if (winner?.timeDoubtful) return proposeForDoubtfulAnswer(winner, versions);
  if (waiting.length === 0) return null;
  const newest = waiting.reduce((best, version) => (isAbove(version, best) ? version : best));
  const standing = winner ?? newest;
  const agree = waiting.every((version) => isSameAnswer(version.value, standing.value));
  if (winner) return { group: agree ? 'agreeing' : 'contradicting', choose: toOpRef(winner) };
  const against = waiting.some((version) => isContradicting(version, movedMs));
  if (against) return { group: 'contradicting', choose: null };
  return { group: agree ? 'agreeing' : 'contradicting', choose: toOpRef(newest) };
}

/**
 * Proposes a decision about an answer that may have been written after the end; it counts until a person decides (SY21). The newest answer that
 * was certainly written before the end is proposed. If there is none, the doubtful answer is proposed, unless it was certainly written after the
 * end.
 */
function proposeForDoubtfulAnswer(winner: WeighedVersion, versions: readonly WeighedVersion[]): Proposal {
  const proven = versions.filter((version) => version.why === '' && (version.label === 'within' || version.label === 'grace'));
  if (proven.length > 0) {
    const newest = proven.reduce((best, version) => (isAbove(version, best) ? version : best));
    return { group: isSameAnswer(newest.value, winner.value) ? 'agreeing' : 'contradicting', choose: toOpRef(newest) };
  }
  const others = versions.some((version) => isWaiting(version) && !isSameAnswer(version.value, winner.value));
  const isLate = winner.label === 'late';
  return { group: others || isLate ? 'contradicting' : 'agreeing', choose: isLate ? null : toOpRef(winner) };
}

function isContradicting(version: WeighedVersion, movedMs: ReadonlyMap<number, number>): boolean {
  if (version.why !== 'olderEpoch' || version.label === 'late') return true;
  const moved = movedMs.get(version.epoch);
  return moved !== undefined && version.wallMs > moved;
}

function isAbove(a: WeighedVersion, b: WeighedVersion): boolean {
  if (a.epoch !== b.epoch) return a.epoch > b.epoch;
  return a.lamport !== b.lamport ? a.lamport > b.lamport : a.streamId > b.streamId;
}

const toOpRef = ({ streamId, seq }: WeighedVersion): { streamId: string; seq: number } => ({ streamId, seq });

/** Counts the answers of an attempt that need a staff decision. */
export const countAnswersToDecide = ({ concerns: { waiting, timeDoubtful } }: { readonly concerns: AttemptIrregularities }): number =>
  waiting.olderEpoch + waiting.afterHandIn + waiting.afterDisclosure + timeDoubtful;
