import type { ColumnType } from 'kysely';

/** SQL for SQLite and for PostgreSQL; a plain string is valid in both. */
export type EngineSql = string | { readonly sqlite: string; readonly postgres: string };

/** Kinds of columns. `id`: assigned by the database. `caselessText`: compared without the case of ASCII letters. `flag`: 0 or 1. */
export type ColumnKind = 'id' | 'flag' | 'integer' | 'real' | 'text' | 'caselessText' | 'bytes';

interface ColumnSpec {
  readonly kind: ColumnKind;
  readonly isNullable?: true;
  readonly isPrimaryKey?: true;
  readonly isUnique?: true;
  readonly isNeverReused?: true;
  readonly defaultValue?: string | number;
  readonly check?: EngineSql;
  /** SQL expression from which the database computes the column. */
  readonly generated?: EngineSql;
  readonly references?: { readonly table: string; readonly onDelete?: ReferenceAction };
}
type ReferenceAction = 'CASCADE' | 'SET NULL';

/** A column. `S`, `I`, `U`: types of its value in a selected row, an insert and an update. */
export class SchemaColumn<S, I = S, U = S> {
  declare readonly types: ColumnType<S, I, U>;
  readonly spec: ColumnSpec;

  constructor(spec: ColumnSpec) {
    this.spec = spec;
  }

  nullable(): SchemaColumn<S | null, I | null, U | null> {
    return new SchemaColumn({ ...this.spec, isNullable: true });
  }

  primaryKey(): this {
    return this.#with({ isPrimaryKey: true });
  }

  /** Makes SQLite never assign a value again, not even that of a deleted last row. */
  neverReused(): this {
    return this.#with({ isNeverReused: true });
  }

  unique(): this {
    return this.#with({ isUnique: true });
  }

  default(value: S & (string | number)): SchemaColumn<S, I | undefined, U> {
    return new SchemaColumn({ ...this.spec, defaultValue: value });
  }

  /** Sets the value for rows that were stored before the column existed. New rows must name a value. */
  defaultOfOldRows(value: S & (string | number)): this {
    return this.#with({ defaultValue: value });
  }

  check(condition: EngineSql): this {
    return this.#with({ check: condition });
  }

  /** Makes the column a foreign key to the `id` of another table. */
  references(table: string, onDelete?: ReferenceAction): this {
    return this.#with({ references: onDelete === undefined ? { table } : { table, onDelete } });
  }

  /** Makes it a type error to change the value of a stored row. */
  immutable(): SchemaColumn<S, I, never> {
    return new SchemaColumn(this.spec);
  }

  generated(expression: EngineSql): SchemaColumn<S, never, never> {
    return new SchemaColumn({ ...this.spec, generated: expression });
  }

  #with(more: Partial<ColumnSpec>): this {
    return new SchemaColumn<S, I, U>({ ...this.spec, ...more }) as this;
  }
}

export const rowId = (): SchemaColumn<number, number | undefined, number> => new SchemaColumn({ kind: 'id' });
export const integer = <T extends number = number>(): SchemaColumn<T> => new SchemaColumn({ kind: 'integer' });
export const real = (): SchemaColumn<number> => new SchemaColumn({ kind: 'real' });
export const text = <T extends string = string>(): SchemaColumn<T> => new SchemaColumn({ kind: 'text' });
export const caselessText = (): SchemaColumn<string> => new SchemaColumn({ kind: 'caselessText' });
export const bytes = (): SchemaColumn<Buffer> => new SchemaColumn({ kind: 'bytes' });
export const flag = (): SchemaColumn<0 | 1> => new SchemaColumn({ kind: 'flag' });

export type Columns = Readonly<Record<string, SchemaColumn<unknown, unknown, unknown>>>;

/** An index: its columns and expressions as SQL, or these with conditions. SQLite always sorts as `NULLS FIRST` says and needs no such words. */
export type Index = EngineSql | { readonly on: EngineSql; readonly unique?: true; readonly where?: string };

/**
 * Appends the columns that keywords search to an index, so that a search reads no row of the table. SQLite's index has them joined to one text, as in
 * the queries of lists; PostgreSQL's has each column. An index row of PostgreSQL has at most 2 700 bytes. `?` after a column: it may be NULL.
 */
export const withSearchText = (columns: string, searched: readonly string[]): EngineSql => {
  const text = searched.map((column) => (column.endsWith('?') ? `ifnull(${column.slice(0, -1)}, '')` : column)).join(' || char(10) || ');
  const others = searched.map((column) => column.replace('?', '')).filter((column) => !columns.split(/\W+/).includes(column));
  return { sqlite: `${columns}, ${text}`, postgres: [columns, ...others].join(', ') };
};

export interface TableOptions {
  /** Columns of the primary key, if it has several. */
  readonly primaryKey?: string;
  /** Columns whose values together are unique in the table. */
  readonly unique?: string;
  /** SQL conditions that every row fulfils, by name of the constraint. */
  readonly checks?: Readonly<Record<string, string>>;
  /** A foreign key of several columns, as SQL. */
  readonly foreignKey?: string;
  /** True to make SQLite store the rows in the B-tree of the primary key. */
  readonly withoutRowid?: true;
  readonly indexes?: Readonly<Record<string, Index>>;
}

export interface Table<C extends Columns> extends TableOptions {
  readonly columns: C;
}
export type Tables = Readonly<Record<string, Table<Columns>>>;

/** Declares a table of the database: its columns, keys and indexes. */
export const defineTable = <C extends Columns>(columns: C, options: TableOptions = {}): Table<C> => ({ ...options, columns });

/** Kysely's types of declared tables. */
export type TableTypes<T extends Tables> = {
  [N in keyof T]: { [C in keyof T[N]['columns']]: T[N]['columns'][C]['types'] };
};
