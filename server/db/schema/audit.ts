import { integer, rowId, text, defineTable } from './table.ts';

export const auditTables = {
  audit: defineTable(
    {
      /** Grows in the order in which a chain's entries are written. Numbers may be missing. */
      id: rowId().neverReused(),
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
      /** HMAC over this entry and the hash of the previous entry in the chain; see audit-chain.ts. */
      hash: text(),
      /** Chain of the entry: the school concerned, or 0 for the platform. Chain 0 also has all entries that are older than the other chains. */
      chain_id: integer().defaultOfOldRows(0),
      /** Position of the entry in its chain, from 1 without gaps. */
      seq: integer().defaultOfOldRows(0),
    },
    {
      indexes: {
        audit_position: { on: 'chain_id, seq', unique: true },
        // Each index holds every filtered column, so that counting and searching read no rows. The id orders entries of one moment.
        audit_time: 'at_ms, id, code, call, entity, entity_id, user_id, user_name, login_name',
        audit_school: 'school_id, at_ms, id, code, call, entity, entity_id, user_id, user_name, login_name',
      },
    },
  ),
  /** The newest entry of each chain. Its row is locked while an entry is appended, and shows when the end of a chain was cut off. */
  audit_chain: defineTable({
    /** School whose entries the chain holds; 0 for the platform. */
    school_id: integer().primaryKey(),
    seq: integer(),
    hash: text(),
  }),
  /** Distinct kinds of audit entries, for filters. Filled by a trigger. */
  audit_kind: defineTable(
    {
      /** School whose entries are of this kind; 0 for the platform. */
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

/** Triggers that make the audit log append-only and maintain `audit_kind`. */
export const auditStatements = {
  sqlite: `
    CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_kind_kept AFTER INSERT ON audit BEGIN
      INSERT OR IGNORE INTO audit_kind VALUES (coalesce(NEW.school_id, 0), NEW.call, NEW.entity);
    END;
  `,
  postgres: `
    CREATE FUNCTION audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
    CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_kept();
    CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_kept();
    CREATE FUNCTION audit_kind_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO audit_kind VALUES (coalesce(NEW.school_id, 0), NEW.call, NEW.entity) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER audit_kind_kept AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_kind_kept();
  `,
};
