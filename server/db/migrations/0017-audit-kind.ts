import type { Migration } from '../opening/migrate.ts';

/** Adds a table of the calls and entity kinds in the audit log, so that the list's filters need not read the whole log. */
export const auditKindMigration: Migration = {
  name: '0017-audit-kind',
  sql: `
    CREATE TABLE audit_kind (
      -- 0: the platform's.
      school_id INTEGER NOT NULL,
      call TEXT NOT NULL,
      entity TEXT NOT NULL,
      PRIMARY KEY (school_id, call, entity)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO audit_kind SELECT DISTINCT coalesce(school_id, 0), call, entity FROM audit;
    CREATE TRIGGER audit_kind_kept AFTER INSERT ON audit BEGIN
      INSERT OR IGNORE INTO audit_kind VALUES (coalesce(NEW.school_id, 0), NEW.call, NEW.entity);
    END;
  `,
};
