import type { Migration } from '../migration-plan.ts';

/** Adds the register of each room: how many printed papers were handed out and taken back. */
export const paperRegister: Migration = {
  name: '0020-paper-register',
  sqlite: `
    CREATE TABLE paper_register (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      room_id INTEGER NOT NULL REFERENCES exam_room (id),
      handling TEXT NOT NULL,
      revision INTEGER NOT NULL,
      updated_by INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL,
      PRIMARY KEY (plan_id, room_id)
    ) STRICT, WITHOUT ROWID;
  `,
  postgres: `
    CREATE TABLE paper_register (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      room_id bigint NOT NULL REFERENCES exam_room (id),
      handling text NOT NULL,
      revision bigint NOT NULL,
      updated_by bigint NOT NULL,
      updated_ms bigint NOT NULL,
      PRIMARY KEY (plan_id, room_id)
    );
  `,
};
