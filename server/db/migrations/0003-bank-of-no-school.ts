import type { Migration } from '../migration-plan.ts';

const columnsOfIndexes = {
  question_pool: '(school_id, type, status, category, hash)',
  question_hash: '(school_id, hash)',
  question_assembly: '(school_id, id, type, status, difficulty, prof_id, trade_id, level, point_code, category, used_count, hash)',
  question_point: '(school_id, prof_id, level, point_code, status)',
  question_by_id: '(school_id, id, status, prof_id)',
  question_by_updated_ms: '(school_id, updated_ms, id, status, prof_id)',
  question_by_used_count: '(school_id, used_count, id, status, prof_id)',
  question_by_type: '(school_id, type, id, status, prof_id)',
  question_by_status: '(school_id, status, id, status, prof_id)',
  question_by_difficulty: '(school_id, difficulty, id, status, prof_id)',
  question_by_category: '(school_id, category, id, status, prof_id)',
  question_category: '(school_id, category, type, status, prof_id)',
  question_draft: '(school_id, created_by) WHERE status = 0',
};
const triggers = {
  question_added: ['INSERT', 'NEW'],
  question_removed: ['DELETE', 'OLD'],
  question_refiled: ['UPDATE OF type, status, difficulty, prof_id, trade_id, level, point_code, category, used_count, hash', 'NEW'],
};

/**
 * Changes `school_id` of certified questions from NULL to 0, so that the indexes of the bank have the order of its lists. SQLite cannot drop the
 * foreign key of a column, so a new column replaces the old one, and its indexes are made again.
 */
export const bankOfNoSchool: Migration = {
  name: '0003-bank-of-no-school',
  sqlite: `
    ${Object.keys(columnsOfIndexes)
      .map((name) => `DROP INDEX ${name};`)
      .join('\n')}
    ${Object.keys(triggers)
      .map((name) => `DROP TRIGGER ${name};`)
      .join('\n')}
    ALTER TABLE question ADD COLUMN bank_id INTEGER;
    UPDATE question SET bank_id = coalesce(school_id, 0);
    ALTER TABLE question DROP COLUMN school_id;
    ALTER TABLE question RENAME COLUMN bank_id TO school_id;
    ALTER TABLE question ALTER COLUMN school_id SET NOT NULL;
    ALTER TABLE question ADD COLUMN owner_school_id INTEGER GENERATED ALWAYS AS (nullif(school_id, 0)) VIRTUAL REFERENCES school (id);
    ${Object.entries(columnsOfIndexes)
      .map(([name, columns]) => `CREATE INDEX ${name} ON question ${columns};`)
      .join('\n')}
    ${Object.entries(triggers)
      .map(
        ([name, [event, row]]) => `CREATE TRIGGER ${name} AFTER ${event} ON question BEGIN
          INSERT INTO question_revision VALUES (${row}.school_id, 1) ON CONFLICT DO UPDATE SET revision = revision + 1;
        END;`,
      )
      .join('\n')}
    ALTER TABLE school ADD CONSTRAINT school_id_is_not_0 CHECK (id > 0);
  `,
  postgres: `
    ALTER TABLE question DROP CONSTRAINT question_school_id_fkey;
    UPDATE question SET school_id = 0 WHERE school_id IS NULL;
    ALTER TABLE question ALTER COLUMN school_id SET NOT NULL;
    ALTER TABLE question ADD COLUMN owner_school_id bigint GENERATED ALWAYS AS (nullif(school_id, 0)) STORED;
    ALTER TABLE question ADD FOREIGN KEY (owner_school_id) REFERENCES school (id);
    CREATE OR REPLACE FUNCTION question_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO question_revision AS there VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.school_id ELSE NEW.school_id END, 1)
        ON CONFLICT (bank_id) DO UPDATE SET revision = there.revision + 1;
      RETURN NULL;
    END $$;
    ALTER TABLE school ADD CONSTRAINT school_id_is_not_0 CHECK (id > 0);
  `,
};
