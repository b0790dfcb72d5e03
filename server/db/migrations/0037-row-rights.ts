import type { Migration } from '../opening/migrate.ts';

/**
 * Sets the maker of a row from the audit log. For rows older than the log, takes the first user in the change history, or else the last one to
 * change the row.
 */
const makerOf = (table: 'paper' | 'exam_plan', entity: string, calls: string): string => `
    UPDATE ${table} SET created_by = coalesce(
      (SELECT user_id FROM audit WHERE entity = '${entity}' AND entity_id = CAST(${table}.id AS TEXT) AND call IN (${calls}) AND code = 0
        AND user_id IS NOT NULL ORDER BY seq LIMIT 1),
      (SELECT user_id FROM version_note WHERE kind = '${table}' AND thing_id = ${table}.id ORDER BY version LIMIT 1),
      updated_by);`;

export const rowRightsMigration: Migration = {
  name: '0037-row-rights',
  sql: `
    -- Papers and plans belong to who made them, and to those who are named beside: see decision 022.
    ALTER TABLE paper ADD COLUMN created_by INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE exam_plan ADD COLUMN created_by INTEGER NOT NULL DEFAULT 0;
    ${makerOf('paper', 'paper', "'/paper/add', '/paper/copy'")}
    ${makerOf('exam_plan', 'examPlan', "'/exam/add'")}

    CREATE TABLE co_worker (
      thing TEXT NOT NULL CHECK (thing IN ('paper', 'plan')),
      thing_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      PRIMARY KEY (thing, thing_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX co_worker_user ON co_worker (user_id, thing, thing_id);
    CREATE TRIGGER co_worker_paper_gone AFTER DELETE ON paper BEGIN DELETE FROM co_worker WHERE thing = 'paper' AND thing_id = OLD.id; END;
    CREATE TRIGGER co_worker_plan_gone AFTER DELETE ON exam_plan BEGIN DELETE FROM co_worker WHERE thing = 'plan' AND thing_id = OLD.id; END;

    CREATE INDEX exam_plan_maker ON exam_plan (created_by, paper_id);
    CREATE INDEX paper_maker ON paper (created_by);
    -- Each order of a list holds whose a row is, so that a teacher's page is found, and counted, without reading a row.
    DROP INDEX paper_list;
    DROP INDEX paper_updated;
    DROP INDEX paper_name;
    DROP INDEX paper_points;
    DROP INDEX paper_category;
    CREATE INDEX paper_list ON paper (school_id, id, kind, status, category, name, created_by);
    CREATE INDEX paper_updated ON paper (school_id, updated_ms, id, kind, status, category, name, created_by);
    CREATE INDEX paper_name ON paper (school_id, name, id, kind, status, category, created_by);
    CREATE INDEX paper_points ON paper (school_id, total_points, id, kind, status, category, name, created_by);
    CREATE INDEX paper_category ON paper (school_id, category, kind, status, updated_ms, created_by);
    DROP INDEX exam_plan_list;
    DROP INDEX exam_plan_start;
    DROP INDEX exam_plan_name;
    DROP INDEX exam_plan_updated;
    CREATE INDEX exam_plan_list ON exam_plan (school_id, id, name, created_by);
    CREATE INDEX exam_plan_start ON exam_plan (school_id, start_ms, id, name, created_by);
    CREATE INDEX exam_plan_name ON exam_plan (school_id, name, id, created_by);
    CREATE INDEX exam_plan_updated ON exam_plan (school_id, updated_ms, id, name, created_by);
    -- Drafts of others are what a teacher doesn't see of the bank; there are few at a time.
    CREATE INDEX question_draft ON question (school_id, created_by) WHERE status = 0;
  `,
};
