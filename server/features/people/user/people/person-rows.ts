import type { PersonDetail, PersonListRow } from '../../../../../sync/contract/people/person.ts';
import type { Role, UserType } from '../../../../../sync/contract/roles.ts';
import { openIdNumber, type IdNumberKeys } from '../id-number.ts';
import type { PersonRecord } from './people-store.ts';
import { maskShownIdNumber } from './person-check.ts';

interface Names {
  readonly schools: ReadonlyMap<number, string>;
  readonly classes: ReadonlyMap<number, string>;
}

/** Turns a record into a row for lists. */
export const toPersonRow = (row: PersonRecord, { schools, classes }: Names): PersonListRow => ({
  id: row.id,
  version: row.version,
  school_id: row.school_id,
  school_title: schools.get(row.school_id) ?? '',
  user_type: row.user_type as UserType,
  login_name: row.login_name,
  name: row.name,
  avatar: row.avatar,
  status: row.status as PersonListRow['status'],
  phone: row.phone,
  sex: row.sex,
  student_no: row.student_no,
  ticket_no: row.ticket_no ?? '',
  employer: row.employer,
  class_id: row.class_id,
  class_name: row.class_id === null ? '' : (classes.get(row.class_id) ?? ''),
  extra_roles: JSON.parse(row.extra_roles) as Role[],
  note: row.note,
  rejected_reason: row.rejected_reason,
  must_change_password: row.must_change === 1,
  last_sign_in_ms: row.last_sign_in_ms,
  created_ms: row.created_ms,
});

/** Turns a record into all its details. `profName`: name of the row's profession. */
export const toPersonDetail = (row: PersonRecord, names: Names & { readonly profName: string }, keys: IdNumberKeys): PersonDetail => ({
  ...toPersonRow(row, names),
  id_type: row.id_type,
  id_number_masked: row.id_number_sealed === null ? '' : maskShownIdNumber(openIdNumber(row.id_number_sealed, keys)),
  education: row.education,
  ethnicity: row.ethnicity,
  political: row.political,
  source: row.source,
  prof_id: row.prof_id,
  prof_name: names.profName,
  updated_ms: row.updated_ms,
});
