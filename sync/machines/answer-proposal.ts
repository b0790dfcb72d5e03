import type { AnswerGroup } from '../contract/codes.ts';

/** Of the reasons why an answer doesn't count by itself, those a person is asked about. */
const waitingReasons: readonly string[] = ['olderEpoch', 'afterHandIn', 'afterDisclosure', 'early'];

/** One answer of one item in one stream, as far as a proposal needs it. */
export interface WeighedVersion {
  readonly streamId: string;
  readonly seq: number;
  readonly epoch: number;
  readonly lamport: number;
  readonly value: readonly string[];
  /** When the server had it, and what that and the document's own clock prove of when it was written. */
  readonly receivedMs: number;
  readonly wallMs: number;
  readonly label: 'within' | 'grace' | 'late' | 'unprovable';
  readonly winner: boolean;
  /** It counts, it may have been written after the end, and nobody has decided about it. */
  readonly timeDoubtful: boolean;
  readonly why: string;
}

export interface Proposal {
  readonly group: AnswerGroup;
  /** Null: none of the versions shall count. */
  readonly choose: { readonly streamId: string; readonly seq: number } | null;
}

const isWaiting = (version: WeighedVersion): boolean => waitingReasons.includes(version.why);
const sameAnswer = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((text, at) => text === b[at]);

/**
 * What to decide about an item, or null where nothing waits. Proposed is what counts already, if anything does: who answered again at the
 * new PC meant that. Where nothing counts, the only answer there is, unless something speaks against it: written after scores were told or
 * after the hand-in, or by its own account after the move (`movedMs`: epoch → when the next PC was granted).
 */
export function proposalFor(versions: readonly WeighedVersion[], movedMs: ReadonlyMap<number, number>): Proposal | null {
  const waiting = versions.filter(isWaiting);
  const winner = versions.find((version) => version.winner);
  if (winner?.timeDoubtful) return doubtfulProposal(winner, versions);
  if (waiting.length === 0) return null;
  const newest = waiting.reduce((best, version) => (isAbove(version, best) ? version : best));
  const standing = winner ?? newest;
  const agree = waiting.every((version) => sameAnswer(version.value, standing.value));
  if (winner) return { group: agree ? 'agreeing' : 'contradicting', choose: nameOf(winner) };
  const against = waiting.some((version) => speaksAgainst(version, movedMs));
  if (against) return { group: 'contradicting', choose: null };
  return { group: agree ? 'agreeing' : 'contradicting', choose: nameOf(newest) };
}

/**
 * An answer that may have been written after the end counts until a person decides (SY21). Proposed is the newest answer that was surely
 * written before; where there is none, the doubtful answer, unless it was surely written after the end.
 */
function doubtfulProposal(winner: WeighedVersion, versions: readonly WeighedVersion[]): Proposal {
  const proven = versions.filter((version) => version.why === '' && (version.label === 'within' || version.label === 'grace'));
  if (proven.length > 0) {
    const newest = proven.reduce((best, version) => (isAbove(version, best) ? version : best));
    return { group: sameAnswer(newest.value, winner.value) ? 'agreeing' : 'contradicting', choose: nameOf(newest) };
  }
  const others = versions.some((version) => isWaiting(version) && !sameAnswer(version.value, winner.value));
  const isLate = winner.label === 'late';
  return { group: others || isLate ? 'contradicting' : 'agreeing', choose: isLate ? null : nameOf(winner) };
}

function speaksAgainst(version: WeighedVersion, movedMs: ReadonlyMap<number, number>): boolean {
  if (version.why !== 'olderEpoch' || version.label === 'late') return true;
  const moved = movedMs.get(version.epoch);
  return moved !== undefined && version.wallMs > moved;
}

function isAbove(a: WeighedVersion, b: WeighedVersion): boolean {
  if (a.epoch !== b.epoch) return a.epoch > b.epoch;
  return a.lamport !== b.lamport ? a.lamport > b.lamport : a.streamId > b.streamId;
}

const nameOf = ({ streamId, seq }: WeighedVersion): { streamId: string; seq: number } => ({ streamId, seq });
