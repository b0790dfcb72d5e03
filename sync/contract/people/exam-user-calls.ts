import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { id, keyword, searchInput, searchOutput } from '../scalars.ts';

const staff = ['school', 'teacher'] as const;

/** A user who can be added to an exam plan. */
export const examUser = z.object({
  id,
  name: z.string(),
  login_name: z.string(),
  ticket_no: z.string(),
  student_no: z.string(),
  class_name: z.string(),
});
export type ExamUserRow = z.output<typeof examUser>;

/** Columns that identify a person, most reliable first. */
export const matchKeys = ['student_no', 'id_number', 'ticket_no', 'login_name'] as const;
export type MatchKey = (typeof matchKeys)[number];
/** Columns of a spreadsheet that help to identify a person. */
export const matchColumns = ['name', ...matchKeys, 'class'] as const;
export type MatchColumn = (typeof matchColumns)[number];
/** Maximum number of rows of a spreadsheet. It is above the limit of a plan, because a spreadsheet may name a person more than once. */
export const maxMatchRows = 5000;

const line = { row: z.int().min(1), sheet: z.string().max(100).optional() };

/** Calls to find students and examinees for an exam plan: as a list, by class, or by a spreadsheet. */
export const examUserCalls = {
  getExamUserList: {
    summary: 'Examinees of the school that can be put into an exam plan',
    input: searchInput(
      z.object({
        keyword: keyword.optional(),
        /** Class to search in; 0 for users without a class. */
        class_id: z.int().min(0).optional(),
      }),
    ),
    output: searchOutput(examUser),
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
        .max(maxMatchRows),
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
