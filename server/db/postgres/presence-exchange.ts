import type pg from 'pg';

/** When and how a server last heard a seat (an attempt on one of its PCs), as it tells the other servers. */
export interface SeatReport {
  readonly attemptId: string;
  /** Number of the seat's PC: a move to another PC raises it. */
  readonly epoch: number;
  readonly heardMs: number;
  readonly offlineReady: boolean | null;
  /** Time until which the seat counts as connected. */
  readonly connectedUntilMs: number;
}

/** Sends the seats that this server heard since the last exchange, and returns those that other servers have sent since. */
export type PresenceExchange = (heard: readonly SeatReport[]) => Promise<readonly SeatReport[]>;

/** The table is not logged: after a crash of the database every seat is heard again within a poll. */
export const presenceSchemaSql = `
CREATE UNLOGGED TABLE IF NOT EXISTS cluster.presence (
  attempt_id text, epoch bigint, heard_ms bigint NOT NULL, offline_ready boolean, connected_until_ms bigint NOT NULL,
  server text NOT NULL, noted timestamptz NOT NULL,
  PRIMARY KEY (attempt_id, epoch)
);
CREATE INDEX IF NOT EXISTS presence_noted ON cluster.presence (noted);
`;

/** Each exchange reads this much further back than the last one ended: a report of a longer transaction may become visible only now. */
const overlap = "interval '10 seconds'";
const keep = "interval '1 day'";

type Query = <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<T[]>;

/** Creates the exchange of presence between the servers of a database. `query` runs a statement in that database. `server`: id of this server. */
export function createPresenceExchange(query: Query, server: string): PresenceExchange {
  let readThrough = '-infinity';
  return async (heardSeats) => {
    await query(
      `INSERT INTO cluster.presence AS p
         SELECT attempt_id, epoch, heard_ms, offline_ready, connected_until_ms, $6, clock_timestamp()
         FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[], $5::bigint[])
           AS t (attempt_id, epoch, heard_ms, offline_ready, connected_until_ms)
         -- Two servers that write the same seats lock them in the same order.
         ORDER BY attempt_id, epoch
       ON CONFLICT (attempt_id, epoch) DO UPDATE SET heard_ms = excluded.heard_ms, offline_ready = excluded.offline_ready,
         connected_until_ms = excluded.connected_until_ms, server = excluded.server, noted = excluded.noted
       WHERE excluded.heard_ms >= p.heard_ms`,
      [
        heardSeats.map((seat) => seat.attemptId),
        heardSeats.map((seat) => seat.epoch),
        heardSeats.map((seat) => seat.heardMs),
        heardSeats.map((seat) => seat.offlineReady),
        heardSeats.map((seat) => seat.connectedUntilMs),
        server,
      ],
    );
    await query(`DELETE FROM cluster.presence WHERE noted < now() - ${keep}`);
    const rows = await query<Row>(
      `SELECT attempt_id, epoch::float8, heard_ms::float8, offline_ready, connected_until_ms::float8, noted::text
       FROM cluster.presence WHERE noted > $1::timestamptz - ${overlap} AND server <> $2 ORDER BY noted`,
      [readThrough, server],
    );
    readThrough = rows.at(-1)?.noted ?? readThrough;
    return rows.map((row) => ({
      attemptId: row.attempt_id,
      epoch: row.epoch,
      heardMs: row.heard_ms,
      offlineReady: row.offline_ready,
      connectedUntilMs: row.connected_until_ms,
    }));
  };
}

interface Row {
  readonly attempt_id: string;
  readonly epoch: number;
  readonly heard_ms: number;
  readonly offline_ready: boolean | null;
  readonly connected_until_ms: number;
  readonly noted: string;
}
