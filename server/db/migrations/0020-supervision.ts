import type { Migration } from '../migration-plan.ts';

/** Adds the table of the supervisors of exam plans, with the report of each. */
export const supervision: Migration = {
  name: '0020-supervision',
  sqlite: `
    CREATE TABLE exam_supervisor (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id),
      report TEXT,
      revision INTEGER NOT NULL,
      reported_ms INTEGER,
      PRIMARY KEY (plan_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX exam_supervisor_user ON exam_supervisor (user_id);
  `,
  postgres: `
    CREATE TABLE exam_supervisor (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES "user" (id),
      report text,
      revision bigint NOT NULL,
      reported_ms bigint,
      PRIMARY KEY (plan_id, user_id)
    );
    CREATE INDEX exam_supervisor_user ON exam_supervisor (user_id);
  `,
};
