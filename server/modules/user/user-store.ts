import type { Kysely, Selectable } from 'kysely';
import type { UserType } from '../../../sync/contract/roles.ts';
import type { Database } from '../../db/schema.ts';

export interface NewUser {
  schoolId: number;
  loginName: string;
  userType: UserType;
  name: string;
  pwdHash: string;
  ticketNo?: string;
  idNumberSealed?: Buffer;
  idNumberIndex?: Buffer;
}

export type UserRow = Selectable<Database['user']>;
/** Column of each sortable field of the examinee list. */
export const examUserSorts = { name: 'name', login_name: 'login_name', ticket_no: 'ticket_no' } as const;

export function userStore(db: Kysely<Database>) {
  return {
    byLoginName: (schoolId: number, loginName: string): Promise<UserRow | undefined> =>
      db.selectFrom('user').selectAll().where('school_id', '=', schoolId).where('login_name', '=', loginName).executeTakeFirst(),

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
          'user.school_id',
          'school.title',
          'school.logo',
          'school.logo_custom',
          'school.logo_custom_status',
          'school.config',
          'school.cover',
          'school.website',
          'school.record',
        ])
        .executeTakeFirst(),

    async examUsers(query: {
      schoolId: number;
      keyword: string;
      column: keyof typeof examUserSorts;
      descending: boolean;
      offset: number;
      limit: number;
    }) {
      let base = db.selectFrom('user').where('school_id', '=', query.schoolId).where('sits', '=', 1);
      if (query.keyword !== '') {
        const pattern = `%${query.keyword.replaceAll(/[\\%_]/g, '\\$&')}%`;
        base = base.where(({ eb, or, val }) =>
          or(
            (['name', 'login_name', 'ticket_no'] as const).map((column) =>
              eb(eb.fn('like', [val(pattern), eb.ref(column), val('\\')]), '=', 1),
            ),
          ),
        );
      }
      const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      if (total <= query.offset) return { items: [], total };
      const direction = query.descending ? 'desc' : 'asc';
      // The login name is unique and the second column of every index: pages never overlap, and nothing is sorted.
      const items = await base
        .select(['id', 'name', 'login_name', 'ticket_no'])
        .orderBy(examUserSorts[query.column], direction)
        .$if(query.column !== 'login_name', (page) => page.orderBy('login_name', direction))
        .offset(query.offset)
        .limit(query.limit)
        .execute();
      return { items, total };
    },

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
          created_ms: nowMs,
          updated_ms: nowMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
  };
}
