import type { PlanExaminee } from './exam-plan-queries.ts';

/** What staff should look at with an examinee, the most pressing first. */
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
  'receivedAfterEnd',
  'absentVoid',
  'unawareOfMark',
] as const;
export type ConcernKind = (typeof concernKinds)[number];

export const undecidedCount = ({ concerns: { waiting } }: PlanExaminee): number =>
  waiting.olderEpoch + waiting.afterHandIn + waiting.afterDisclosure;

/** How often each concern is met with one examinee; 1 for what is or isn't. */
export function concernsOf(examinee: PlanExaminee): { readonly kind: ConcernKind; readonly count: number }[] {
  const { concerns } = examinee;
  const counts: Record<ConcernKind, number> = {
    undecided: undecidedCount(examinee),
    epochDisputed: Number(concerns.epochDisputed),
    handedInTwice: Number(concerns.handedInTwice),
    digestDisagrees: Number(concerns.digestDisagrees),
    incomplete: Number(concerns.incomplete || examinee.wait === 'delivery'),
    nothingCame: Number(examinee.wait === 'nothingCame'),
    unmarked: Number(examinee.wait === 'marking'),
    aside: concerns.aside,
    quarantined: concerns.quarantined,
    early: concerns.early,
    receivedAfterEnd: concerns.receivedAfterEnd,
    absentVoid: Number(concerns.absentVoid),
    unawareOfMark: concerns.unawareOfMark,
  };
  return concernKinds.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : []));
}
