import type { Migration } from '../opening/migrate.ts';

/** Adds the op log that a room's tablets write during a plan. */
export const roomLogMigration: Migration = {
  name: '0082-room-log',
  sql: `
    CREATE TABLE exam_room_log (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      room_id INTEGER NOT NULL REFERENCES exam_room (id) ON DELETE CASCADE,
      log_id TEXT NOT NULL UNIQUE,
      PRIMARY KEY (plan_id, room_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX exam_room_log_room ON exam_room_log (room_id);
  `,
  postgres: `
    CREATE TABLE exam_room_log (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      room_id bigint NOT NULL REFERENCES exam_room (id) ON DELETE CASCADE,
      log_id text NOT NULL UNIQUE,
      PRIMARY KEY (plan_id, room_id)
    );
    CREATE INDEX exam_room_log_room ON exam_room_log (room_id);
  `,
};
