import { type Generated, type Kysely, type Selectable, sql } from 'kysely';
import {
  type SeparateFieldValues,
  type ResourceFieldValues,
  type ResourceFieldSpec,
  listFieldsWith,
  type ResourceFilter,
  mapValues,
  type Resource,
} from '../../sync/contract/resource.ts';
import { containsKeyword, type PageOrder, readPage } from '../db/list-page.ts';
import type { Database } from '../db/schema.ts';
import { toSnakeCase } from '../db/schema/resource-table.ts';
import type { Editor } from '../db/change-note-store.ts';

/** A stored resource, with the contract's field names. */
export type StoredResource<T extends Resource> = { readonly id: number; readonly version: number; readonly updatedMs: number } & Readonly<
  ResourceFieldValues<T>
> &
  (T['signed'] extends true ? { readonly updatedBy: number } : unknown);

/** Reads and writes the fields that are stored in tables of their own. For `write`, `db` is the transaction of the change. */
export interface SeparateFieldStore<T extends Resource> {
  read(db: Kysely<Database>, ids: readonly number[]): Promise<ReadonlyMap<number, SeparateFieldValues<T>>>;
  write(db: Kysely<Database>, id: number, fields: SeparateFieldValues<T>): Promise<void>;
}

/** Columns common to all resources. Kysely types tables by literal names, but a resource's name is known only at run time. */
interface AnyTable {
  id: Generated<number>;
  version: Generated<number>;
  /** Id of the school that owns the row. The column is missing for resources that belong to the whole platform. */
  school_id: Generated<number>;
  updated_ms: number;
  created_ms: number;
  /** Id of the user who last changed the row. The column exists only for resources declared with `signed`. */
  updated_by: Generated<number>;
}

const toColumn = ({ storedAs }: ResourceFieldSpec, value: unknown): unknown =>
  storedAs === 'json' ? JSON.stringify(value) : storedAs === 'flag' ? (value === true ? 1 : 0) : value;
const parseColumn = ({ storedAs }: ResourceFieldSpec, value: unknown): unknown =>
  storedAs === 'json' ? (JSON.parse(value as string) as unknown) : storedAs === 'flag' ? value === 1 : value;

export interface ResourceStore<T extends Resource> {
  readonly resource: T;
  /** Returns this store with all its queries in a transaction. */
  withTransaction(tx: Kysely<Database>): ResourceStore<T>;
  byId(schoolId: number, id: number): Promise<StoredResource<T> | undefined>;
  /** Returns rows in the order of `ids`, without missing ones. */
  byIds(schoolId: number, ids: readonly number[]): Promise<StoredResource<T>[]>;
  list(schoolId: number, filter: ResourceFilter<T>, order: PageOrder): Promise<{ items: StoredResource<T>[]; total: number }>;
  /** Tests whether another row of the school has this value. */
  isTaken(schoolId: number, field: string, value: unknown, exceptId: number | undefined): Promise<boolean>;
  add(schoolId: number, fields: ResourceFieldValues<T>, by: Editor): Promise<{ id: number; version: number }>;
  write(key: { id: number; version: number }, fields: ResourceFieldValues<T>, by: Editor): Promise<void>;
  remove(id: number): Promise<void>;
}

/** Builds the SQL of a declared resource. SQL beyond its own table is in the module's file. */
export function createResourceStore<T extends Resource>(
  db: Kysely<Database>,
  resource: T,
  separate: SeparateFieldStore<T> | (keyof SeparateFieldValues<T> extends never ? null : never),
): ResourceStore<T> {
  const anyDb = db as unknown as Kysely<{ resource: AnyTable }>;
  const table = toSnakeCase(resource.name) as 'resource';
  const ownFields = Object.entries(resource.fields).filter(([, field]) => field.storedAs !== 'ownTables');
  const getSchoolColumns = (schoolId: number) => (resource.of === 'school' ? { school_id: schoolId } : {});
  const getSignatureColumns = (by: Editor) => (resource.signed ? { updated_by: by.userId } : {});
  const selectRows = (schoolId: number) => anyDb.selectFrom(table).where((eb) => eb.and(getSchoolColumns(schoolId)));
  const toColumns = (fields: ResourceFieldValues<T>): Record<string, unknown> =>
    Object.fromEntries(ownFields.map(([field, spec]) => [toSnakeCase(field), toColumn(spec, fields[field])]));

  const toResources = async (rows: readonly Selectable<AnyTable>[]): Promise<StoredResource<T>[]> => {
    const separateValues = await separate?.read(
      db,
      rows.map((row) => row.id),
    );
    return rows.map((row) => {
      const columns: Readonly<Record<string, unknown>> = { ...row };
      const fields = Object.fromEntries(ownFields.map(([field, spec]) => [field, parseColumn(spec, columns[toSnakeCase(field)])]));
      const head = { id: row.id, version: row.version, updatedMs: row.updated_ms, ...(resource.signed && { updatedBy: row.updated_by }) };
      return { ...head, ...fields, ...separateValues?.get(row.id) } as unknown as StoredResource<T>;
    });
  };

  return {
    resource,
    withTransaction: (tx) => createResourceStore(tx, resource, separate),

    async byId(schoolId, id) {
      const row = await selectRows(schoolId).selectAll().where('id', '=', id).executeTakeFirst();
      return row && (await toResources([row]))[0];
    },

    async byIds(schoolId, ids) {
      const rows = ids.length === 0 ? [] : await selectRows(schoolId).selectAll().where('id', 'in', ids).execute();
      const byId = new Map((await toResources(rows)).map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async list(schoolId, { keyword = '', ...values }, order) {
      let base = selectRows(schoolId);
      for (const [field, value] of Object.entries(values))
        if (value !== undefined)
          base = base.where(sql.ref(toSnakeCase(field)), '=', toColumn(resource.fields[field] as ResourceFieldSpec, value));
      const searched = listFieldsWith(resource, 'search').map((field) => sql.ref(toSnakeCase(field)));
      if (keyword !== '') base = base.where((eb) => eb.or(searched.map((column) => containsKeyword(column, keyword))));
      // Order equal rows by the title if it is unique, because each index for sorting then ends with the title.
      const tie = resource.fields[resource.title]?.unique === true ? toSnakeCase(resource.title) : 'id';
      // Read only the keys of the page from the index of the order, then the rows with these keys. In one query, PostgreSQL would fetch the rows
      // before the page too.
      const key = sql.ref<string | number>(tie);
      const { items, total } = await readPage(base, order, (rows) => rows.select(key.as('key')), tie);
      const keys = items.map((item) => item.key);
      const rows = keys.length === 0 ? [] : await selectRows(schoolId).selectAll().select(key.as('key')).where(key, 'in', keys).execute();
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return { items: await toResources(keys.flatMap((each) => byKey.get(each) ?? [])), total };
    },

    async isTaken(schoolId, field, value, exceptId = 0) {
      const holder = await selectRows(schoolId)
        .select('id')
        .where(sql.ref(toSnakeCase(field)), '=', value)
        .where('id', '!=', exceptId)
        .executeTakeFirst();
      return holder !== undefined;
    },

    async add(schoolId, fields, by) {
      const row = {
        ...toColumns(fields),
        ...getSchoolColumns(schoolId),
        ...getSignatureColumns(by),
        updated_ms: by.nowMs,
        created_ms: by.nowMs,
      };
      const addedRow = await anyDb.insertInto(table).values(row).returning(['id', 'version']).executeTakeFirstOrThrow();
      await separate?.write(db, addedRow.id, fields as unknown as SeparateFieldValues<T>);
      return addedRow;
    },

    async write({ id, version }, fields, by) {
      await anyDb
        .updateTable(table)
        .set({ ...toColumns(fields), ...getSignatureColumns(by), version, updated_ms: by.nowMs })
        .where('id', '=', id)
        .execute();
      await separate?.write(db, id, fields as unknown as SeparateFieldValues<T>);
    },

    async remove(id) {
      await anyDb.deleteFrom(table).where('id', '=', id).execute();
    },
  };
}

/** Maps each sortable field to its column, for `readListQuery`. */
export const mapSortColumns = (resource: Resource): Record<string, string> => ({
  ...Object.fromEntries(listFieldsWith(resource, 'sort').map((field) => [field, toSnakeCase(field)])),
  updatedMs: 'updated_ms',
});

/** Returns the fields whose JSON values differ. */
export const listDifferingFields = <T extends Resource>(
  resource: T,
  before: ResourceFieldValues<T>,
  after: ResourceFieldValues<T>,
): string[] =>
  Object.entries(mapValues(resource.fields, (_field, key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])))
    .filter(([, differs]) => differs)
    .map(([field]) => field);
