import type { Migration } from '../opening/migrate.ts';

/** Adds an index for loading a bank into the memory of paper assembly, and a revision counter that tells when the loaded copy is outdated. */
export const exposureMigration: Migration = {
  name: '0016-exposure',
  sql: `
    -- A bank is read in slices, from the index alone: questions' texts would make it ten times as long.
    CREATE INDEX question_assembly ON question
      (school_id, id, type, status, difficulty, prof_id, trade_id, level, point_code, category, used_count, hash);

    CREATE TABLE question_revision (
      -- School, or 0 for the certified bank.
      bank_id INTEGER PRIMARY KEY,
      revision INTEGER NOT NULL
    ) STRICT;
    CREATE TRIGGER question_added AFTER INSERT ON question BEGIN
      INSERT INTO question_revision VALUES (coalesce(NEW.school_id, 0), 1) ON CONFLICT DO UPDATE SET revision = revision + 1;
    END;
    CREATE TRIGGER question_removed AFTER DELETE ON question BEGIN
      INSERT INTO question_revision VALUES (coalesce(OLD.school_id, 0), 1) ON CONFLICT DO UPDATE SET revision = revision + 1;
    END;
    CREATE TRIGGER question_refiled AFTER UPDATE OF
      type, status, difficulty, prof_id, trade_id, level, point_code, category, used_count, hash ON question BEGIN
      INSERT INTO question_revision VALUES (coalesce(NEW.school_id, 0), 1) ON CONFLICT DO UPDATE SET revision = revision + 1;
    END;
  `,
};
