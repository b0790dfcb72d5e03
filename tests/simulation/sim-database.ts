import pg from 'pg';
import { breakConnections } from '../../server/db/postgres/connection-sockets.ts';
import { createDatabaseAt, type ServerDatabase } from '../fixtures/postgres/server-database.ts';

/** Replaces PostgreSQL's `clock_timestamp` for every connection to the database, because the search path names this schema first. */
const clock = `
CREATE SCHEMA simulation;
CREATE UNLOGGED TABLE simulation.clock (now_ms bigint NOT NULL, is_full boolean NOT NULL);
INSERT INTO simulation.clock VALUES (0, false);
CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  clock simulation.clock;
BEGIN
  SELECT * INTO STRICT clock FROM simulation.clock;
  IF clock.is_full THEN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
  END IF;
  RETURN to_timestamp(clock.now_ms / 1000.0);
END $$;
`;

/** A separate database on a real PostgreSQL server, with the clock of the simulation. Simulated runs use it one after the other. */
export class SimDatabase {
  readonly #database: ServerDatabase;
  readonly #admin: pg.Client;

  private constructor(database: ServerDatabase, admin: pg.Client) {
    this.#database = database;
    this.#admin = admin;
  }

  /** Creates a database at the PostgreSQL server `server`. */
  static async create(server: string): Promise<SimDatabase> {
    const database = await createDatabaseAt(server);
    const admin = new pg.Client(database.url);
    await admin.connect();
    await admin.query(`${clock} ALTER DATABASE ${database.name} SET search_path = simulation, pg_catalog, public`);
    return new SimDatabase(database, admin);
  }

  get url(): string {
    return this.#database.url;
  }

  /** Drops the answer log of the previous run. */
  async empty(): Promise<void> {
    await this.#admin.query('DROP SCHEMA IF EXISTS answer_log CASCADE');
  }

  /** Sets the time that the next statements read. `isFull`: these statements fail because the disk is full. */
  async setClock(nowMs: number, isFull: boolean): Promise<void> {
    await this.#admin.query('UPDATE simulation.clock SET now_ms = $1, is_full = $2', [nowMs, isFull]);
  }

  /** Copies the rows of the answer log into a backup table. */
  async backUp(number: number): Promise<void> {
    await this.#admin.query(`CREATE TABLE answer_log.backup_${number} AS TABLE answer_log.entry`);
  }

  /** Replaces the rows of the log by those of a copy. `isOtherCluster`: the database then also shows another cluster, as after a recovery. */
  async restore(number: number, end: number, isOtherCluster: boolean): Promise<void> {
    await this.#admin.query('TRUNCATE answer_log.entry');
    await this.#admin.query(`INSERT INTO answer_log.entry TABLE answer_log.backup_${number}`);
    await this.#admin.query('UPDATE answer_log.state SET end_pos = $1', [end]);
    if (isOtherCluster) await this.#admin.query("UPDATE answer_log.state SET cluster = 'the cluster before'");
  }

  /** Breaks the connections of a server that died. */
  breakConnections(): void {
    breakConnections(this.url);
  }

  async drop(): Promise<void> {
    this.breakConnections();
    await this.#admin.end();
    await this.#database.drop();
  }
}
