import type { Migration } from '../opening/migrate.ts';

export const professionMigration: Migration = {
  name: '0012-profession',
  sql: `
    CREATE TABLE profession (
      id INTEGER PRIMARY KEY,
      code TEXT NOT NULL UNIQUE CHECK (code GLOB '[0-9]-[0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
      name TEXT NOT NULL,
      -- JSON list of the levels there are examinations for.
      levels TEXT NOT NULL,
      standard TEXT NOT NULL DEFAULT '',
      remark TEXT NOT NULL DEFAULT '',
      enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
      version INTEGER NOT NULL DEFAULT 1,
      updated_by INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX profession_name ON profession (name);
    CREATE INDEX profession_updated ON profession (updated_ms);

    CREATE TABLE profession_trade (
      id INTEGER PRIMARY KEY,
      profession_id INTEGER NOT NULL REFERENCES profession (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX profession_trade_name ON profession_trade (profession_id, name);

    -- What a school offers, and in which areas of its work.
    CREATE TABLE school_profession (
      school_id INTEGER NOT NULL REFERENCES school (id),
      profession_id INTEGER NOT NULL REFERENCES profession (id),
      -- JSON list of areas where it can be chosen.
      areas TEXT NOT NULL,
      since_ms INTEGER NOT NULL,
      PRIMARY KEY (school_id, profession_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX school_profession_profession ON school_profession (profession_id);

    CREATE TABLE detail_table (
      id INTEGER PRIMARY KEY,
      profession_id INTEGER NOT NULL REFERENCES profession (id),
      -- NULL: for the profession as a whole.
      trade_id INTEGER REFERENCES profession_trade (id),
      level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
      edition INTEGER NOT NULL,
      status INTEGER NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2)),
      point_count INTEGER NOT NULL DEFAULT 0,
      -- Hundredths of a percent.
      weight_total INTEGER NOT NULL DEFAULT 0,
      version INTEGER NOT NULL DEFAULT 1,
      updated_by INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX detail_table_edition ON detail_table (profession_id, ifnull(trade_id, 0), level, edition);
    CREATE UNIQUE INDEX detail_table_one_draft ON detail_table (profession_id, ifnull(trade_id, 0), level) WHERE status = 0;
    -- For the list: in the order of time, all of them or those of a status, a level, a profession.
    CREATE INDEX detail_table_updated ON detail_table (updated_ms);
    CREATE INDEX detail_table_status ON detail_table (status, updated_ms);
    CREATE INDEX detail_table_level ON detail_table (level, updated_ms);
    CREATE INDEX detail_table_profession ON detail_table (profession_id, updated_ms);

    CREATE TABLE detail_line (
      id INTEGER PRIMARY KEY,
      table_id INTEGER NOT NULL REFERENCES detail_table (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      depth INTEGER NOT NULL CHECK (depth BETWEEN 1 AND 4),
      code TEXT NOT NULL,
      name TEXT NOT NULL,
      -- Hundredths of a percent.
      weight INTEGER,
      ratio_x INTEGER,
      ratio_y INTEGER,
      ratio_z INTEGER,
      importance TEXT CHECK (importance IN ('X', 'Y', 'Z')),
      -- The codes from the top down: A-B-C-001.
      full_code TEXT NOT NULL,
      -- The line of the first edition this one descends from: a question keeps its point through all editions.
      root_id INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX detail_line_table ON detail_line (table_id, position);
    CREATE INDEX detail_line_root ON detail_line (root_id);

    -- Who did what to a table.
    CREATE TABLE detail_event (
      id INTEGER PRIMARY KEY,
      table_id INTEGER NOT NULL REFERENCES detail_table (id) ON DELETE CASCADE,
      event TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      -- What a save changed: JSON { added, removed, changed }.
      figures TEXT
    ) STRICT;
    CREATE INDEX detail_event_table ON detail_event (table_id);
  `,
};
