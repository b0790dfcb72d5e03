import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { HeldLease, Leases } from '../lease.ts';
import { type AppliedMigration, type Migration, planMigration } from '../migration-plan.ts';
import { DatabaseLockMissingError, hideCredentials } from './database-faults.ts';
import { breakConnections } from './connection-sockets.ts';
import { type DatabaseLock, DatabaseRefusedError, lockDatabase } from './database-lock.ts';
import { readAppliedMigrations } from './migrate-postgres.ts';
import { type ServerReport, type ServerState, sharedDuties } from '../../watch/watch.ts';
import { createPresenceExchange, presenceSchemaSql, type PresenceExchange } from './presence-exchange.ts';
import { rateLimitSchemaSql } from './shared-limits.ts';

/** Facts about a server that must agree with those of the other servers on the database. */
export interface ServerFacts {
  /** Random id of the server, new for each start. */
  readonly id: string;
  /** Host and port of the server, as an operator is shown them. */
  readonly name: string;
  /** Version of the server's program. */
  readonly version: string;
  /** All migrations that this server's program knows. */
  readonly migrations: readonly Migration[];
  /** Number of the protocol that servers speak through the database; see `serverProtocol`. */
  readonly protocol: number;
  /** Identifies where uploaded files are stored (a folder or an S3 bucket), which all servers must share. */
  readonly uploads: string;
  readonly clock: { nowMs(): number };
}

/** Times in milliseconds; the constants of the same names have the default values. */
export interface MemberTimes {
  readonly memberMs: number;
  readonly joinWaitMs: number;
}

export interface ServerMembership extends DatabaseLock, Leases {
  readonly exchangePresence: PresenceExchange;
  /** Returns a sentence for the operator while the clocks of this machine and of the database differ too much, or null. */
  clockFault(): string | null;
  /** Makes this server send what `read` returns with each sign of life. */
  report(read: () => ServerReport): void;
  listServers(): Promise<readonly ServerState[]>;
}

/** A server that was silent for this time is no member any more, and its leases are free. */
const memberMs = 15_000;
/** Number of signs of life that a server sends within `memberMs`. */
const beatsOfMember = 5;
/** A server that was silent for this time is not listed any more. Until then an operator should see that it died. */
const listedMs = 3_600_000;
/** Milliseconds that a new server waits for servers that do not fit it. A killed server stays a member until it was silent for `memberMs`. */
const joinWaitMs = memberMs + 1_000;
/**
 * Largest allowed difference between the clocks of two servers, and of a server and the database. Examinees see the end of an exam by these clocks.
 */
const clockMostMs = 2_000;

/**
 * All times are those of the database's clock. The table of leases is not logged: no server that took a lease before a crash of the database holds it
 * afterwards, and a repeated fence of the same holder cannot occur.
 */
export const clusterSchemaSql = `
CREATE SCHEMA IF NOT EXISTS cluster;
-- Servers run together if their texts in the column schema are equal: see identifyCompatibility.
CREATE TABLE IF NOT EXISTS cluster.server_node (
  id text PRIMARY KEY, version text NOT NULL, schema text NOT NULL, uploads text NOT NULL,
  clock_off_ms double precision NOT NULL, heard timestamptz NOT NULL,
  name text NOT NULL, started timestamptz NOT NULL, behind bigint NOT NULL DEFAULT 0, not_ready text
);
CREATE UNLOGGED TABLE IF NOT EXISTS cluster.duty_lease (
  name text PRIMARY KEY, holder text NOT NULL, fence bigint NOT NULL, until timestamptz NOT NULL
);
-- True while the lease (name, holder and fence, separated by spaces) is held. Nobody can take it before the transaction of the caller ends.
CREATE OR REPLACE FUNCTION cluster.holds(lease text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM cluster.duty_lease AS l
    WHERE l.name = split_part(lease, ' ', 1) AND l.holder = split_part(lease, ' ', 2) AND l.fence = split_part(lease, ' ', 3)::bigint
      AND l.until > clock_timestamp() FOR SHARE;
  RETURN FOUND;
END $$;
CREATE OR REPLACE FUNCTION cluster.require(lease text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT cluster.holds(lease) THEN
    RAISE EXCEPTION 'the lease % is not held any more: nothing was written', lease USING ERRCODE = 'WK002';
  END IF;
END $$;
`;
const joinKey = 7_361_006;

interface OtherServer {
  readonly version: string;
  readonly schema: string;
  readonly uploads: string;
  readonly clock_off_ms: number;
}

/**
 * Makes this server a member of the database at `url`, which other servers may use too. Throws an error with a sentence for the operator if this
 * server does not fit the others that run, or if another process uses the database alone. `onError`: called with the error of each sign of life that
 * failed.
 */
export async function joinDatabase(
  url: string,
  facts: ServerFacts,
  times: MemberTimes = { memberMs, joinWaitMs },
  onError: (error: unknown) => void = () => undefined,
): Promise<ServerMembership> {
  let client: pg.Client | undefined;
  /**
   * Monotonic time at which the newest successful sign of life was sent. The database counts from its arrival, so other servers regard this one as
   * alive a little longer.
   */
  let heardMs = -Infinity;
  let fences = 0;
  let clockOffMs = 0;
  let isLeaving = false;
  /** Number of signs of life that were due while an earlier one waited for its reply. */
  let silentBeats = 0;
  let readReport: () => ServerReport = () => ({ notReady: null, behind: 0 });
  const heldLeases = new Set<{ readonly name: string; end(): void }>();
  const until = `clock_timestamp() + interval '${times.memberMs} milliseconds'`;
  const isFresh = (): boolean => client !== undefined && performance.now() - heardMs < times.memberMs;

  const query = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> => {
    if (!client) throw new DatabaseLockMissingError();
    return (await client.query<T>(sql, values)).rows;
  };

  const signLife = async (): Promise<void> => {
    const sentMs = performance.now();
    clockOffMs = await measureClock(query, facts.clock);
    const { behind, notReady } = readReport();
    const listed = await query(
      'UPDATE cluster.server_node SET heard = clock_timestamp(), clock_off_ms = $2, behind = $3, not_ready = $4 WHERE id = $1 RETURNING id',
      [facts.id, clockOffMs, behind, notReady],
    );
    // While this server was silent, another one joined and deleted its row; the other may be of another version. A new connection joins again.
    if (listed.length === 0) return breakConnections(url);
    const leasesBefore = [...heldLeases];
    const renewedLeases = await query<{ name: string }>(
      `UPDATE cluster.duty_lease SET until = ${until} WHERE holder = $1 AND until > clock_timestamp() RETURNING name`,
      [facts.id],
    );
    heardMs = sentMs;
    const names = new Set(renewedLeases.map(({ name }) => name));
    for (const lease of leasesBefore) if (!names.has(lease.name)) lease.end();
  };

  const joinCluster = async (newClient: pg.Client): Promise<void> => {
    const sentMs = performance.now();
    await newClient.query(
      `BEGIN; SELECT pg_advisory_xact_lock(${joinKey}); ${clusterSchemaSql} ${presenceSchemaSql} ${rateLimitSchemaSql} COMMIT`,
    );
    for (const begunMs = performance.now(); ; await sleep(100)) {
      clockOffMs = await measureClock(async (sql) => (await newClient.query<{ now: number }>(sql)).rows, facts.clock);
      const problem = await join(newClient, facts, clockOffMs, times.memberMs);
      if (problem === undefined) break;
      if (performance.now() - begunMs > times.joinWaitMs) throw new DatabaseRefusedError(`${problem} (database ${hideCredentials(url)})`);
    }
    client = newClient;
    heardMs = sentMs;
  };

  const lock = await lockDatabase(url, undefined, {
    onTaken: joinCluster,
    broken() {
      client = undefined;
      silentBeats = 0;
      // Break the other connections too: they lead to the same machine, and a statement on them could wait for hours.
      if (!isLeaving) breakConnections(url);
    },
  });
  let isBeating = false;
  const beat = setInterval(() => {
    // After this process was frozen, end its leases before any work relies on them.
    if (!isFresh()) for (const lease of heldLeases) lease.end();
    // While a sign of life waits for its reply, send no other: in a slow database they would queue up and arrive ever later.
    if (!client) return;
    if (isBeating) {
      silentBeats += 1;
      if (silentBeats >= beatsOfMember) breakConnections(url);
      return;
    }
    isBeating = true;
    silentBeats = 0;
    signLife()
      .catch(onError)
      .finally(() => (isBeating = false));
  }, times.memberMs / beatsOfMember);
  beat.unref();

  return {
    exchangePresence: createPresenceExchange(query, facts.id),
    clockFault: () => (Math.abs(clockOffMs) > clockMostMs ? describeClock('the database', clockOffMs) : null),
    report: (read) => void (readReport = read),
    listServers: () =>
      query<ServerState & pg.QueryResultRow>(
        `SELECT name, id = $1 AS "isThis", version, round(extract(epoch FROM started) * 1000)::float8 AS "startedMs",
           round(greatest(0, extract(epoch FROM clock_timestamp() - heard)) * 1000)::float8 AS "silentMs",
           heard < clock_timestamp() - interval '${times.memberMs} milliseconds' AS "isLost",
           round(clock_off_ms) AS "clockOffMs", behind::float8, not_ready AS "notReady",
           ARRAY(SELECT l.name FROM cluster.duty_lease AS l WHERE l.holder = id AND l.until > clock_timestamp() AND l.name = ANY ($2)
             ORDER BY 1) AS duties
         FROM cluster.server_node WHERE heard > clock_timestamp() - interval '${listedMs} milliseconds' ORDER BY name, started`,
        [facts.id, sharedDuties],
      ),
    isHeld: () => lock.isHeld() && isFresh(),
    fatalError: lock.fatalError,
    async take(name): Promise<HeldLease | null> {
      const fence = (fences += 1);
      const rows = await query(
        `INSERT INTO cluster.duty_lease AS l (name, holder, fence, until) VALUES ($1, $2, $3, ${until})
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = excluded.fence, until = excluded.until
         WHERE l.until <= clock_timestamp() RETURNING name`,
        [name, facts.id, fence],
      );
      if (rows.length === 0) return null;
      const controller = new AbortController();
      const entry = {
        name,
        end(): void {
          heldLeases.delete(entry);
          controller.abort(null);
        },
      };
      heldLeases.add(entry);
      return {
        name,
        holder: facts.id,
        fence,
        endSignal: controller.signal,
        async release() {
          entry.end();
          // If this fails, the lease runs out by itself.
          await query('DELETE FROM cluster.duty_lease WHERE name = $1 AND holder = $2 AND fence = $3', [name, facts.id, fence]).catch(
            () => undefined,
          );
        },
      };
    },
    async release() {
      isLeaving = true;
      clearInterval(beat);
      for (const lease of heldLeases) lease.end();
      await query('DELETE FROM cluster.duty_lease WHERE holder = $1', [facts.id]).catch(() => undefined);
      await query('DELETE FROM cluster.server_node WHERE id = $1', [facts.id]).catch(() => undefined);
      await lock.release();
    },
  };
}

/**
 * Writes this server's row unless it contradicts the other servers that run. Returns the reason for the operator if it does, else undefined. Throws
 * `DatabaseRefusedError` if a newer program has changed the database so that this one can't run on it.
 */
async function join(client: pg.Client, facts: ServerFacts, clockOffMs: number, memberMs: number): Promise<string | undefined> {
  const query = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query<T>(sql, values)).rows;
  await query(`BEGIN; SELECT pg_advisory_xact_lock(${joinKey})`);
  try {
    await query(`DELETE FROM cluster.server_node WHERE id <> $1 AND heard < clock_timestamp() - interval '${memberMs} milliseconds'`, [
      facts.id,
    ]);
    requireReadableDatabase(await readAppliedMigrations(client), facts.migrations);
    const others = await query<OtherServer>('SELECT version, schema, uploads, clock_off_ms FROM cluster.server_node WHERE id <> $1', [
      facts.id,
    ]);
    const problem = others.map((other) => findContradiction(facts, clockOffMs, other)).find((reason) => reason !== undefined);
    if (problem === undefined)
      await query(
        `INSERT INTO cluster.server_node VALUES ($1, $2, $3, $4, $5, clock_timestamp(), $6, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET clock_off_ms = excluded.clock_off_ms, heard = excluded.heard`,
        [facts.id, facts.version, identifyCompatibility(facts), facts.uploads, clockOffMs, facts.name],
      );
    await query('COMMIT');
    return problem;
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the same text for servers that may run together: they have the same protocol, and for every migration that only one of them knows, older
 * programs can run on its result.
 */
export function identifyCompatibility({ protocol, migrations }: Pick<ServerFacts, 'protocol' | 'migrations'>): string {
  const breaking = migrations.filter(({ runsWithOlder }) => runsWithOlder !== true).map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([protocol, breaking]))
    .digest('base64url');
}

function requireReadableDatabase(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  try {
    planMigration(applied, migrations);
  } catch (error) {
    throw new DatabaseRefusedError((error as Error).message);
  }
}

/** Returns the milliseconds by which this machine's clock is ahead of the database's, exact to half a round trip. */
async function measureClock(query: (sql: string) => Promise<{ now?: number }[]>, clock: ServerFacts['clock']): Promise<number> {
  const sentMs = clock.nowMs();
  const [row] = await query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
  return (sentMs + clock.nowMs()) / 2 - Number(row?.now);
}

/** Returns why two servers must not run together, as a sentence for the operator, or undefined. */
export function findContradiction(
  facts: Omit<ServerFacts, 'id' | 'name' | 'clock'>,
  clockOffMs: number,
  other: OtherServer,
): string | undefined {
  if (other.schema !== identifyCompatibility(facts))
    return `another server of version ${other.version} is running, and this one of version ${facts.version} can't run together with it: stop that one first`;
  if (other.uploads !== facts.uploads)
    return 'the uploads of this server are not those of another running server: mount one shared folder as uploads/ in both, or set the same S3_ENDPOINT and S3_BUCKET';
  const apart = Math.abs(other.clock_off_ms - clockOffMs);
  return apart > clockMostMs ? describeClock('another running server', apart) : undefined;
}

const describeClock = (other: string, offMs: number): string =>
  `the clock of this machine and that of ${other} differ by ${(Math.abs(offMs) / 1000).toFixed(1)} s: set them by the same time server`;
