import type { Migration } from '../opening/migrate.ts';

/** Adds points of exams on paper, entered twice by two clerks. `round` 3 is the leader's decision where they differ. */
export const paperEntryMigration: Migration = {
  name: '0091-paper-entry',
  sql: `
    CREATE TABLE paper_entry (
      plan_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      round INTEGER NOT NULL CHECK (round IN (1, 2, 3)),
      -- Null: did not come.
      cent INTEGER,
      entered_by INTEGER NOT NULL REFERENCES user (id),
      entered_ms INTEGER NOT NULL,
      PRIMARY KEY (plan_id, user_id, round),
      FOREIGN KEY (plan_id, user_id) REFERENCES exam_examinee (plan_id, user_id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX paper_entry_by ON paper_entry (entered_by);
  `,
  postgres: `
    CREATE TABLE paper_entry (
      plan_id bigint NOT NULL,
      user_id bigint NOT NULL,
      round bigint NOT NULL CHECK (round IN (1, 2, 3)),
      cent bigint,
      entered_by bigint NOT NULL REFERENCES "user" (id),
      entered_ms bigint NOT NULL,
      PRIMARY KEY (plan_id, user_id, round),
      FOREIGN KEY (plan_id, user_id) REFERENCES exam_examinee (plan_id, user_id) ON DELETE CASCADE
    );
    CREATE INDEX paper_entry_by ON paper_entry (entered_by);
  `,
};
