import { z } from 'zod';
import { educationLevels, ethnicGroups, idTypes, personSources, politicalStatuses, type CodeNames } from '../code-lists.ts';
import { sexCodes, userStatus } from '../codes.ts';
import { roles, userTypes, type UserType } from '../roles.ts';
import { epochMs, id, version } from '../scalars.ts';

export const userType = z.literal(Object.keys(userTypes).map(Number)).transform((t) => t as keyof typeof userTypes);
/** Code of a user type, for outputs: the same values as `userType`, which is for inputs, but without its transformation. */
export const userTypeCode = z.literal(Object.keys(userTypes).map((type) => Number(type) as keyof typeof userTypes));

const listCode = (list: CodeNames) => z.int().min(0).max(list.length);
export const sexCode = z.literal(Object.values(sexCodes));

/** Personal data that staff enter. This schema checks little; the handlers validate the texts and explain errors. '' and 0: not given. */
export const personFields = z.object({
  name: z.string().trim().max(60),
  login_name: z.string().trim().max(64),
  phone: z.string().trim().max(20),
  sex: sexCode,
  id_type: listCode(idTypes),
  /** Complete ID number when it is entered or changed; null if unchanged. Responses never contain the complete number. */
  id_number: z.string().trim().max(40).nullable(),
  education: listCode(educationLevels),
  ethnicity: listCode(ethnicGroups),
  political: listCode(politicalStatuses),
  source: listCode(personSources),
  employer: z.string().trim().max(100),
  student_no: z.string().trim().max(32),
  ticket_no: z.string().trim().max(32),
  class_id: id.nullable(),
  /** Profession of the person; null: none; absent: unchanged. */
  prof_id: id.nullable().optional(),
  extra_roles: z.array(z.enum(roles)).max(4),
  note: z.string().trim().max(300),
});
export type PersonFields = z.output<typeof personFields>;

/** One row of a list of people. */
export const personListRow = z.object({
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
  /** Why staff rejected the account that the person had registered; '' otherwise. */
  rejected_reason: z.string(),
  must_change_password: z.boolean(),
  last_sign_in_ms: epochMs.nullable(),
  created_ms: epochMs,
});
export type PersonListRow = z.output<typeof personListRow>;

/** All data of one person, with the ID number masked. */
export const personDetail = personListRow.extend({
  id_type: z.int(),
  /** Masked ID number, such as "320***********002X"; '' if there is none. */
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

/** Columns of an import sheet, by the names of the fields. `listPersonColumns` lists the columns for one type of account. */
export const personImportColumns = [
  'name',
  'user_type',
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
export type PersonImportColumn = (typeof personImportColumns)[number];
const examineeColumns: readonly PersonImportColumn[] = ['student_no', 'class', 'ticket_no'];
const candidateColumns: readonly PersonImportColumn[] = ['education', 'ethnicity', 'political', 'source'];
/**
 * Lists the columns that forms and sheets have for an account of the type. Staff have no columns for education, ethnicity and the like, because
 * only candidates for a certificate need them.
 */
export function listPersonColumns(type: UserType): PersonImportColumn[] {
  const sits = type === 7 || type === 8;
  const applies = sits || type === 12;
  return personImportColumns.filter(
    (column) => (sits || !examineeColumns.includes(column)) && (applies || !candidateColumns.includes(column)),
  );
}

/** Returns the fields of a stored person in the form in which a change call sends them, with the ID number marked as unchanged. */
export const toPersonFields = (person: PersonDetail): PersonFields => ({
  name: person.name,
  login_name: person.login_name,
  phone: person.phone,
  sex: person.sex,
  id_type: person.id_type,
  education: person.education,
  ethnicity: person.ethnicity,
  political: person.political,
  source: person.source,
  employer: person.employer,
  student_no: person.student_no,
  ticket_no: person.ticket_no,
  class_id: person.class_id,
  prof_id: person.prof_id,
  note: person.note,
  id_number: null,
  extra_roles: [...person.extra_roles],
});

/** Maximum number of rows in one import. */
export const maxPersonImportRows = 10_000;

const sheetName = z.string().max(100);
export const personImportRow = z.object({
  /** Line number in the sheet, counted from 1. Line 1 is the header. */
  row: z.int().min(1),
  /** Name of the sheet, if the rows come from several. */
  sheet: sheetName.optional(),
  cells: z.partialRecord(z.enum(personImportColumns), z.string().max(500)),
});
export const personImportError = z.object({
  row: z.int(),
  sheet: sheetName.optional(),
  column: z.enum(personImportColumns),
  value: z.string(),
  reason: z.string(),
});
