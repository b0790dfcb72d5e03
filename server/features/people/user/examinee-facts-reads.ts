import type { Kysely } from 'kysely';
import { parseIdNumber, isIdNumber } from '../../../../sync/contract/people/id-number.ts';
import type { KnownPersonFacts } from '../../../../sync/domain/marking/known-answers.ts';
import type { Database } from '../../../db/schema.ts';
import { sliceValues } from '../../../db/slice-values.ts';
import { createClassReads } from '../class/class-reads.ts';
import { openIdNumber, type IdNumberKeys } from './id-number.ts';
import { maskShownIdNumber } from './people/person-check.ts';

export type { IdNumberKeys } from './id-number.ts';

/** Facts of an examinee for the organisers of an exam. */
export interface ExamineeFacts {
  readonly userId: number;
  readonly name: string;
  readonly sex: number;
  readonly className: string;
  readonly employer: string;
  readonly studentNo: string;
  readonly photo: string;
  readonly idType: number;
  readonly idNumber: string;
  readonly idCheck: 'right' | 'wrong' | 'none';
  /** The person's own admission ticket number, not one that an exam gave them. */
  readonly ownTicketNo: string;
}

const identityCard = 1;

/**
 * Reads the whole ID number and the birthday of one person. The calling handler must record this in the audit log. Both are '' if the school has no
 * ID number of this person. The birthday is also '' if the number is not of an identity card.
 */
export async function readPrintedIdentity(
  db: Kysely<Database>,
  keys: IdNumberKeys,
  id: number,
): Promise<{ idNumber: string; birthday: string }> {
  const row = await db.selectFrom('user').select(['id_type', 'id_number_sealed']).where('id', '=', id).executeTakeFirst();
  if (row?.id_number_sealed == null) return { idNumber: '', birthday: '' };
  const idNumber = openIdNumber(row.id_number_sealed, keys);
  return { idNumber, birthday: (row.id_type === identityCard && parseIdNumber(idNumber).birthday) || '' };
}

/** Reads facts of examinees, for admission tickets and seating. ID numbers are masked. */
export async function readExamineeFacts(
  db: Kysely<Database>,
  keys: IdNumberKeys,
  ids: readonly number[],
): Promise<Map<number, ExamineeFacts>> {
  const factsById = new Map<number, ExamineeFacts>();
  for (const slice of sliceValues(ids)) {
    const rows = await db
      .selectFrom('user')
      .select(['id', 'name', 'sex', 'class_id', 'employer', 'student_no', 'avatar', 'id_type', 'id_number_sealed', 'ticket_no'])
      .where('id', 'in', slice)
      .execute();
    const classes = await createClassReads(db).names(rows.flatMap((row) => row.class_id ?? []));
    for (const row of rows) {
      const idNumber = row.id_number_sealed === null ? '' : openIdNumber(row.id_number_sealed, keys);
      const isCheckable = idNumber !== '' && row.id_type === identityCard;
      factsById.set(row.id, {
        userId: row.id,
        name: row.name,
        sex: row.sex,
        className: classes.get(row.class_id ?? 0) ?? '',
        employer: row.employer,
        studentNo: row.student_no,
        photo: row.avatar,
        idType: row.id_type,
        idNumber: idNumber === '' ? '' : maskShownIdNumber(idNumber),
        idCheck: !isCheckable ? 'none' : isIdNumber(idNumber) ? 'right' : 'wrong',
        ownTicketNo: row.ticket_no ?? '',
      });
    }
  }
  return factsById;
}

/**
 * A person as described in the tables that a certification body hands in to its supervising authority. Codes are those of `code-lists.ts`; 0 and ''
 * mean unknown.
 */
export interface ReportedPerson {
  /** Taken from a valid identity card number if the account has none. */
  readonly sex: number;
  readonly idType: number;
  readonly idNumber: string;
  /** Birthday such as "2001-09-23", from a valid identity card number. */
  readonly birthday: string;
  readonly ethnicity: number;
  readonly political: number;
  readonly education: number;
  readonly source: number;
  readonly employer: string;
  readonly className: string;
  readonly studentNo: string;
  readonly phone: string;
  /** Address of the person's photo; '' if there is none. */
  readonly photo: string;
}

/** Reads people with their whole ID numbers, for tables that go to the supervising authority. The calling handler must log this in the audit log. */
export async function readReportedPeople(
  db: Kysely<Database>,
  keys: IdNumberKeys,
  ids: readonly number[],
): Promise<Map<number, ReportedPerson>> {
  const peopleById = new Map<number, ReportedPerson>();
  for (const slice of sliceValues(ids)) {
    const rows = await db
      .selectFrom('user')
      .select(['id', 'sex', 'class_id', 'employer', 'student_no', 'phone', 'id_type', 'id_number_sealed'])
      .select(['ethnicity', 'political', 'education', 'source', 'avatar'])
      .where('id', 'in', slice)
      .execute();
    const classes = await createClassReads(db).names(rows.flatMap((row) => row.class_id ?? []));
    for (const row of rows) {
      const idNumber = row.id_number_sealed === null ? '' : openIdNumber(row.id_number_sealed, keys);
      const card = row.id_type === identityCard && isIdNumber(idNumber) ? parseIdNumber(idNumber) : undefined;
      peopleById.set(row.id, {
        sex: row.sex === 0 ? (card?.sex ?? 0) : row.sex,
        idType: row.id_type,
        idNumber,
        birthday: card?.birthday ?? '',
        ethnicity: row.ethnicity,
        political: row.political,
        education: row.education,
        source: row.source,
        employer: row.employer,
        className: classes.get(row.class_id ?? 0) ?? '',
        studentNo: row.student_no,
        phone: row.phone,
        photo: row.avatar,
      });
    }
  }
  return peopleById;
}

/** Reads what a school knows of a person, with the full ID number. Show it only to that person. */
export async function readOwnFacts(db: Kysely<Database>, keys: IdNumberKeys, userId: number): Promise<KnownPersonFacts | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['name', 'phone', 'sex', 'id_type', 'id_number_sealed', 'education', 'source', 'employer'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const idNumber = row.id_number_sealed === null ? '' : openIdNumber(row.id_number_sealed, keys);
  const { name, phone, sex, id_type: idType, education, source, employer } = row;
  return { name, phone, sex, idType, idNumber, education, source, employer };
}
