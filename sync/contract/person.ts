import { z } from 'zod';
import { educationLevels, ethnicGroups, idTypes, personSources, politicalStatuses, type CodeNames } from './code-lists.ts';
import { sex, userStatus } from './codes.ts';
import { roles, userTypes } from './roles.ts';
import { epochMs, id, version } from './scalars.ts';

export const userType = z.literal(Object.keys(userTypes).map(Number)).transform((t) => t as keyof typeof userTypes);
/** `userType` for outputs, where nothing is transformed. */
export const userTypeCode = z.literal(Object.keys(userTypes).map((type) => Number(type) as keyof typeof userTypes));

const listCode = (list: CodeNames) => z.int().min(0).max(list.length);
export const sexCode = z.literal(Object.values(sex));

/** Somebody's data as staff enter it. Texts are checked by the server's own rules, which say what is wrong in words. '' and 0: not given. */
export const personFields = z.object({
  name: z.string().trim().max(60),
  login_name: z.string().trim().max(64),
  phone: z.string().trim().max(20),
  sex: sexCode,
  id_type: listCode(idTypes),
  /** The whole number when it is entered or changed; null: stays as it is. Never sent back. */
  id_number: z.string().trim().max(40).nullable(),
  education: listCode(educationLevels),
  ethnicity: listCode(ethnicGroups),
  political: listCode(politicalStatuses),
  source: listCode(personSources),
  employer: z.string().trim().max(100),
  student_no: z.string().trim().max(32),
  ticket_no: z.string().trim().max(32),
  class_id: id.nullable(),
  /** The profession somebody is in; null: none. Not sent: stays as it is. */
  prof_id: id.nullable().optional(),
  extra_roles: z.array(z.enum(roles)).max(4),
  note: z.string().trim().max(300),
});
export type PersonFields = z.output<typeof personFields>;

/** One row of a list of people. */
export const personRow = z.object({
  id,
  version,
  school_id: id,
  school_title: z.string(),
  user_type: userTypeCode,
  login_name: z.string(),
  name: z.string(),
  avatar: z.string(),
  status: z.literal(Object.values(userStatus)),
  phone: z.string(),
  sex: sexCode,
  student_no: z.string(),
  ticket_no: z.string(),
  employer: z.string(),
  class_id: id.nullable(),
  class_name: z.string(),
  extra_roles: z.array(z.enum(roles)),
  note: z.string(),
  /** Why an application was rejected; '' otherwise. */
  rejected_reason: z.string(),
  must_change_password: z.boolean(),
  last_sign_in_ms: epochMs.nullable(),
  created_ms: epochMs,
});
export type PersonRow = z.output<typeof personRow>;

/** Everything about one person but the ID number, which is masked. */
export const personDetail = personRow.extend({
  id_type: z.int(),
  /** "320***********002X"; '' without one. */
  id_number_masked: z.string(),
  education: z.int(),
  ethnicity: z.int(),
  political: z.int(),
  source: z.int(),
  prof_id: id.nullable(),
  prof_name: z.string(),
  updated_ms: epochMs,
});
export type PersonDetail = z.output<typeof personDetail>;

/** A row of the import template: cells as they stand in the sheet, by our names of the columns. */
export const importColumns = [
  'name',
  'login_name',
  'student_no',
  'class',
  'sex',
  'id_type',
  'id_number',
  'ticket_no',
  'phone',
  'education',
  'ethnicity',
  'political',
  'source',
  'employer',
  'note',
] as const;
export type ImportColumn = (typeof importColumns)[number];
/** Rows one import takes. */
export const importMaxRows = 10_000;

const sheetName = z.string().max(100);
export const importRow = z.object({
  /** Line in the sheet, from 1; the heading is line 1. */
  row: z.int().min(1),
  /** Where the rows come from several sheets: which. */
  sheet: sheetName.optional(),
  cells: z.partialRecord(z.enum(importColumns), z.string().max(500)),
});
export const importFault = z.object({
  row: z.int(),
  sheet: sheetName.optional(),
  column: z.enum(importColumns),
  value: z.string(),
  reason: z.string(),
});
