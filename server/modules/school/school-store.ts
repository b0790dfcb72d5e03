import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { schoolStatus } from '../../../sync/contract/codes.ts';
import { containsKeyword, type PageOrder, readPage } from '../../db/list-page.ts';
import { callDialectFunction } from '../../db/dialect-functions.ts';
import type { Database } from '../../db/schema.ts';
import { type VersionNote, createVersionNoteStore } from '../../db/version-note-store.ts';

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

interface Editor {
  readonly userId: number;
  readonly nowMs: number;
}
interface Key {
  readonly id: number;
  readonly version: number;
}
export type SchoolChangeOutcome =
  | { readonly kind: 'done'; readonly version: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'stale'; readonly note: VersionNote };

/** Text searched by the list's keyword. Must equal the expression of the list's indexes (server/db/schema/user.ts). */
const searched = callDialectFunction('lines', sql`title`, sql`website`, sql`record`, sql`site_code`, sql`contact`);

/** Writes further rows in the transaction of the change. */
export type WriteWithSchool = (tx: Transaction<Database>, done: Key) => Promise<void>;

const noteKind = 'school';
/** Tables whose rows belong to a user rather than to the school. */
const notHanging = /^(audit|job$|learner)/;

export function createSchoolStore(db: Kysely<Database>) {
  /** Changes a school: checks the version in the writing transaction and records the changed fields in the change history. */
  const change = (
    key: Key,
    editor: Editor,
    write: (tx: Transaction<Database>, before: SchoolRow) => Promise<Partial<Omit<SchoolRow, 'created_ms'>>>,
    alongside: WriteWithSchool,
  ) =>
    db.transaction().execute(async (tx): Promise<SchoolChangeOutcome> => {
      const before = await tx.selectFrom('school').selectAll().where('id', '=', key.id).executeTakeFirst();
      if (!before) return { kind: 'notFound' };
      const notes = createVersionNoteStore(tx);
      if (before.version !== key.version) return { kind: 'stale', note: await notes.since(noteKind, key.id, key.version) };
      const columns = await write(tx, before);
      const fields = (Object.keys(columns) as (keyof typeof columns)[]).filter((column) => columns[column] !== before[column]);
      const version = before.version + 1;
      await tx
        .updateTable('school')
        .set({ ...columns, version, updated_ms: editor.nowMs })
        .where('id', '=', key.id)
        .execute();
      await notes.write({ kind: noteKind, id: key.id, version }, { ...editor, fields });
      await alongside(tx, { id: key.id, version });
      return { kind: 'done', version };
    });

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

    create: (columns: SchoolColumns, editor: Editor, alongside: WriteWithSchool): Promise<Key> =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('school')
          .values({ ...columns, created_ms: editor.nowMs, updated_ms: editor.nowMs })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow();
        await createVersionNoteStore(tx).write({ kind: noteKind, ...row }, { ...editor, fields: Object.keys(columns) });
        await alongside(tx, row);
        return row;
      }),

    /** `columnsOf` receives the stored school, so that the caller can keep some values. */
    modify: (key: Key, columnsOf: (before: SchoolRow) => Partial<SchoolColumns>, editor: Editor, alongside: WriteWithSchool) =>
      change(key, editor, (_tx, before) => Promise.resolve(columnsOf(before)), alongside),

    setStatus: (key: Key, status: SchoolRow['status'], editor: Editor, alongside: WriteWithSchool) => {
      const write = async (tx: Transaction<Database>) => {
        // Expire the sessions instead of deleting them: until they are cleaned up, their owners get the reason (4000), afterwards a request to
        // sign in again (2001).
        if (status === schoolStatus.disabled)
          await tx
            .updateTable('session')
            .set({ expires_ms: editor.nowMs })
            .where('expires_ms', '>', editor.nowMs)
            .where('user_id', 'in', (eb) => eb.selectFrom('user').select('id').where('school_id', '=', key.id))
            .execute();
        return { status };
      };
      return change(key, editor, write, alongside);
    },

    /** Counts the rows of other tables that belong to the school; tables without such rows are left out. */
    async hanging(id: number): Promise<{ table: string; count: number }[]> {
      // Ask the database for its tables, so that those of a module added later are included.
      const tables = await db.introspection.getTables();
      const found: { table: string; count: number }[] = [];
      for (const { name, isView, columns } of tables) {
        if (isView || notHanging.test(name) || !columns.some((column) => column.name === 'school_id')) continue;
        const { count } = await db
          .selectFrom(name as 'user')
          .where('school_id', '=', id)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count > 0) found.push({ table: name, count });
      }
      return found;
    },

    remove: (key: Key, alongside: WriteWithSchool): Promise<SchoolChangeOutcome> =>
      db.transaction().execute(async (tx): Promise<SchoolChangeOutcome> => {
        const before = await tx.selectFrom('school').select('version').where('id', '=', key.id).executeTakeFirst();
        if (!before) return { kind: 'notFound' };
        const notes = createVersionNoteStore(tx);
        if (before.version !== key.version) return { kind: 'stale', note: await notes.since(noteKind, key.id, key.version) };
        await tx.deleteFrom('school').where('id', '=', key.id).execute();
        await notes.forget(noteKind, key.id);
        await alongside(tx, key);
        return { kind: 'done', version: key.version };
      }),

    async list(
      query: { keyword: string; status: SchoolRow['status'] | undefined },
      order: PageOrder,
    ): Promise<{ items: SchoolRow[]; total: number }> {
      let base = db.selectFrom('school');
      if (query.status !== undefined) base = base.where('status', '=', query.status);
      if (query.keyword !== '') base = base.where(containsKeyword(searched, query.keyword));
      const { items, total } = await readPage(base, order, (rows) => rows.select('id'));
      const ids = items.map((row) => row.id);
      const rows = ids.length === 0 ? [] : await db.selectFrom('school').selectAll().where('id', 'in', ids).execute();
      return { items: rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), total };
    },
  };
}
