import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryCompiler,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { WordCompiler } from './postgres-compiler.ts';

/**
 * PostgreSQL as the modules know SQLite: one transaction writes at a time, in the order asked for, whichever server process began it; what is
 * only read outside of one waits for nobody.
 */
export class TurnsDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #nullable: ReadonlySet<string>;
  constructor(pool: Pool, nullable: ReadonlySet<string>) {
    super({ pool });
    this.#pool = pool;
    this.#nullable = nullable;
  }
  override createDriver(): Driver {
    return new TurnsDriver(this.#pool);
  }
  override createQueryCompiler(): QueryCompiler {
    return new WordCompiler(this.#nullable);
  }
}

/** Any number; nobody else in this database may take it for something else. */
const turnKey = 7_361_001;
// Each statement sees what was committed before it began: the turn is taken by a statement of its own, so look-then-write sees all of it.
const beginInTurn = `BEGIN; SELECT pg_advisory_xact_lock(${turnKey})`;

class TurnsDriver implements Driver {
  readonly #pool: Pool;
  /** Settled when whoever asked last to write is done. In line here, nobody waits holding a connection that readers need. */
  #last: Promise<void> = Promise.resolve();
  constructor(pool: Pool) {
    this.#pool = pool;
  }
  async init(): Promise<void> {
    // The pool connects at the first need.
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection((query) => this.#run(query));
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).turn = await this.#begin();
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).taken().commit();
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).turn?.rollback();
  }
  async releaseConnection(): Promise<void> {
    // Nothing is held outside of a transaction.
  }
  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  async #run(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (SelectQueryNode.is(query.query) || /^\s*select\b/i.test(query.sql))
      return answerOf(await this.#pool.query(query.sql, [...query.parameters]));
    const turn = await this.#begin();
    try {
      const result = await turn.run(query);
      await turn.commit();
      return result;
    } catch (error) {
      await turn.rollback();
      throw error;
    }
  }

  async #begin(): Promise<Turn> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    try {
      const client = await this.#pool.connect();
      const turn = new Turn(client, resolve);
      await turn.begin();
      return turn;
    } catch (error) {
      resolve();
      throw error;
    }
  }
}

/** A transaction on a connection of its own, from its begin to its end. */
class Turn {
  readonly #client: PoolClient;
  readonly #over: () => void;
  #lost: Error | undefined;
  #isOver = false;
  readonly #hear = (error: Error): void => void (this.#lost = error);
  constructor(client: PoolClient, over: () => void) {
    this.#client = client;
    this.#over = over;
    // Without a listener a connection that breaks in between two statements would end the process.
    client.on('error', this.#hear);
  }
  async begin(): Promise<void> {
    try {
      await this.#client.query(beginInTurn);
    } catch (error) {
      this.#end(error as Error);
      throw error;
    }
  }
  async run(query: CompiledQuery): Promise<QueryResult<unknown>> {
    return answerOf(await this.#client.query(query.sql, [...query.parameters]));
  }
  async commit(): Promise<void> {
    try {
      const { command } = await this.#client.query('COMMIT');
      // A statement had failed and its caller went on: nothing was written, and nobody may take it for done.
      if (command !== 'COMMIT') throw new Error('the transaction could not be committed: one of its statements had failed');
      this.#end();
    } catch (error) {
      this.#end(error as Error);
      throw error;
    }
  }
  async rollback(): Promise<void> {
    if (this.#isOver) return;
    try {
      await this.#client.query('ROLLBACK');
      this.#end();
    } catch (error) {
      // The connection is gone, and with it the transaction.
      this.#end(error as Error);
    }
  }
  /** A connection that failed is not used again. */
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
  turn: Turn | undefined;
  constructor(outside: (query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.#outside = outside;
  }
  taken(): Turn {
    if (!this.turn) throw new Error('no transaction was begun');
    return this.turn;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (await (this.turn ? this.turn.run(query) : this.#outside(query))) as QueryResult<R>;
  }
  streamQuery(): never {
    throw new Error('pages, not streams: a stream would hold on to the state it began with');
  }
}

const answerOf = ({ command, rowCount, rows }: { command: string; rowCount: number | null; rows: unknown[] }): QueryResult<unknown> =>
  command === 'SELECT' ? { rows } : { numAffectedRows: BigInt(rowCount ?? 0), rows };
