import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { containsKeyword, type PageOrder, readPageOfRows } from '../../../db/list-page.ts';
import { callDialectFunction } from '../../../db/dialect-functions.ts';
import type { Database } from '../../../db/schema.ts';
import { createChangeNoteStore, type Editor } from '../../../db/change-note-store.ts';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';

export interface NewSchool {
  website: string;
  title: string;
  record: string;
  site_code?: string;
  config: object;
}

export type SchoolRow = Selectable<Database['school']>;
/** Columns that a form may change; `config` is JSON. */
export type SchoolColumns = Omit<SchoolRow, 'id' | 'status' | 'version' | 'created_ms' | 'updated_ms'>;
export const schoolSorts = { title: 'title', website: 'website', createdMs: 'created_ms', updatedMs: 'updated_ms' } as const;

/** Text searched by the list's keyword. Must equal the expression of the list's indexes (server/db/schema/user.ts). */
const searched = callDialectFunction('lines', sql`title`, sql`website`, sql`record`, sql`site_code`, sql`contact`);

/** Name of the kind under which the change history stores changes of schools. */
export const schoolHistoryKind = 'school';
/** Matches tables whose rows do not keep a school from being removed although they name it: audit log, jobs, learners. */
const notHanging = /^(audit|job$|learner)/;

export function createSchoolStore(db: Kysely<Database>) {
  return {
    byWebsite: (website: string) => db.selectFrom('school').selectAll().where('website', '=', website).executeTakeFirst(),

    bySiteCode: (siteCode: string) =>
      db.selectFrom('school').select(['id', 'title']).where('site_code', '=', siteCode).where('site_code', '<>', '').executeTakeFirst(),

    byId: (id: number): Promise<SchoolRow | undefined> => db.selectFrom('school').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Adds a school with only its name, as the first start does. */
    async add(school: NewSchool, nowMs: number): Promise<number> {
      const row = await db
        .insertInto('school')
        .values({ ...school, config: JSON.stringify(school.config), created_ms: nowMs, updated_ms: nowMs })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    async create(tx: Transaction<Database>, columns: SchoolColumns, editor: Editor): Promise<RowVersionKey> {
      const row = await tx
        .insertInto('school')
        .values({ ...columns, created_ms: editor.nowMs, updated_ms: editor.nowMs })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
      await createChangeNoteStore(tx).write({ kind: schoolHistoryKind, ...row }, { ...editor, fields: Object.keys(columns) });
      return row;
    },

    /** Changes a school and records the changed fields in the change history. The caller has checked the version of `before`. */
    async modify(
      tx: Transaction<Database>,
      before: SchoolRow,
      columns: Partial<Omit<SchoolRow, 'created_ms'>>,
      editor: Editor,
    ): Promise<RowVersionKey> {
      const fields = (Object.keys(columns) as (keyof typeof columns)[]).filter((column) => columns[column] !== before[column]);
      const key = { id: before.id, version: before.version + 1 };
      await tx
        .updateTable('school')
        .set({ ...columns, version: key.version, updated_ms: editor.nowMs })
        .where('id', '=', key.id)
        .execute();
      await createChangeNoteStore(tx).write({ kind: schoolHistoryKind, ...key }, { ...editor, fields });
      return key;
    },

    /** Expires the sessions of a school's users. Deleting them would hide the reason (4000): their owners would read "not signed in" (1004). */
    expireSessions: (tx: Transaction<Database>, schoolId: number, nowMs: number): Promise<unknown> =>
      tx
        .updateTable('session')
        .set({ expires_ms: nowMs })
        .where('expires_ms', '>', nowMs)
        .where('user_id', 'in', (eb) => eb.selectFrom('user').select('id').where('school_id', '=', schoolId))
        .execute(),

    /** Counts the rows of other tables that belong to the school; tables without such rows are left out. */
    async hanging(id: number): Promise<{ table: string; count: number }[]> {
      // Ask the database for its tables, so that those of a module added later are included.
      const tables = await db.introspection.getTables();
      const rowCounts: { table: string; count: number }[] = [];
      for (const { name, isView, columns } of tables) {
        if (isView || notHanging.test(name) || !columns.some((column) => column.name === 'school_id')) continue;
        const { count } = await db
          .selectFrom(name as 'user')
          .where('school_id', '=', id)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count > 0) rowCounts.push({ table: name, count });
      }
      return rowCounts;
    },

    async remove(tx: Transaction<Database>, id: number): Promise<void> {
      await tx.deleteFrom('school').where('id', '=', id).execute();
      await createChangeNoteStore(tx).forget(schoolHistoryKind, id);
    },

    async list(
      query: { keyword: string; status: SchoolRow['status'] | undefined },
      order: PageOrder,
    ): Promise<{ items: SchoolRow[]; total: number }> {
      let base = db.selectFrom('school');
      if (query.status !== undefined) base = base.where('status', '=', query.status);
      if (query.keyword !== '') base = base.where(containsKeyword(searched, query.keyword));
      return readPageOfRows(base, order, (ids) => db.selectFrom('school').selectAll().where('id', 'in', ids).execute());
    },
  };
}
