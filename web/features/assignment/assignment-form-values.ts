import { z } from 'zod';
import { analysisRules, lateRules } from '../../../sync/contract/codes.ts';
import { attemptRules, type AssignedKind } from '../../../sync/domain/exams/attempt-kinds.ts';
import { formatDate, fromLocalInput, toLocalInput } from '../../lib/format-time.ts';
import type { Assignment } from './assignment-queries.ts';

const dayMs = 86_400_000;
const moment = z.string().refine((text) => fromLocalInput(text) !== null);

const isEmptyHtml = (html: string): boolean => !/<img\b/.test(html) && html.replace(/<[^>]*>|&nbsp;/g, '').trim() === '';

const fields = z.object({
  name: z.string().trim().min(1).max(200),
  isPaper: z.boolean(),
  /** 0 means that no paper is chosen. */
  paperId: z.int(),
  words: z.string(),
  points: z.number().min(0.5).max(1000).multipleOf(0.5),
  files: z.int().min(0).max(9),
  start: moment,
  due: moment,
  lateRule: z.enum(lateRules),
  lateDays: z.int().min(1).max(365),
  latePercent: z.int().min(0).max(100),
  analysisRule: z.enum(analysisRules),
  tries: z.int().min(1).max(20),
  minutes: z.int().min(1).max(720),
  notice: z.string().max(4000),
  classIds: z.array(z.string()),
  userIds: z.array(z.string()),
});
/** Requires a paper or a text task, whichever the user has chosen. The error is the same as that of an empty required field. */
export const assignmentFormSchema = fields.superRefine((values, context) => {
  const missing = values.isPaper ? values.paperId === 0 && 'paperId' : isEmptyHtml(values.words) && 'words';
  if (missing !== false) context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, path: [missing] });
});
export type AssignmentFormValues = z.output<typeof fields>;

/** Values of a new assignment: due in three days at 22:00. */
export function createAssignmentValues(kind: AssignedKind, nowMs: number): AssignmentFormValues {
  return {
    name: '',
    isPaper: true,
    paperId: 0,
    words: '',
    points: 100,
    files: 3,
    start: toLocalInput(nowMs),
    due: `${formatDate(nowMs + 3 * dayMs)}T22:00`,
    lateRule: attemptRules[kind].lateRules[0] ?? 'refused',
    lateDays: 2,
    latePercent: 80,
    analysisRule: attemptRules[kind].analysis[0] ?? 'never',
    tries: kind === 'test' ? 3 : 1,
    minutes: 60,
    notice: '',
    classIds: [],
    userIds: [],
  };
}

/** Converts an assignment to form values, without its classes and students. */
export const toAssignmentValues = (task: Assignment): AssignmentFormValues => ({
  name: task.name,
  isPaper: task.isPaper,
  paperId: task.paperId ?? 0,
  words: task.words?.html ?? '',
  points: task.words?.points ?? 100,
  files: task.words?.files ?? 0,
  start: toLocalInput(task.startMs),
  due: toLocalInput(task.dueMs),
  lateRule: task.lateRule,
  lateDays: Math.max(1, Math.round((task.closeMs - task.dueMs) / dayMs)),
  latePercent: task.latePercent,
  analysisRule: task.analysisRule,
  tries: task.tries,
  minutes: task.minutes ?? 60,
  notice: task.notice,
  classIds: [],
  userIds: [],
});

/** Returns form values for a copy of an assignment. It starts now and has the same duration; classes and students must be chosen again. */
export const copyAssignmentValues = (task: Assignment, nowMs: number): AssignmentFormValues => {
  const { start } = createAssignmentValues(task.kind, nowMs);
  return { ...toAssignmentValues(task), start, due: toLocalInput((fromLocalInput(start) ?? nowMs) + task.dueMs - task.startMs) };
};

/** Returns, as the call's input, the values that a teacher may change even after students have got the assignment. */
export const toAssignmentRules = (values: AssignmentFormValues) => ({
  name: values.name,
  dueMs: fromLocalInput(values.due) ?? 0,
  lateRule: values.lateRule,
  lateMs: values.lateRule === 'refused' ? 0 : values.lateDays * dayMs,
  latePercent: values.lateRule === 'shareOff' ? values.latePercent : 100,
  analysisRule: values.analysisRule,
  notice: values.notice,
});

/** Converts form values to the input of the call that sets a new assignment. */
export const toAssignmentDraft = (values: AssignmentFormValues, kind: AssignedKind) => ({
  ...toAssignmentRules(values),
  paperId: values.isPaper ? values.paperId : null,
  words: values.isPaper ? null : { html: values.words, points: values.points, files: values.files },
  startMs: fromLocalInput(values.start) ?? 0,
  tries: kind === 'test' ? values.tries : 1,
  minutes: kind === 'test' ? values.minutes : null,
  classIds: values.classIds.map(Number),
  userIds: values.userIds.map(Number),
});

/** Field names of the call that differ from those of the form. */
export const assignmentFormFields: Readonly<Record<string, keyof AssignmentFormValues>> = {
  dueMs: 'due',
  startMs: 'start',
  lateMs: 'lateDays',
};
