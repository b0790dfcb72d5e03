import { createHash } from 'node:crypto';
import pg from 'pg';
import { type LimitSpec, type LimitStates, type OpenLimitStates, storeNewest } from '../../http/limits/limit-states.ts';
import { KeyedQueue } from '../../keyed-queue.ts';
import { createSocketSettings } from './connection-sockets.ts';

/** A crash of the database empties the table, because it is not logged. Rows whose time `until` has passed are ignored. */
export const rateLimitSchemaSql = `
CREATE UNLOGGED TABLE IF NOT EXISTS cluster.limit_state (
  key text PRIMARY KEY, state text NOT NULL, until timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS limit_state_until ON cluster.limit_state (until);
-- Replaces the state of a key, or removes it (next is null), if it is still the one that the caller has seen (null: none). Returns null if so,
-- and else the present state, or '' if there is none.
CREATE OR REPLACE FUNCTION cluster.replace_limit_state(k text, seen text, next text, keep_ms double precision) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  end_of_state timestamptz := clock_timestamp() + keep_ms * interval '1 millisecond';
BEGIN
  IF next IS NULL THEN
    DELETE FROM cluster.limit_state AS s WHERE s.key = k AND s.state = seen;
  ELSIF seen IS NULL THEN
    INSERT INTO cluster.limit_state AS s VALUES (k, next, end_of_state)
    ON CONFLICT (key) DO UPDATE SET state = excluded.state, until = excluded.until WHERE s.until <= clock_timestamp();
  ELSE
    UPDATE cluster.limit_state AS s SET state = next, until = end_of_state WHERE s.key = k AND s.state = seen;
  END IF;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  RETURN coalesce((SELECT s.state FROM cluster.limit_state AS s WHERE s.key = k AND s.until > clock_timestamp()), '');
END $$;
`;

/** Number of rate-limit states that this server keeps in memory, so that it need not read them from the database first. */
const mostRemembered = 20_000;
const sweepMs = 60_000;
/** Maximum number of rate-limit states in the table. The sweep removes the oldest ones beyond it, so that a flood of invented keys fills no disk. */
const mostRows = 500_000;

export interface SharedLimits {
  readonly open: OpenLimitStates;
  close(): Promise<void>;
}

/**
 * Opens the states of the limits that all servers of the database at `url` share. Each change is one statement, so no server holds a lock
 * while it computes. Its connections are its own: a flood of requests must not delay the signs of life of this server.
 */
export function openSharedLimits(url: string): SharedLimits {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 10_000,
    application_name: 'wenkao limits',
    ...createSocketSettings(url),
    options: '-c synchronous_commit=off -c jit=off -c tcp_keepalives_idle=30',
  });
  // The pool replaces a broken connection when it needs one.
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => void connection.on('error', () => undefined));
  const remembered = new Map<string, string>();
  const queue = new KeyedQueue<string>();

  const replace = async (key: string, expected: string | undefined, next: string | undefined, keepMs: number): Promise<string | null> => {
    const values = [key, expected ?? null, next ?? null, keepMs];
    const { rows } = await pool.query<{ now: string | null }>({
      name: 'replace',
      text: 'SELECT cluster.replace_limit_state($1, $2, $3, $4) AS now',
      values,
    });
    return rows[0]?.now ?? null;
  };

  const open = <S>({ name, keepMs }: LimitSpec): LimitStates<S> => ({
    update(plainKey, change) {
      // Hash the key of a limit: it may be a text that a person typed, such as a login name, of any length and for no existing account.
      const key = `${name} ${createHash('sha256').update(plainKey).digest('base64url')}`;
      // Handle the requests of this server for one key one after the other. Concurrent ones would only overtake each other and start again.
      return queue.run(key, async () => {
        for (let expected = remembered.get(key); ;) {
          const [after, result] = change(expected === undefined ? undefined : (JSON.parse(expected) as S));
          const next = after === undefined ? undefined : JSON.stringify(after);
          const current = await replace(key, expected, next, keepMs);
          if (current === null || current === (expected ?? '')) {
            if (next === undefined) remembered.delete(key);
            else storeNewest(remembered, key, next, mostRemembered);
            return result;
          }
          expected = current === '' ? undefined : current;
        }
      });
    },
  });

  const sweep = setInterval(() => {
    const surplus = `SELECT key FROM cluster.limit_state ORDER BY until DESC OFFSET ${mostRows}`;
    // If the statement fails, the next sweep deletes the rows.
    pool.query(`DELETE FROM cluster.limit_state WHERE until <= clock_timestamp() OR key IN (${surplus})`).catch(() => undefined);
  }, sweepMs);
  sweep.unref();

  return {
    open,
    async close() {
      clearInterval(sweep);
      await pool.end();
    },
  };
}
