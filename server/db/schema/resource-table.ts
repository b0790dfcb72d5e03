import type { InsertType } from 'kysely';
import { z } from 'zod';
import { listFieldsWith, type Resource, type ResourceFieldSpec } from '../../../sync/contract/resource.ts';
import {
  caselessText,
  type SchemaColumn,
  type Columns,
  defineTable,
  flag,
  integer,
  real,
  rowId,
  type Table,
  type TableOptions,
  type Tables,
  text,
} from './table.ts';

/** Converts `headTeacherId` to `head_teacher_id`. */
type Snake<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : S;

type StoredValue<S extends ResourceFieldSpec> = S extends { readonly storedAs: 'json' }
  ? string
  : S extends { readonly storedAs: 'flag' }
    ? 0 | 1
    : z.output<S['is']>;

/** One column per field, except fields stored in other tables (`storedAs: 'ownTables'`). */
type FieldValues<T extends Resource> = {
  [K in keyof T['fields'] & string as T['fields'][K] extends { readonly storedAs: 'ownTables' } ? never : Snake<K>]: StoredValue<
    T['fields'][K]
  >;
};
type WidenLiteral<V> = V extends string ? string : V extends number ? number : V;
type FieldColumns<T extends Resource> = {
  readonly [K in keyof FieldValues<T>]?: SchemaColumn<WidenLiteral<FieldValues<T>[K]>, unknown, WidenLiteral<FieldValues<T>[K]>>;
};
/** Types of the columns for the fields of a resource. The types of their values come from the declaration of the resource. */
type TypedColumns<T extends Resource, C extends Columns> = {
  [K in keyof FieldValues<T>]: SchemaColumn<
    FieldValues<T>[K],
    K extends keyof C
      ? undefined extends InsertType<C[K]['types']>
        ? FieldValues<T>[K] | undefined
        : FieldValues<T>[K]
      : FieldValues<T>[K] | undefined,
    FieldValues<T>[K]
  >;
};
/** Columns that all resources have. */
type CommonColumns<T extends Resource> = {
  id: ReturnType<typeof rowId>;
  version: SchemaColumn<number, number | undefined, number>;
  updated_ms: SchemaColumn<number>;
  created_ms: SchemaColumn<number, number, never>;
} & (T['of'] extends 'platform' ? unknown : { school_id: SchemaColumn<number> }) &
  (T['signed'] extends true ? { updated_by: SchemaColumn<number> } : unknown);

/**
 * Declares the table of a resource: the columns that all resources have, one for each field, and the indexes of its list. `columns` and `options`
 * name only what does not follow from the resource. A field that `columns` does not name gets a column by its schema, with its blank value as the
 * default, as `ALTER TABLE … ADD COLUMN` makes it.
 */
export const defineResourceTable = <T extends Resource, C extends FieldColumns<T> & Columns>(
  resource: T,
  columns: C,
  options: TableOptions = {},
): ResourceTable<T, C> => {
  const unique = listFieldsWith(resource, 'unique')[0];
  return defineTable(
    {
      id: rowId(),
      ...(resource.of === 'school' && { school_id: integer().references('school') }),
      ...columns,
      ...deriveColumns(resource, columns),
      version: integer().default(1),
      ...(resource.signed && { updated_by: integer() }),
      updated_ms: integer(),
      created_ms: integer().immutable(),
    },
    {
      ...(resource.of === 'school' && unique !== undefined && { unique: `school_id, ${toSnakeCase(unique)}` }),
      ...options,
      indexes: { ...deriveIndexes(resource), ...options.indexes },
    },
  ) as unknown as ResourceTable<T, C>;
};
type ResourceTable<T extends Resource, C extends Columns> = Table<TypedColumns<T, C> & CommonColumns<T>>;

/** Tables of the resources that are not among `Declared`. */
type PlainTables<R extends Resource, Declared> = {
  [T in R as Exclude<Snake<T['name']>, keyof Declared>]: ResourceTable<T, Record<never, never>>;
};

/** Declares the tables of the resources that have none in `declared`: everything follows from the resource. */
export const deriveTables = <R extends Resource, Declared extends Tables>(
  resources: Readonly<Record<string, R>>,
  declared: Declared,
): PlainTables<R, Declared> =>
  Object.fromEntries(
    Object.values(resources)
      .filter(({ name }) => !(toSnakeCase(name) in declared))
      .map((resource) => [toSnakeCase(resource.name), defineResourceTable<Resource, Columns>(resource, {})]),
  ) as unknown as PlainTables<R, Declared>;

/** Converts `headTeacherId` to `head_teacher_id`. */
export const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns an index for each order of a school's list: newest first, and by each field that sorts. Rows with equal values are ordered by the title if
 * it is unique, else by the id.
 */
function deriveIndexes(resource: Resource): Record<string, string> {
  if (resource.of !== 'school') return {};
  const table = toSnakeCase(resource.name);
  const last = resource.fields[resource.title]?.unique ? toSnakeCase(resource.title) : 'id';
  const sorted = listFieldsWith(resource, 'sort').map(toSnakeCase);
  return Object.fromEntries(
    ['updated_ms', ...sorted.filter((column) => column !== last)].map((column) => [
      `${table}_${column.replace(/_ms$/, '')}`,
      `school_id, ${column}, ${last}`,
    ]),
  );
}

const deriveColumns = (resource: Resource, declaredColumns: Columns): Columns =>
  Object.fromEntries(
    Object.entries(resource.fields)
      .map(([name, field]) => [toSnakeCase(name), field] as const)
      .filter(([name, { storedAs }]) => storedAs !== 'ownTables' && !(name in declaredColumns))
      .map(([name, field]) => [name, deriveColumn(field)]),
  );

function deriveColumn({ is, storedAs, blank, unique }: ResourceFieldSpec): SchemaColumn<unknown, unknown, unknown> {
  if (storedAs === 'flag') return flag().default(blank === true ? 1 : 0);
  if (storedAs === 'json') return text().default(JSON.stringify(blank));
  const json = z.toJSONSchema(is, { unrepresentable: 'any' });
  const kinds = (json.anyOf ?? [json]).map(({ type }) => type);
  const column = kinds.includes('integer') ? integer() : kinds.includes('number') ? real() : unique ? caselessText() : text();
  return blank === null ? column.nullable() : (column as SchemaColumn<unknown>).default(blank as string | number);
}
