import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type FunctionNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import {
  compileDialectFunction,
  type SqlDialectFunctions,
  unwrapDialectValue,
  mergeFacetWords,
  type WordQuery,
} from '../dialect-functions.ts';

/** Uses SQLite on one connection, as a database in memory requires. Reads wait for writes. */
export class OneConnectionDialect extends SqliteDialect {
  constructor(connection: Sqlite.Database) {
    super({ database: new Statements(connection) });
  }
  override createQueryCompiler(): SqliteQueryCompiler {
    return new WordCompiler();
  }
}

const quoteWord = (word: string): string => `"${word}"`;

/** Builds a query in FTS5's query language. */
function buildFtsQuery(query: WordQuery): string {
  const { all, any, none: never, kind } = mergeFacetWords(query);
  // FTS5 walks the whole posting list of each word asked for, but tests an excluded word only at candidates. So exclude `others`, which are fewer.
  const none = [...never, ...(kind?.others ?? [])];
  const parts = [...all, ...(kind?.every === undefined ? [] : [kind.every])].map(quoteWord);
  if (any.length > 0) parts.push(`(${any.map(quoteWord).join(' OR ')})`);
  const requiredTerms = parts.join(' AND ');
  return none.length === 0 ? requiredTerms : `(${requiredTerms}) NOT (${none.map(quoteWord).join(' OR ')})`;
}

const buildMatchCondition: SqlDialectFunctions['matches'] = (table, query) =>
  sql`${table} MATCH ${buildFtsQuery(unwrapDialectValue(query) as WordQuery)}`;

const sqliteDialectFunctions: SqlDialectFunctions = {
  holds: (text, part) => sql`instr(${text}, ${unwrapDialectValue(part)}) > 0`,
  fits: (text, pattern) => sql`like(${pattern}, ${text}, ${sql.lit('\\')})`,
  isOneOf: (id, list) => sql`${id} IN (SELECT value FROM json_each(${list}))`,
  isAmong: (id, query) => sql`+${id} IN ${query}`,
  listed: (list) => sql`json_each(${list}) AS asked`,
  gathered: (id) => sql`json_group_array(${id})`,
  ifNull: (value, other) => sql`ifnull(${value}, ${other})`,
  lines: (...texts) => sql`${sql.join(texts, sql` || char(10) || `)}`,
  withoutIndex: (column) => sql`+${column}`,
  // No change needed: SQLite's full-text search returns the matches in the order of their keys anyway.
  matchKey: (column) => sql`${column}`,
  lesser: (one, other) => sql`min(${one}, ${other})`,
  greater: (one, other) => sql`max(${one}, ${other})`,
  jsonOf: (name, value) => sql`json_object(${name}, ${value})`,
  wordList: (words) => sql`${words}`,
  matches: buildMatchCondition,
  isMatch: (table, key, query) => sql`EXISTS (SELECT 1 FROM ${table} WHERE rowid = ${key} AND ${buildMatchCondition(table, query)})`,
  textColumns: () => sql`
    (SELECT t.name AS "table", c.name AS "column", 1 - t.wr AS numbered
     FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND c.type = 'TEXT')`,
  lastPlace: (table) => sql`(SELECT coalesce(max(rowid), 0) FROM ${sql.table(unwrapDialectValue(table) as string)})`,
  // SQLite has no regular expressions: return the whole text.
  fitting: (text) => sql`${text}`,
  isPlaced: (from, to) => sql`rowid > ${from} AND rowid <= ${to}`,
  version: () => sql`'SQLite ' || sqlite_version()`,
};

class WordCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const compiled = compileDialectFunction(sqliteDialectFunctions, node);
    if (compiled) this.visitNode(compiled);
    else super.visitFunction(node);
  }
}

/**
 * Uses SQLite on two connections. One writes, a transaction at a time, in the order requested. Reads outside a transaction use the other
 * connection and see the last commit, so they do not wait for an import that writes ten thousand rows.
 */
export class TwoConnectionDialect extends OneConnectionDialect {
  readonly #writer: Sqlite.Database;
  readonly #openReader: () => Sqlite.Database;
  constructor(writer: Sqlite.Database, openReader: () => Sqlite.Database) {
    super(writer);
    this.#writer = writer;
    this.#openReader = openReader;
  }
  override createDriver(): Driver {
    return new TwoConnectionDriver(this.#writer, this.#openReader);
  }
  override createAdapter(): SqliteAdapter {
    return new TwoConnectionAdapter();
  }
}

class TwoConnectionAdapter extends SqliteAdapter {
  // The driver's queue serialises the writers, so Kysely need not.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class TwoConnectionDriver implements Driver {
  readonly #writer: Statements;
  readonly #openReader: () => Sqlite.Database;
  #reader: Statements | undefined;
  /** Settles when the last queued writer is done. */
  #last: Promise<void> = Promise.resolve();

  constructor(writer: Sqlite.Database, openReader: () => Sqlite.Database) {
    this.#writer = new Statements(writer);
    this.#openReader = openReader;
  }
  async init(): Promise<void> {
    this.#reader = new Statements(this.#openReader());
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection((query) => this.#run(query));
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const release = await this.#turn();
    try {
      this.#writer.run(CompiledQuery.raw('begin'));
    } catch (error) {
      release();
      throw error;
    }
    (connection as Connection).startTransaction(this.#writer, release);
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    (connection as Connection).over();
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } finally {
      (connection as Connection).over();
    }
  }
  async releaseConnection(): Promise<void> {
    // No connection is held outside a transaction.
  }
  async destroy(): Promise<void> {
    this.#reader?.close();
    this.#writer.close();
  }

  async #run(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.#reader && SelectQueryNode.is(query.query)) return this.#reader.run(query);
    const release = await this.#turn();
    try {
      return this.#writer.run(query);
    } finally {
      release();
    }
  }

  /** Waits for the writers that queued before. The returned function lets the next writer begin. */
  async #turn(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}

class Connection implements DatabaseConnection {
  readonly #outside: (query: CompiledQuery) => Promise<QueryResult<unknown>>;
  #transaction: { readonly writer: Statements; readonly release: () => void } | undefined;
  constructor(outside: (query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.#outside = outside;
  }
  startTransaction(writer: Statements, release: () => void): void {
    this.#transaction = { writer, release };
  }
  over(): void {
    this.#transaction?.release();
    this.#transaction = undefined;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#transaction ? this.#transaction.writer.run(query) : await this.#outside(query);
    return result as QueryResult<R>;
  }
  streamQuery(): never {
    throw new Error('streaming is not supported, because it would keep an old snapshot open: read in pages');
  }
}

const mostStatements = 200;

/** A connection with its most recently used statements, so that a repeated statement is not parsed and planned again. */
class Statements implements SqliteDatabase {
  readonly #connection: Sqlite.Database;
  readonly #kept = new Map<string, Sqlite.Statement<unknown[]>>();
  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
  }

  prepare(sql: string): Sqlite.Statement<unknown[]> {
    const statement = this.#kept.get(sql) ?? this.#connection.prepare<unknown[]>(sql);
    // Least recently used cache: move the statement to the end; the first entry is evicted.
    this.#kept.delete(sql);
    this.#kept.set(sql, statement);
    const [oldest] = this.#kept.size > mostStatements ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    return statement;
  }

  run({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    const statement = this.prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters) };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  close(): void {
    this.#kept.clear();
    this.#connection.close();
  }
}
