import pg from 'pg';
import type { ServerRandom } from '../../ports.ts';
import { DatabaseReplacedError, describeConnectionError } from '../../db/postgres/database-faults.ts';
import { createSocketSettings } from '../../db/postgres/connection-sockets.ts';
import { formatLease } from '../../db/lease.ts';
import type { LogPlace, LogRow, PlacedLogRow, SharedLog, SharedLogState } from './shared-log.ts';

/** The log has a PostgreSQL schema of its own: no table of the server's main database refers to it, and the migrations do not touch it. */
export const answerLogSchemaSql = `
CREATE SCHEMA IF NOT EXISTS answer_log;
CREATE TABLE IF NOT EXISTS answer_log.state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  server_epoch text NOT NULL,
  end_pos bigint NOT NULL,
  -- Result of clusterQuery: another value means a restored database or a promoted standby.
  cluster text NOT NULL
) WITH (fillfactor = 20);
CREATE TABLE IF NOT EXISTS answer_log.entry (
  pos bigint PRIMARY KEY,
  received_ms bigint NOT NULL,
  attempt_id text NOT NULL,
  body text NOT NULL,
  -- The text of the ops, the quarantined batch or the sealed chunk, as it was received.
  raw bytea NOT NULL
);
-- Only once: the lock of ALTER TABLE waits for a running pg_dump, and every append of the other servers would wait behind it.
DO $$ BEGIN
  IF (SELECT attstorage FROM pg_attribute WHERE attrelid = 'answer_log.entry'::regclass AND attname = 'raw') <> 'e' THEN
    ALTER TABLE answer_log.entry ALTER COLUMN raw SET STORAGE EXTERNAL;
  END IF;
END $$;
-- One statement, so that no client holds the lock of the state's row while it waits for the network.
DROP FUNCTION IF EXISTS answer_log.append(bigint, text[], text[], bytea[]);
CREATE OR REPLACE FUNCTION answer_log.append(seen bigint, attempts text[], bodies text[], raws bytea[], leases text[], OUT pos bigint, OUT received_ms bigint)
RETURNS SETOF record LANGUAGE plpgsql AS $$
DECLARE
  ended bigint;
  now_ms bigint;
  changed text[];
BEGIN
  SELECT s.end_pos INTO STRICT ended FROM answer_log.state AS s FOR UPDATE;
  IF seen > ended THEN
    RAISE EXCEPTION 'the answer log ends at % and this server has seen %', ended, seen USING ERRCODE = 'WK001';
  END IF;
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  IF ended <> seen THEN
    SELECT array_agg(DISTINCT r.attempt_id) INTO changed FROM answer_log.entry AS r WHERE r.pos > seen;
  END IF;
  -- Rows of a duty or a plan whose lease ran out count as overtaken, with all rows of their attempts.
  IF leases <> '{}' THEN
    changed := nullif(changed || ARRAY(
      SELECT DISTINCT attempt FROM unnest(attempts, leases) AS t (attempt, lease)
      WHERE EXISTS (SELECT 1 FROM unnest(string_to_array(lease, '|')) AS one WHERE NOT cluster.holds(one))
    ), '{}');
  END IF;
  IF changed IS NULL THEN
    INSERT INTO answer_log.entry
      SELECT ended + n, now_ms, attempt, body, raw FROM unnest(attempts, bodies, raws) WITH ORDINALITY AS t (attempt, body, raw, n);
    UPDATE answer_log.state SET end_pos = ended + cardinality(attempts);
    RETURN QUERY SELECT ended + n, now_ms FROM generate_series(1::bigint, cardinality(attempts)) AS n;
  ELSE
    RETURN QUERY
    WITH given AS (SELECT * FROM unnest(attempts, bodies, raws) WITH ORDINALITY AS t (attempt, body, raw, n)),
    fit AS (SELECT g.*, ended + row_number() OVER (ORDER BY g.n) AS at FROM given AS g WHERE g.attempt <> ALL (changed)),
    stored AS (INSERT INTO answer_log.entry SELECT at, now_ms, attempt, body, raw FROM fit),
    moved AS (UPDATE answer_log.state SET end_pos = ended + (SELECT count(*) FROM fit))
    SELECT fit.at, now_ms FROM given AS g LEFT JOIN fit USING (n) ORDER BY g.n;
  END IF;
END $$;
`;

const sessionSettings = '-c synchronous_commit=on -c jit=off -c plan_cache_mode=force_generic_plan -c tcp_keepalives_idle=30';

/**
 * Identifies the database cluster, its timeline, the database and the table. A promoted standby and a recovery from archived WAL have another
 * timeline, a dump that was read back has another table, a copy another database.
 */
const clusterQuery = `SELECT concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
  (SELECT oid FROM pg_database WHERE datname = current_database()), 'answer_log.state'::regclass::oid) AS cluster`;

interface EntryRow {
  readonly pos: string;
  readonly received_ms: string;
  readonly attempt_id: string;
  readonly body: string;
  readonly raw: Buffer;
}

/**
 * Opens the answer log in the PostgreSQL database at `url`, and creates it if it is missing. `mayWrite`: whether this process may write now
 * (its `DatabaseLock` is held). `onError`: called with the error of each statement that failed. Throws an error with a message for the operator.
 */
export async function openPostgresLog(
  url: string,
  chance: ServerRandom,
  mayWrite: () => boolean = () => true,
  onError: (error: unknown) => void = () => undefined,
): Promise<SharedLog> {
  // One connection, because a server appends its groups of rows one after the other.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 10_000,
    application_name: 'wenkao log',
    ...createSocketSettings(url),
    options: sessionSettings,
  });
  // The pool replaces a broken idle connection when it needs one.
  pool.on('error', () => undefined);
  let isKnown = false;
  pool.on('connect', (connection) => {
    // A new connection may lead to another cluster: an address can move to a standby.
    isKnown = false;
    // Without a listener, a connection that breaks during a query would end the process. The query itself is rejected.
    connection.on('error', () => undefined);
  });
  const loss = Promise.withResolvers<Error>();
  const loseIf = (isLost: boolean): void => {
    if (!isLost) return;
    const error = new DatabaseReplacedError();
    loss.resolve(error);
    throw error;
  };
  const readCluster = async (): Promise<string> => {
    const { rows } = await pool.query<{ cluster: string }>(clusterQuery);
    return rows[0]?.cluster ?? '';
  };
  let cluster: string;
  try {
    await pool.query(`BEGIN; SELECT pg_advisory_xact_lock(7361005); ${answerLogSchemaSql} COMMIT`);
    cluster = await readCluster();
    await pool.query('INSERT INTO answer_log.state (server_epoch, end_pos, cluster) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING', [
      chance.bytes(12).toString('base64url'),
      cluster,
    ]);
    await pool.query('UPDATE answer_log.state SET server_epoch = $1, cluster = $2 WHERE cluster <> $2', [
      chance.bytes(12).toString('base64url'),
      cluster,
    ]);
  } catch (error) {
    await pool.end();
    throw describeConnectionError(error, url);
  }
  isKnown = true;
  const query = async <T extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<T[]> => {
    const connection = await pool.connect().catch((error: unknown) => {
      onError(error);
      throw error;
    });
    try {
      if (!isKnown) {
        const { rows } = await connection.query<{ cluster: string }>(clusterQuery);
        loseIf(rows[0]?.cluster !== cluster);
        isKnown = true;
      }
      return (await connection.query<T>(statement)).rows;
    } catch (error) {
      onError(error);
      loseIf((error as { code?: string }).code === 'WK001');
      throw error;
    } finally {
      connection.release();
    }
  };
  return {
    fatalError: loss.promise,
    async readState(): Promise<SharedLogState> {
      const rows = await query<{ server_epoch: string; end_pos: string }>({ text: 'SELECT server_epoch, end_pos FROM answer_log.state' });
      const [state] = rows;
      if (!state) throw new Error('the state of the answer log is missing on PostgreSQL');
      return { serverEpoch: state.server_epoch, end: Number(state.end_pos) };
    },
    async renewEpoch(from) {
      const renewed = chance.bytes(12).toString('base64url');
      await pool.query('UPDATE answer_log.state SET server_epoch = $1 WHERE server_epoch = $2', [renewed, from]);
    },
    async adopt(serverEpoch, logRows) {
      const connection = await pool.connect();
      try {
        await connection.query('BEGIN; LOCK TABLE answer_log.entry, answer_log.state');
        const { rowCount } = await connection.query('SELECT 1 FROM answer_log.entry LIMIT 1');
        if (rowCount !== 0) throw new Error('the answer log on PostgreSQL is not empty');
        let end = 0;
        for (const rows of splitIntoGroups(logRows, 500)) {
          const parts = rows.map(encodeRow);
          await connection.query(
            'INSERT INTO answer_log.entry SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bytea[])',
            [
              rows.map((row) => row.pos),
              rows.map((row) => row.receivedMs),
              encodeArray('text', rows, ({ attemptId }) => attemptId),
              encodeArray('text', parts, ({ body }) => body),
              encodeArray('bytea', parts, ({ raw }) => raw),
            ],
          );
          end = rows.at(-1)?.pos ?? end;
        }
        await connection.query('UPDATE answer_log.state SET server_epoch = $1, end_pos = $2', [serverEpoch, end]);
        await connection.query('COMMIT');
      } catch (error) {
        await connection.query('ROLLBACK').catch(() => undefined);
        throw error;
      } finally {
        connection.release();
      }
    },
    async append(readThrough, logRows): Promise<(LogPlace | null)[]> {
      if (!mayWrite()) throw new Error('this server may have lost its database lock: it writes nothing until it has the lock again');
      const parts = logRows.map(encodeRow);
      const rows = await query<{ pos: string | null; received_ms: string }>({
        name: 'append',
        text: 'SELECT pos, received_ms FROM answer_log.append($1, $2, $3, $4, $5)',
        values: [
          readThrough,
          encodeArray('text', logRows, ({ attemptId }) => attemptId),
          encodeArray('text', parts, ({ body }) => body),
          encodeArray('bytea', parts, ({ raw }) => raw),
          logRows.some((row) => row.leases) ? logRows.map(({ leases = [] }) => leases.map(formatLease).join('|')) : [],
        ],
      });
      return rows.map(({ pos, received_ms }) => (pos === null ? null : { pos: Number(pos), receivedMs: Number(received_ms) }));
    },
    async readAfter(pos, limit): Promise<PlacedLogRow[]> {
      const rows = await query<EntryRow>({
        name: 'after',
        text: 'SELECT pos, received_ms, attempt_id, body, raw FROM answer_log.entry WHERE pos > $1 ORDER BY pos LIMIT $2',
        values: [pos, limit],
      });
      return rows.map(decodeRow);
    },
    close: () => pool.end(),
  };
}

function* splitIntoGroups<T>(items: Iterable<T>, size: number): Iterable<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function encodeRow({ attemptId: _, leases: __, ...row }: LogRow): { body: string; raw: string | Buffer } {
  if (row.kind === 'piece') {
    const { sealed, ...body } = row;
    return { body: JSON.stringify(body), raw: sealed };
  }
  if (row.kind === 'start') return { body: JSON.stringify(row), raw: '' };
  const { raw, ...body } = row;
  return { body: JSON.stringify({ ...body, ops: undefined }), raw };
}

const elementTypes = { text: 25, bytea: 17 } as const;

/**
 * Encodes an array parameter in PostgreSQL's binary format; texts become UTF-8. In the text format, `pg` would write each byte of `bytea` as two digits and
 * escape every element.
 */
function encodeArray<T>(type: keyof typeof elementTypes, items: readonly T[], elementOf: (item: T) => string | Buffer): Buffer {
  const elements = items.map(elementOf);
  const bytes = elements.reduce((sum, element) => sum + 4 + Buffer.byteLength(element), 20);
  const array = Buffer.allocUnsafe(bytes);
  // Header of the array: one dimension, no nulls, type and number of the elements, and 1 as the index of the first.
  for (const [at, field] of [1, 0, elementTypes[type], elements.length, 1].entries()) array.writeInt32BE(field, at * 4);
  let at = 20;
  for (const element of elements) {
    const length = typeof element === 'string' ? array.write(element, at + 4) : element.copy(array, at + 4);
    at = array.writeInt32BE(length, at) + length;
  }
  return array;
}

function decodeRow({ pos, received_ms, attempt_id, body, raw }: EntryRow): PlacedLogRow {
  const fields = JSON.parse(body) as { kind: LogRow['kind'] };
  const content = fields.kind === 'piece' ? { sealed: raw } : fields.kind === 'start' ? {} : { raw: raw.toString() };
  return { ...fields, ...content, attemptId: attempt_id, pos: Number(pos), receivedMs: Number(received_ms) } as PlacedLogRow;
}
