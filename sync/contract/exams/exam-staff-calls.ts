import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { releaseRules } from '../codes.ts';
import { answerChoice, attemptEvidence } from './exam-evidence.ts';
import { emptyInput, epochMs, id, nameText, uuid, version } from '../scalars.ts';

const staff = ['school', 'teacher'] as const;
const reason = nameText.min(1).max(400);
const examinee = z.object({ planId: id, userId: id });
/**
 * Reply to a staff action. `written`: number of ops written into attempts; 0 if the requested state exists already (double click, repeat after a
 * lost response).
 */
const done = z.object({ written: z.int().min(0) });
/** True if the caller knows that scores are released, so that ops arriving now count only after a staff decision. */
const knowsReleased = z.boolean().default(false);

/** Staff actions on a published plan, its examinees and its scores. Each is recorded with the user's name and the reason. */
export const examStaffCalls = {
  getOverlaps: {
    summary:
      "Examinees of a plan whom another published exam expects while it runs. Another's exam that the caller may not read has no name",
    input: z.object({ id }),
    output: z.object({
      items: z.array(
        z.object({
          userId: id,
          name: z.string(),
          exams: z.array(z.object({ name: z.string(), startMs: epochMs, endMs: epochMs })),
        }),
      ),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  getOpenWork: {
    summary: "Homework, mock tests and practice that are open and have a question of a plan's paper, or one that is like it",
    input: z.object({ id }),
    output: z.object({
      tasks: z.array(
        z.object({
          id,
          kind: z.enum(['homework', 'test']),
          name: z.string(),
          setBy: z.string(),
          /** Number of questions that the homework or test shares with the plan's paper, exactly or nearly. */
          questions: z.int(),
          students: z.int(),
          begun: z.int(),
          /** True if the caller may withdraw the homework or test; otherwise its owner or an administrator can. */
          mayWithdraw: z.boolean(),
        }),
      ),
      categories: z.array(z.object({ category: z.string(), questions: z.int() })),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  withdraw: {
    summary: 'Call a published plan off, before its start; every examinee is told the reason. Cannot be undone: arrange a new one',
    input: z.object({ id, reason }),
    output: z.object({ id, version }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'id' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  releaseScores: {
    summary:
      'Tell the scores of a plan. Refused with the list of what is outstanding; `inSpite` names why that is passed over. Cannot be undone',
    input: z.object({ id, inSpite: z.object({ reason }).optional() }),
    output: z.object({ releasedMs: epochMs }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'id' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  setRelease: {
    summary:
      'When the scores are released: by hand, by itself once everything is met, or not before a time; and how long they may be doubted',
    input: z.object({ id, rule: z.enum(releaseRules), atMs: epochMs.nullable(), reviewDays: z.int().min(1).max(60) }),
    output: emptyInput,
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'id' }],
    errors: ['notFound', 'refused', 'invalid'],
    changes: true,
  },
  waive: {
    summary: 'The release waits no longer for what these examinees may still have',
    input: z.object({ planId: id, userIds: z.array(id).min(1).max(2000), reason }),
    output: z.object({ waived: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  reopen: {
    summary: 'Lift every hand-in of one examinee that has come: they may answer again while their time runs',
    input: examinee.extend({ reason, knowsReleased }),
    output: done,
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  extend: {
    summary: 'More time for some examinees. One incident extends once, however often it is told',
    input: z.object({
      planId: id,
      userIds: z.array(id).min(1).max(2000),
      incidentId: uuid,
      ms: z
        .int()
        .min(60_000)
        .max(12 * 3_600_000),
      reason,
      knowsReleased,
    }),
    output: done,
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  markAbsent: {
    summary: 'One examinee was absent. Void as soon as anything of theirs comes',
    input: examinee.extend({ reason }),
    output: done,
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  markCheating: {
    summary: 'One examinee cheated. The same `markId` marks once',
    input: examinee.extend({ markId: uuid, reason }),
    output: done,
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  revokeCheating: {
    summary: "Revoke the marks of cheating that stand; one that isn't known here yet survives",
    input: examinee.extend({ reason }),
    output: done,
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getEvidence: {
    summary: 'The answers of one examinee that wait for a person, each version with its evidence',
    input: examinee,
    output: attemptEvidence,
    access: staff,
    rows: [{ of: 'plan', act: 'keys', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: false,
  },
  decide: {
    summary:
      'Which version of an answer counts. `reason` must be given for what departs from the proposal. A later decision replaces an earlier one',
    input: examinee.extend({ choices: z.array(answerChoice).min(1).max(200), reason: nameText.max(400).default('') }),
    output: done,
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'invalid', 'refused'],
    changes: true,
  },
} as const satisfies Record<string, CallSpec>;
