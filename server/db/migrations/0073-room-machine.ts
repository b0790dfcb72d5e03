import type { Migration } from '../opening/migrate.ts';

/** Adds machines at seats, their readiness for a coming exam, and the confirmations that a room is ready. */
export const roomMachineMigration: Migration = {
  name: '0073-room-machine',
  sql: `
    CREATE TABLE room_machine (
      device_id TEXT NOT NULL PRIMARY KEY,
      room_id INTEGER NOT NULL REFERENCES exam_room (id) ON DELETE CASCADE,
      -- 0: in reserve.
      seat_no INTEGER NOT NULL,
      token_hash TEXT NOT NULL UNIQUE,
      bound_by INTEGER NOT NULL,
      bound_ms INTEGER NOT NULL,
      seen_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX room_machine_room ON room_machine (room_id, seat_no);

    CREATE TABLE exam_ready (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      device_id TEXT NOT NULL,
      room_id INTEGER NOT NULL,
      seat_no INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      -- Variants it holds, as "AB".
      holds TEXT NOT NULL,
      -- What its browser says of clearing; NULL: nothing.
      persisted INTEGER CHECK (persisted IN (0, 1)),
      offset_ms INTEGER NOT NULL,
      worker TEXT NOT NULL,
      -- JSON of its last drill; '': none.
      drill TEXT NOT NULL,
      seen_ms INTEGER NOT NULL,
      PRIMARY KEY (plan_id, device_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE exam_ready_report (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      room_id INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      machines INTEGER NOT NULL,
      ready INTEGER NOT NULL,
      exceptions TEXT NOT NULL,
      signed_by INTEGER NOT NULL,
      signed_ms INTEGER NOT NULL,
      PRIMARY KEY (plan_id, room_id)
    ) STRICT, WITHOUT ROWID;
  `,
  postgres: `
    CREATE TABLE room_machine (
      device_id text NOT NULL PRIMARY KEY,
      room_id bigint NOT NULL REFERENCES exam_room (id) ON DELETE CASCADE,
      seat_no bigint NOT NULL,
      token_hash text NOT NULL UNIQUE,
      bound_by bigint NOT NULL,
      bound_ms bigint NOT NULL,
      seen_ms bigint NOT NULL
    );
    CREATE INDEX room_machine_room ON room_machine (room_id, seat_no);

    CREATE TABLE exam_ready (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      device_id text NOT NULL,
      room_id bigint NOT NULL,
      seat_no bigint NOT NULL,
      revision bigint NOT NULL,
      holds text NOT NULL,
      persisted bigint CHECK (persisted IN (0, 1)),
      offset_ms bigint NOT NULL,
      worker text NOT NULL,
      drill text NOT NULL,
      seen_ms bigint NOT NULL,
      PRIMARY KEY (plan_id, device_id)
    );

    CREATE TABLE exam_ready_report (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      room_id bigint NOT NULL,
      revision bigint NOT NULL,
      machines bigint NOT NULL,
      ready bigint NOT NULL,
      exceptions text NOT NULL,
      signed_by bigint NOT NULL,
      signed_ms bigint NOT NULL,
      PRIMARY KEY (plan_id, room_id)
    );
  `,
};
