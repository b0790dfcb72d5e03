import type { Migration } from '../opening/migrate.ts';

/** Adds favourite questions to a learner's own papers and sittings. */
export const practiceStarMigration: Migration = {
  name: '0173-practice-star',
  sql: `
    CREATE TABLE practice_own_new (
      user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('paper', 'sitting', 'star')),
      changed_ms INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (user_id, id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO practice_own_new (user_id, id, kind, changed_ms, body) SELECT user_id, id, kind, changed_ms, body FROM practice_own;
    DROP TABLE practice_own;
    ALTER TABLE practice_own_new RENAME TO practice_own;
  `,
  postgres: `
    ALTER TABLE practice_own DROP CONSTRAINT practice_own_kind_check;
    ALTER TABLE practice_own ADD CONSTRAINT practice_own_kind_check CHECK (kind IN ('paper', 'sitting', 'star'));
  `,
};
