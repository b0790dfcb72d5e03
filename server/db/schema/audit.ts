import { integer, text, defineTable } from './table.ts';

export const auditTables = {
  audit: defineTable(
    {
      /** SQLite stores the highest number ever assigned, so that a truncated log is detected. PostgreSQL: `audit_given`. */
      seq: integer().primaryKey().neverReused(),
      at_ms: integer(),
      /** School concerned; null: the platform. No foreign keys, because an entry outlives the rows that it describes. */
      school_id: integer().nullable(),
      user_id: integer().nullable(),
      user_name: text(),
      login_name: text(),
      user_type: integer().nullable(),
      call: text(),
      entity: text(),
      entity_id: text(),
      code: integer(),
      ip: text(),
      agent: text(),
      /** JSON of an `AuditDetail`: the input, and the row before and after; redacted. */
      detail: text(),
      /** HMAC over the entry and the previous entry's hash; see audit-chain.ts. */
      hash: text(),
    },
    {
      indexes: {
        // Each index holds every filtered column, so that counting and searching read no rows.
        audit_time: 'at_ms, code, call, entity, entity_id, user_id, user_name, login_name',
        audit_school: 'school_id, at_ms, code, call, entity, entity_id, user_id, user_name, login_name',
      },
    },
  ),
  /** Distinct kinds of audit entries, for filters. Filled by a trigger. */
  audit_kind: defineTable(
    {
      /** 0 for the platform. */
      school_id: integer(),
      call: text(),
      entity: text(),
    },
    {
      primaryKey: 'school_id, call, entity',
      withoutRowid: true,
    },
  ),
};

/** Makes the log append-only, and maintains `audit_kind`. */
export const auditStatements = {
  sqlite: `
    CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_kind_kept AFTER INSERT ON audit BEGIN
      INSERT OR IGNORE INTO audit_kind VALUES (coalesce(NEW.school_id, 0), NEW.call, NEW.entity);
    END;
  `,
  postgres: `
    -- The highest sequence number ever assigned in the audit log, to detect a truncated log.
    CREATE TABLE audit_given (highest bigint NOT NULL);
    INSERT INTO audit_given VALUES (0);
    CREATE FUNCTION audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
    CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_kept();
    CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_kept();
    CREATE FUNCTION audit_kind_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO audit_kind VALUES (coalesce(NEW.school_id, 0), NEW.call, NEW.entity) ON CONFLICT DO NOTHING;
      UPDATE audit_given SET highest = NEW.seq WHERE highest < NEW.seq;
      RETURN NULL;
    END $$;
    CREATE TRIGGER audit_kind_kept AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_kind_kept();
  `,
};
