import type { Kysely, Selectable } from 'kysely';
import type { UserType } from '../../../../sync/contract/roles.ts';
import { rebuildPersonWords } from '../../../db/search/person-text-store.ts';
import type { Database } from '../../../db/schema.ts';

export interface NewUser {
  schoolId: number;
  loginName: string;
  userType: UserType;
  name: string;
  pwdHash: string;
  ticketNo?: string;
  idNumberSealed?: Buffer;
  idNumberIndex?: Buffer;
  /** True for a one-time password: the first sign-in asks for a new one. */
  mustChange?: boolean;
}

export type UserRow = Selectable<Database['user']>;

export function createUserStore(db: Kysely<Database>) {
  return {
    byLoginName: (schoolId: number, loginName: string): Promise<UserRow | undefined> =>
      db.selectFrom('user').selectAll().where('school_id', '=', schoolId).where('login_name', '=', loginName).executeTakeFirst(),

    ofSchool: (schoolId: number, id: number): Promise<UserRow | undefined> =>
      db.selectFrom('user').selectAll().where('school_id', '=', schoolId).where('id', '=', id).executeTakeFirst(),

    byTicketNo: (schoolId: number, ticketNo: string): Promise<UserRow | undefined> =>
      db.selectFrom('user').selectAll().where('school_id', '=', schoolId).where('ticket_no', '=', ticketNo).executeTakeFirst(),

    withSchool: (userId: number) =>
      db
        .selectFrom('user')
        .innerJoin('school', 'school.id', 'user.school_id')
        .where('user.id', '=', userId)
        .select([
          'user.id',
          'user.user_type',
          'user.prof_id',
          'user.name',
          'user.login_name',
          'user.avatar',
          'user.must_change',
          'user.school_id',
          'school.title',
          'school.logo',
          'school.logo_custom',
          'school.logo_custom_status',
          'school.config',
          'school.cover',
          'school.website',
          'school.record',
          'school.mohrss_prof_no as school_prof_no',
          'school.mohrss_prof_allname as school_prof_allname',
        ])
        .executeTakeFirst(),

    async add(user: NewUser, nowMs: number): Promise<number> {
      const row = await db
        .insertInto('user')
        .values({
          school_id: user.schoolId,
          login_name: user.loginName,
          user_type: user.userType,
          name: user.name,
          prof_id: null,
          pwd_hash: user.pwdHash,
          ticket_no: user.ticketNo ?? null,
          id_number_sealed: user.idNumberSealed ?? null,
          id_number_index: user.idNumberIndex ?? null,
          must_change: user.mustChange === true ? 1 : 0,
          created_ms: nowMs,
          updated_ms: nowMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await rebuildPersonWords(db, [row.id]);
      return row.id;
    },
  };
}
