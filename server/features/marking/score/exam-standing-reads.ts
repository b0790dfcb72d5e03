import { type ExamPart, examParts } from '../../../../sync/contract/exams/exam-part.ts';
import { type ExamineeResult, hasPassed, type PlanResults } from './score-reads.ts';

/**
 * A part of an exam (theory, practical or review) with its plans: the first sitting and resits. `released`: at least one plan has released scores.
 */
export interface ExamPartPlans {
  readonly part: ExamPart;
  readonly plans: readonly PlanResults[];
  readonly released: boolean;
}

/** Groups the plans of an exam by part, in the order of the parts. */
export const groupByPart = (plans: readonly PlanResults[]): ExamPartPlans[] =>
  examParts.flatMap((part) => {
    const own = plans.filter((plan) => plan.part === part);
    return own.length === 0 ? [] : [{ part, plans: own, released: own.some((plan) => plan.releasedMs !== null) }];
  });

const hasPassedPlan = ({ passPoints }: PlanResults, { points, status }: ExamineeResult): boolean =>
  points !== null && hasPassed(points, passPoints, status);

/** Finds a person's passed result in a part, or else the last one, since a failed part may be sat again. Unreleased scores do not count. */
export function findPartResult({ plans }: ExamPartPlans, userId: number) {
  const own = plans.flatMap((plan) => {
    const examinee = plan.releasedMs === null ? undefined : plan.examinees.find((each) => each.userId === userId);
    return examinee ? [{ plan, points: examinee.points, passed: hasPassedPlan(plan, examinee) }] : [];
  });
  return own.find(({ passed }) => passed) ?? own.findLast(({ points }) => points !== null);
}

/** Lists the examinees of all plans of the exam, each person once. */
export const listExaminees = (plans: readonly PlanResults[]): ExamineeResult[] => [
  ...new Map(plans.flatMap((plan) => plan.examinees).map((examinee) => [examinee.userId, examinee])).values(),
];
