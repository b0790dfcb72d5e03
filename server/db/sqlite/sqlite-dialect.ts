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
} from 'kysely';
import { compileDialectFunction } from '../dialect-functions.ts';
import { sqliteDialectFunctions } from './sqlite-dialect-functions.ts';

/** Uses SQLite on one connection, as a database in memory requires. Reads wait for writes. */
export class OneConnectionDialect extends SqliteDialect {
  constructor(connection: Sqlite.Database) {
    super({ database: new Statements(connection) });
  }
  override createQueryCompiler(): SqliteQueryCompiler {
    return new WordCompiler();
  }
}

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
    (connection as Connection).begun(this.#writer, release);
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

  /** Waits for the writers queued before. The returned function lets the next one go. */
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
  begun(writer: Statements, release: () => void): void {
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
    throw new Error('pages, not streams: a stream would hold on to the state it began with');
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
