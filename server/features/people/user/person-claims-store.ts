import type { Kysely, Selectable } from 'kysely';
import { schoolStatus, userStatus } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';

type Account = Selectable<Database['user']>;

/** Fields whose values are unique within a school. */
export type UniqueField = 'login_name' | 'student_no' | 'ticket_no' | 'id_number';
export interface TakenField {
  readonly field: UniqueField;
  readonly holderName: string;
}

/** Tells whether a person is the last system user who can sign in. Without one nobody reaches settings, backups and the audit log. */
export async function isLastSystemUser(db: Kysely<Database>, person: Account): Promise<boolean> {
  if (person.user_type !== 9 || person.status !== userStatus.enabled) return false;
  const other = await db
    .selectFrom('user')
    .innerJoin('school', 'school.id', 'user.school_id')
    .select('user.id')
    .where('user_type', '=', 9)
    .where('user.status', '=', userStatus.enabled)
    .where('school.status', '=', schoolStatus.enabled)
    .where('user.id', '<>', person.id)
    .executeTakeFirst();
  return other === undefined;
}

type Claims = Pick<Account, 'school_id' | 'user_type' | 'status' | 'login_name' | 'student_no' | 'ticket_no' | 'id_number_index'>;

/**
 * Finds the unique fields of a person that other people of the school already use. An account that is not enabled reserves only its login name and
 * admission ticket number, because it could sign in with them later.
 */
export async function findTakenFields(db: Kysely<Database>, person: Claims, ownId: number | null): Promise<TakenField[]> {
  const claims = person.status === userStatus.enabled;
  const others = () => {
    const query = db.selectFrom('user').select('name').where('school_id', '=', person.school_id);
    return ownId === null ? query : query.where('id', '<>', ownId);
  };
  const selectEnabled = () => others().where('status', '=', userStatus.enabled);
  const checks: [UniqueField, Promise<{ name: string } | undefined> | undefined][] = [
    ['login_name', others().where('login_name', '=', person.login_name).executeTakeFirst()],
    ['ticket_no', person.ticket_no === null ? undefined : others().where('ticket_no', '=', person.ticket_no).executeTakeFirst()],
    [
      'student_no',
      !claims || person.student_no === '' ? undefined : selectEnabled().where('student_no', '=', person.student_no).executeTakeFirst(),
    ],
    [
      'id_number',
      // A teacher may have a second account as an examinee; but two students with the same ID number are one person twice.
      !claims || person.id_number_index === null || (person.user_type !== 7 && person.user_type !== 8)
        ? undefined
        : selectEnabled().where('id_number_index', '=', person.id_number_index).where('user_type', 'in', [7, 8]).executeTakeFirst(),
    ],
  ];
  const takenFields: TakenField[] = [];
  for (const [field, check] of checks) {
    const row = await check;
    if (row) takenFields.push({ field, holderName: row.name });
  }
  return takenFields;
}
