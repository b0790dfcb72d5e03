import type { Migration } from '../opening/migrate.ts';

export const answeredCallMigration: Migration = {
  name: '0039-answered-call',
  sql: `
    -- What a call that adds something answered, for whoever asks the very same again under its request key. See decision 023.
    CREATE TABLE answered_call (
      user_id INTEGER NOT NULL,
      path TEXT NOT NULL,
      -- A hash of request key and body: neither stands here.
      name BLOB NOT NULL,
      begun_ms INTEGER NOT NULL,
      -- Sealed under the request key, since an answer may hold a new password; NULL until there is one.
      answer BLOB,
      PRIMARY KEY (user_id, path, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX answered_call_begun ON answered_call (begun_ms);
  `,
};
