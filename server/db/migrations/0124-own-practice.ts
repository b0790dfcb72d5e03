import type { Migration } from '../opening/migrate.ts';

export const ownPracticeMigration: Migration = {
  name: '0124-own-practice',
  sql: `
    -- Practice papers and sittings of learners, as their devices made them; removed ones stay, so that every device hears of it.
    CREATE TABLE practice_own (
      user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('paper', 'sitting')),
      changed_ms INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (user_id, id)
    ) STRICT, WITHOUT ROWID;
    -- The sitting an answer was given in.
    ALTER TABLE practice_answer ADD COLUMN sitting_id TEXT;
  `,
  postgres: `
    CREATE TABLE practice_own (
      user_id bigint NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('paper', 'sitting')),
      changed_ms bigint NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (user_id, id)
    );
    ALTER TABLE practice_answer ADD COLUMN sitting_id text;
  `,
};
