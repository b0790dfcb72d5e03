import { z } from 'zod';
import type { CallSpec } from './call.ts';
import { id, keyword, listInput, listOutput } from './scalars.ts';

const staff = ['school', 'teacher'] as const;

/** Somebody who can be put into an exam plan. */
export const examUser = z.object({
  id,
  name: z.string(),
  login_name: z.string(),
  ticket_no: z.string(),
  student_no: z.string(),
  class_name: z.string(),
});
export type ExamUserRow = z.output<typeof examUser>;

/** What belongs to one person alone, the surest first. */
export const matchKeys = ['student_no', 'id_number', 'ticket_no', 'login_name'] as const;
export type MatchKey = (typeof matchKeys)[number];
/** What of a sheet tells who somebody is. */
export const matchColumns = ['name', ...matchKeys, 'class'] as const;
export type MatchColumn = (typeof matchColumns)[number];
/** More than a plan takes; whoever stands twice is named. */
export const matchMaxRows = 5000;

const line = { row: z.int().min(1), sheet: z.string().max(100).optional() };

/** Who of a school's students and examinees may be put into an exam plan: as a list, by class, by a sheet. */
export const examUserCalls = {
  getExamUserList: {
    summary: 'Examinees of the school that can be put into an exam plan',
    input: listInput(
      z.object({
        keyword: keyword.optional(),
        /** 0: in no class. */
        class_id: z.int().min(0).optional(),
      }),
    ),
    output: listOutput(examUser),
    access: staff,
    errors: [],
    changes: false,
  },
  getExamClasses: {
    summary: 'The classes of the school, each with those of it that can be put into an exam plan',
    input: z.object({}),
    output: z.object({ items: z.array(z.object({ id, name: z.string(), grade: z.string(), user_ids: z.array(id) })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  matchExamUsers: {
    summary: 'Whom the rows of a sheet name; a row that names nobody, or not for certain, is told with its reason and who might be meant',
    input: z.object({
      rows: z
        .array(z.object({ ...line, cells: z.partialRecord(z.enum(matchColumns), z.string().max(500)) }))
        .min(1)
        .max(matchMaxRows),
    }),
    output: z.object({
      matched: z.array(z.object({ ...line, user: examUser })),
      open: z.array(z.object({ ...line, reason: z.string(), candidates: z.array(examUser) })),
    }),
    access: staff,
    errors: [],
    changes: false,
    maxBytes: 6_000_000,
  },
} as const satisfies Record<string, CallSpec>;
