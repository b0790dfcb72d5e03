import type { Migration } from '../opening/migrate.ts';

export const auditMigration: Migration = {
  name: '0011-audit',
  sql: `
    CREATE TABLE audit (
      -- AUTOINCREMENT: SQLite remembers the highest number ever given, so a tail cut off shows.
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      at_ms INTEGER NOT NULL,
      -- Whose business it is; null: the platform's. No foreign keys here: the record outlives what it tells of.
      school_id INTEGER,
      user_id INTEGER,
      user_name TEXT NOT NULL,
      login_name TEXT NOT NULL,
      user_type INTEGER,
      call TEXT NOT NULL,
      entity TEXT NOT NULL,
      entity_id TEXT NOT NULL,
      code INTEGER NOT NULL,
      ip TEXT NOT NULL,
      agent TEXT NOT NULL,
      -- JSON: the input, what stood before and after; redacted.
      detail TEXT NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;
    -- Each holds all that a filter looks at, so that counting and searching read no row.
    CREATE INDEX audit_time ON audit (at_ms, code, call, entity, entity_id, user_id, user_name, login_name);
    CREATE INDEX audit_school ON audit (school_id, at_ms, code, call, entity, entity_id, user_id, user_name, login_name);
    CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  `,
};
