import type Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';

/**
 * SQLite on two connections: one writes, a transaction at a time, in the order asked for; what is only read outside of a transaction comes
 * from the other, as it stood at the last commit. So nobody who only looks waits for an import that writes ten thousand rows.
 */
export class TwoConnectionDialect extends SqliteDialect {
  readonly #writer: Sqlite.Database;
  readonly #openReader: () => Sqlite.Database;
  constructor(writer: Sqlite.Database, openReader: () => Sqlite.Database) {
    super({ database: writer });
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
  // The driver's own queue keeps writers apart.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class TwoConnectionDriver implements Driver {
  readonly #writer: Sqlite.Database;
  readonly #openReader: () => Sqlite.Database;
  #reader: Sqlite.Database | undefined;
  /** Settled when whoever asked last to write is done. */
  #last: Promise<void> = Promise.resolve();

  constructor(writer: Sqlite.Database, openReader: () => Sqlite.Database) {
    this.#writer = writer;
    this.#openReader = openReader;
  }
  // oxlint-disable-next-line require-await -- the port asks for a promise
  async init(): Promise<void> {
    this.#reader = this.#openReader();
  }
  // oxlint-disable-next-line require-await
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection((query) => this.#run(query));
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const release = await this.#turn();
    try {
      execute(this.#writer, CompiledQuery.raw('begin'));
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
    // Nothing is held outside of a transaction.
  }
  // oxlint-disable-next-line require-await
  async destroy(): Promise<void> {
    this.#reader?.close();
    this.#writer.close();
  }

  async #run(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (this.#reader && SelectQueryNode.is(query.query)) return execute(this.#reader, query);
    const release = await this.#turn();
    try {
      return execute(this.#writer, query);
    } finally {
      release();
    }
  }

  /** Waits until nobody writes any more; the answer lets the next one go. */
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
  #transaction: { readonly writer: Sqlite.Database; readonly release: () => void } | undefined;
  constructor(outside: (query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.#outside = outside;
  }
  begun(writer: Sqlite.Database, release: () => void): void {
    this.#transaction = { writer, release };
  }
  over(): void {
    this.#transaction?.release();
    this.#transaction = undefined;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#transaction ? execute(this.#transaction.writer, query) : await this.#outside(query);
    return result as QueryResult<R>;
  }
  streamQuery(): never {
    throw new Error('pages, not streams: a stream would hold on to the state it began with');
  }
}

function execute(connection: Sqlite.Database, { sql, parameters }: CompiledQuery): QueryResult<unknown> {
  const statement = connection.prepare<unknown[]>(sql);
  if (statement.reader) return { rows: statement.all(...parameters) };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}
