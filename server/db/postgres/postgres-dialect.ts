import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryCompiler,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import { escapeLiteral, type Pool, type PoolClient, type QueryResult as QueryResultOfPg } from 'pg';
import { formatLease, getRequiredLeases } from '../lease.ts';
import { type LockScope, getLockScope } from '../lock-scope.ts';
import { DatabaseLockMissingError } from './database-faults.ts';
import { PostgresDialectCompiler } from './postgres-compiler.ts';
import { WriterQueue } from './writer-queue.ts';

/** Maximum number of prepared statements of a connection, and maximum length of their SQL in characters. Lists of ids produce ever new statements. */
const mostNames = 600;
const longest = 4000;
/** Matches statements whose best plan depends on their values. They are planned at each execution, without a prepared statement. */
const isPlannedAnew = /\boffset \$|@>|\bI?LIKE\b/i;

const names = new Map<string, string>();

/** Converts a compiled query for `pg`. A query with a name is parsed and planned once per connection. */
function toPreparedQuery({ sql, parameters }: CompiledQuery): { text: string; values: unknown[]; name?: string } {
  const query = { text: sql, values: [...parameters] };
  let name = names.get(sql);
  if (name === undefined) {
    if (names.size >= mostNames || sql.length > longest || isPlannedAnew.test(sql)) return query;
    name = `w${names.size}`;
    names.set(sql, name);
  }
  return { ...query, name };
}

/**
 * Gives PostgreSQL the behaviour that the server's features know from SQLite. Writers take their lock scope (`lock-scope.ts`) across all server
 * processes; reads outside a transaction wait for nobody.
 */
export class LockScopeDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #nullable: ReadonlySet<string>;
  readonly #mayWrite: () => boolean;
  /** `mayWrite`: false while another server process may have taken over the database. Every write then fails like one without a connection. */
  constructor(pool: Pool, nullable: ReadonlySet<string>, mayWrite: () => boolean) {
    super({ pool });
    this.#pool = pool;
    this.#nullable = nullable;
    this.#mayWrite = mayWrite;
  }
  override createDriver(): Driver {
    return new LockingDriver(this.#pool, this.#mayWrite);
  }
  override createQueryCompiler(): QueryCompiler {
    return new PostgresDialectCompiler(this.#nullable);
  }
}

/** Key of the advisory lock for the whole database: any number that no other advisory lock of this database uses. */
const databaseLockKey = 7_361_001;
/** SQL that keeps out writers whose scope is the whole database, but not those whose scope is a school. */
const sharedLock = `SELECT pg_advisory_xact_lock_shared(${databaseLockKey})`;
/**
 * Returns the SQL that begins a transaction with a lock scope. A statement sees only commits from before its start. The lock is taken by a statement
 * of its own, so that all later reads see the changes of every earlier writer.
 */
function formatBegin(scope: LockScope): string {
  if (scope === 'everything') return `BEGIN; SELECT pg_advisory_xact_lock(${databaseLockKey})`;
  if (scope === 'nothing') return `BEGIN; ${sharedLock}`;
  if (!Number.isSafeInteger(scope)) throw new Error(`there is no school ${String(scope)}`);
  // NO KEY UPDATE, so that inserts with a foreign key to the school do not wait for the lock.
  return `BEGIN; ${sharedLock}; SELECT 1 FROM school WHERE id = ${scope} FOR NO KEY UPDATE`;
}

class LockingDriver implements Driver {
  readonly #pool: Pool;
  readonly #mayWrite: () => boolean;
  readonly #writers = new WriterQueue();
  constructor(pool: Pool, mayWrite: () => boolean) {
    this.#pool = pool;
    this.#mayWrite = mayWrite;
  }
  async init(): Promise<void> {
    // No action is needed: the pool connects when it is first used.
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection((query) => this.#run(query));
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).transaction = await this.#begin(getLockScope());
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).open().commit();
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).transaction?.rollback();
  }
  async releaseConnection(): Promise<void> {
    // Outside a transaction no connection is held, so none is released.
  }
  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  async #run(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (SelectQueryNode.is(query.query) || /^\s*select\b/i.test(query.sql))
      return toQueryResult(await this.#pool.query(toPreparedQuery(query)));
    const transaction = await this.#begin(getLockScope());
    // Send BEGIN, the statement and COMMIT together, so that the lock is held only for the server's own working time.
    const [result, end] = await Promise.allSettled([transaction.run(query), transaction.commit()]);
    if (result.status === 'rejected') throw result.reason;
    if (end.status === 'rejected') throw end.reason;
    return result.value;
  }

  async #begin(scope: LockScope): Promise<OpenTransaction> {
    const end = await this.#writers.wait(scope);
    try {
      if (!this.#mayWrite()) throw new DatabaseLockMissingError();
      return new OpenTransaction(await this.#pool.connect(), formatBegin(scope), end);
    } catch (error) {
      end();
      throw error;
    }
  }
}

/** A transaction on a connection of its own. Its statements are sent at once and answered in order. */
class OpenTransaction {
  readonly #client: PoolClient;
  /** COMMIT, after a check of the leases that the work needs. Both are sent in one message, so that no other server can act between them. */
  readonly #commit: string;
  readonly #over: () => void;
  #lost: Error | undefined;
  #isOver = false;
  readonly #hear = (error: Error): void => void (this.#lost = error);
  constructor(client: PoolClient, begin: string, over: () => void) {
    this.#client = client;
    this.#over = over;
    const checks = getRequiredLeases().map((lease) => `SELECT cluster.require(${escapeLiteral(formatLease(lease))}); `);
    this.#commit = `${checks.join('')}COMMIT`;
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on('error', this.#hear);
    // If BEGIN fails, every following statement fails too.
    client.query(begin).catch((error: unknown) => void (this.#lost ??= error as Error));
  }
  async run(query: CompiledQuery): Promise<QueryResult<unknown>> {
    return this.#reportFirst(async () => toQueryResult(await this.#client.query(toPreparedQuery(query))));
  }
  async commit(): Promise<void> {
    const results = await this.#reportFirst(() => this.#client.query(this.#commit)).catch((error: unknown) => {
      this.#end(error as Error);
      throw error;
    });
    this.#end();
    // PostgreSQL answers COMMIT with ROLLBACK if the caller sent it although a statement had failed. Throw, so that the caller does not believe that
    // its changes are stored.
    const { command } = Array.isArray(results) ? (results.at(-1) as QueryResultOfPg) : results;
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back, because one of its statements had failed');
  }
  async rollback(): Promise<void> {
    if (this.#isOver) return;
    try {
      await this.#client.query('ROLLBACK');
      this.#end();
    } catch (error) {
      // The connection is lost, and PostgreSQL rolls back its transaction.
      this.#end(error as Error);
    }
  }
  /** Reports the first failure of the connection or of BEGIN instead of the errors that follow from it. */
  async #reportFirst<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#lost ?? error;
    }
  }
  /** Ends the transaction. A connection that failed is not reused. */
  #end(error: Error | undefined = this.#lost): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#client.off('error', this.#hear);
    this.#client.release(error ?? false);
    this.#over();
  }
}

class Connection implements DatabaseConnection {
  readonly #outside: (query: CompiledQuery) => Promise<QueryResult<unknown>>;
  transaction: OpenTransaction | undefined;
  constructor(outside: (query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.#outside = outside;
  }
  open(): OpenTransaction {
    if (!this.transaction) throw new Error('no transaction is open');
    return this.transaction;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (await (this.transaction ? this.transaction.run(query) : this.#outside(query))) as QueryResult<R>;
  }
  streamQuery(): never {
    throw new Error('streaming is not supported, because it would keep an old snapshot open: read in pages');
  }
}

const toQueryResult = ({ command, rowCount, rows }: { command: string; rowCount: number | null; rows: unknown[] }): QueryResult<unknown> =>
  command === 'SELECT' ? { rows } : { numAffectedRows: BigInt(rowCount ?? 0), rows };
