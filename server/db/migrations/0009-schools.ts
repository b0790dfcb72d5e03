import type { Migration } from '../opening/migrate.ts';

export const schoolsMigration: Migration = {
  name: '0009-schools',
  sql: `
    ALTER TABLE school ADD COLUMN status INTEGER NOT NULL DEFAULT 1 CHECK (status IN (0, 1));
    ALTER TABLE school ADD COLUMN site_code TEXT NOT NULL DEFAULT '';
    ALTER TABLE school ADD COLUMN contact TEXT NOT NULL DEFAULT '';
    ALTER TABLE school ADD COLUMN phone TEXT NOT NULL DEFAULT '';
    ALTER TABLE school ADD COLUMN address TEXT NOT NULL DEFAULT '';
    ALTER TABLE school ADD COLUMN mohrss_prof_no TEXT NOT NULL DEFAULT '';
    ALTER TABLE school ADD COLUMN mohrss_prof_allname TEXT NOT NULL DEFAULT '';
    ALTER TABLE school ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE school ADD COLUMN updated_ms INTEGER NOT NULL DEFAULT 0;
    UPDATE school SET updated_ms = created_ms;
    CREATE INDEX school_title ON school (title);
    CREATE INDEX school_created ON school (created_ms);
    CREATE INDEX school_updated ON school (updated_ms);
    CREATE INDEX school_status ON school (status, title);
    CREATE UNIQUE INDEX school_site ON school (site_code) WHERE site_code <> '';

    -- Who made which version of a thing out of the one before, and what they touched: a stale change is told all of it.
    CREATE TABLE version_note (
      kind TEXT NOT NULL,
      thing_id INTEGER NOT NULL,
      version INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      -- A JSON list of field names.
      fields TEXT NOT NULL,
      PRIMARY KEY (kind, thing_id, version)
    ) STRICT, WITHOUT ROWID;

    -- Decided when the session begins; changing the platform's limits rewrites the sessions that are open.
    ALTER TABLE session ADD COLUMN idle_ms INTEGER NOT NULL DEFAULT 14400000;

    -- One row. What is missing in it has its default.
    CREATE TABLE system_setting (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      value TEXT NOT NULL,
      version INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL
    ) STRICT;
    INSERT INTO system_setting (id, value, version, updated_ms) VALUES (1, '{}', 1, 0);

    CREATE TABLE job (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      -- 0 waiting, 1 running, 2 done, 3 failed, 4 broken off, 5 cancelled.
      state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 5),
      done INTEGER NOT NULL DEFAULT 0,
      -- NULL while how much there is isn't known.
      total INTEGER,
      -- A sentence in every language we speak, as JSON; '' for none.
      note TEXT NOT NULL DEFAULT '',
      error TEXT NOT NULL DEFAULT '',
      input TEXT NOT NULL,
      result TEXT NOT NULL DEFAULT '',
      -- Times it was begun: a job that takes the server down with it is not begun for ever.
      runs INTEGER NOT NULL DEFAULT 0,
      school_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      created_ms INTEGER NOT NULL,
      started_ms INTEGER,
      ended_ms INTEGER
    ) STRICT;
    CREATE INDEX job_created ON job (created_ms);
    CREATE INDEX job_user ON job (user_id, created_ms);
    CREATE INDEX job_state ON job (state, created_ms);
    CREATE INDEX job_kind ON job (kind, created_ms);
  `,
};
