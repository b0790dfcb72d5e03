import { i18n } from '../../../lib/i18n.ts';
import { z } from 'zod';
import type { CallInput } from '../../../../sync/contract/call.ts';
import { releaseRules } from '../../../../sync/contract/codes.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { lockdownRules, noLockdown, sebHash, stillMinutes } from '../../../../sync/contract/exams/lockdown.ts';
import { type ExamPart, examParts } from '../../../../sync/contract/exams/exam-part.ts';
import { ticketPattern } from '../../../../sync/contract/exams/ticket-pattern.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import type { ExamPlan } from '../exam-plan-queries.ts';

const minuteMs = 60_000;
const createMessage = (key: 'badDate' | 'pastStart' | 'needPaper' | 'tooMany' | 'beyondDuration' | 'badPattern') => () =>
  i18n.of('examPlan')(key);

/** Schema of the plan form, in the units that people type: local time and minutes. */
export const planFormSchema = z
  .object({
    name: z.string().trim().min(1).max(200),
    part: z.enum(examParts),
    resit: z.boolean(),
    signatureRequired: z.boolean(),
    paperId: z.int({ error: createMessage('needPaper') }).positive({ error: createMessage('needPaper') }),
    start: z
      .string()
      .refine((value) => fromLocalInput(value) !== null, { error: createMessage('badDate'), abort: true })
      .refine((value) => (fromLocalInput(value) ?? 0) > Date.now(), { error: createMessage('pastStart') }),
    durationMin: z.int().min(1).max(720),
    entryLimitMin: z.int().min(0),
    earliestHandInMin: z.int().min(0),
    notice: z.string().max(4000),
    releaseRule: z.enum(releaseRules),
    examineeIds: z.array(z.int()).max(2000, { error: createMessage('tooMany') }),
    roomIds: z.array(z.int()),
    markerGroupIds: z.array(z.int()),
    ticketPattern: z
      .string()
      .trim()
      .refine((value) => ticketPattern.safeParse(value).success, { error: createMessage('badPattern') }),
    // In the form every lockdown field is present; the contract fills in defaults only for API callers.
    lockdown: lockdownRules.extend({ seb: z.boolean(), browserKeys: z.array(sebHash).max(20), entryPhoto: z.boolean(), stillMinutes }),
  })
  .check((found) => {
    const { durationMin, entryLimitMin, earliestHandInMin } = found.value;
    for (const [path, value] of [
      ['entryLimitMin', entryLimitMin],
      ['earliestHandInMin', earliestHandInMin],
    ] as const) {
      if (value > durationMin)
        found.issues.push({ code: 'custom', path: [path], message: createMessage('beyondDuration')(), input: value });
    }
  });
export type PlanFormValues = z.output<typeof planFormSchema>;

/** Suggests a start half an hour after the next full half hour, so that there is time to publish and to prepare the PCs. */
function suggestStart(nowMs: number): number {
  const half = 30 * minuteMs;
  return Math.ceil(nowMs / half) * half + half;
}

/** Derives the times from the paper's duration: the exam lasts as long, and entry limit and earliest hand-in do not exceed it. */
export const computePlanTimes = (minutes: number): Pick<PlanFormValues, 'durationMin' | 'entryLimitMin' | 'earliestHandInMin'> => ({
  durationMin: minutes,
  entryLimitMin: Math.min(15, minutes),
  earliestHandInMin: Math.min(30, minutes),
});

/** Values of a new plan. Without a paper the exam lasts 90 minutes. */
export const createPlanValues = (nowMs: number, paper: { readonly id: number; readonly minutes: number } | undefined): PlanFormValues => ({
  name: '',
  part: 'theory',
  resit: false,
  signatureRequired: false,
  paperId: paper?.id ?? 0,
  start: toLocalInput(suggestStart(nowMs)),
  ...computePlanTimes(paper?.minutes ?? 90),
  notice: '',
  releaseRule: 'byHand',
  examineeIds: [],
  roomIds: [],
  markerGroupIds: [],
  ticketPattern: '',
  lockdown: noLockdown,
});

/** Converts a plan to form values. */
export const toPlanValues = (plan: ExamPlan): PlanFormValues => ({
  name: plan.name,
  part: plan.part,
  resit: plan.resit,
  signatureRequired: plan.signatureRequired,
  paperId: plan.paperId,
  start: toLocalInput(plan.startMs),
  durationMin: plan.durationMs / minuteMs,
  entryLimitMin: plan.entryLimitMs / minuteMs,
  earliestHandInMin: plan.earliestHandInMs / minuteMs,
  notice: plan.notice,
  releaseRule: plan.release.rule,
  examineeIds: plan.examinees.map((each) => each.userId),
  roomIds: plan.roomIds,
  markerGroupIds: plan.markerGroupIds,
  ticketPattern: plan.ticketPattern,
  lockdown: plan.lockdown,
});

/**
 * Values of a new plan for another part of an exam, with the same examinees. Its paper must still be chosen, and except for theory also its rooms.
 */
export const createPartValues = (plan: ExamPlan, part: ExamPart, nowMs: number): PlanFormValues => ({
  ...copyPlanValues(plan, nowMs),
  name: '',
  part,
  resit: plan.parts.some((one) => one.part === part && !one.resit),
  paperId: 0,
  roomIds: part === 'theory' ? plan.roomIds : [],
  // No pattern is copied: ticket numbers generated from seats would differ between the parts of one exam.
  ticketPattern: '',
});

/** Form values for a copy of a plan. A start in the future is copied too; one in the past is replaced by a suggestion. */
export const copyPlanValues = (plan: ExamPlan, nowMs: number): PlanFormValues => {
  const values = toPlanValues(plan);
  return plan.startMs > nowMs ? values : { ...values, start: toLocalInput(suggestStart(nowMs)) };
};

/** Converts form values to the input of `exam/add` and `exam/modify`. An unreadable start becomes 0, which the server refuses. */
export const toPlanDraft = (values: PlanFormValues): CallInput<(typeof examCalls)['add']> => ({
  name: values.name,
  part: values.part,
  resit: values.resit,
  // Only the form of a practical part asks whether signatures are required. If the user then chose another part, the old choice must not be sent.
  signatureRequired: values.part === 'practical' && values.signatureRequired,
  paperId: values.paperId,
  startMs: fromLocalInput(values.start) ?? 0,
  durationMs: values.durationMin * minuteMs,
  entryLimitMs: values.entryLimitMin * minuteMs,
  earliestHandInMs: values.earliestHandInMin * minuteMs,
  notice: values.notice,
  releaseRule: values.releaseRule,
  examineeIds: [...values.examineeIds],
  roomIds: [...values.roomIds],
  markerGroupIds: [...values.markerGroupIds],
  ticketPattern: values.ticketPattern,
  lockdown: values.lockdown,
});

/**
 * Maps field names of the calls `exam/add` and `exam/modify` to those of the form, so that the form shows errors of the server at the right field.
 */
export const planFormFields: Readonly<Record<string, keyof PlanFormValues>> = {
  startMs: 'start',
  durationMs: 'durationMin',
  entryLimitMs: 'entryLimitMin',
  earliestHandInMs: 'earliestHandInMin',
};
