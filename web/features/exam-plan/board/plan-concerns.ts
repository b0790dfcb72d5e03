import type { PlanExaminee } from '../exam-plan-queries.ts';
import { countAnswersToDecide } from '../../../../sync/domain/papers/answer-proposal.ts';

/** Problems of an examinee that staff should look at, most urgent first. */
export const concernKinds = [
  'undecided',
  'epochDisputed',
  'handedInTwice',
  'digestDisagrees',
  'incomplete',
  'nothingCame',
  'unmarked',
  'aside',
  'quarantined',
  'early',
  'timeDoubtful',
  'receivedAfterEnd',
  'absentVoid',
  'unawareOfMark',
] as const;
export type ConcernKind = (typeof concernKinds)[number];

interface Concern {
  readonly kind: ConcernKind;
  readonly count: number;
  /** Key of the text that names the concern; `missing` if the number of missing ops is known. */
  readonly text: ConcernKind | 'missing';
}

/** Returns the number of ops known to be missing, or 1 if the number is unknown. Before the hand-in, an op that has not arrived is normal latency. */
function countMissingOps({ concerns, wait, handedIn, missingOps }: PlanExaminee): number {
  const isLate = concerns.incomplete || wait === 'delivery';
  return isLate || handedIn ? Math.max(missingOps, Number(isLate)) : 0;
}

const concernCache = new WeakMap<PlanExaminee, readonly Concern[]>();

/**
 * Lists the concerns of one examinee with their counts; a concern that is simply true counts 1. Computed once for each row: a row is never changed
 * in place, and a poll keeps the rows that did not change.
 */
export function listExamineeConcerns(examinee: PlanExaminee): readonly Concern[] {
  const found = concernCache.get(examinee) ?? findConcerns(examinee);
  concernCache.set(examinee, found);
  return found;
}

/** Counts in one pass how many examinees have each concern, most urgent concern first. Concerns that no examinee has are left out. */
export function countConcerns(examinees: readonly PlanExaminee[]): { readonly kind: ConcernKind; readonly people: number }[] {
  const people = new Map<ConcernKind, number>();
  for (const examinee of examinees) for (const { kind } of listExamineeConcerns(examinee)) people.set(kind, (people.get(kind) ?? 0) + 1);
  return concernKinds.flatMap((kind) => (people.has(kind) ? [{ kind, people: people.get(kind) ?? 0 }] : []));
}

function findConcerns(examinee: PlanExaminee): readonly Concern[] {
  const { concerns } = examinee;
  const counts: Record<ConcernKind, number> = {
    undecided: countAnswersToDecide(examinee),
    epochDisputed: Number(concerns.epochDisputed),
    handedInTwice: Number(concerns.handedInTwice),
    digestDisagrees: Number(concerns.digestDisagrees),
    incomplete: countMissingOps(examinee),
    nothingCame: Number(examinee.wait === 'nothingCame'),
    unmarked: Number(examinee.unmarked),
    aside: concerns.aside,
    quarantined: concerns.quarantined,
    early: concerns.early,
    timeDoubtful: concerns.timeDoubtful,
    receivedAfterEnd: concerns.receivedAfterEnd,
    absentVoid: Number(concerns.absentVoid),
    unawareOfMark: concerns.unawareOfMark,
  };
  const getTextKey = (kind: ConcernKind): Concern['text'] => (kind === 'incomplete' && examinee.missingOps > 0 ? 'missing' : kind);
  return concernKinds.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind], text: getTextKey(kind) }] : []));
}
