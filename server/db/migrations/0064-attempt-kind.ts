import type { Migration } from '../opening/migrate.ts';

const kind = `CHECK (kind IN ('exam', 'test', 'homework', 'exercise'))`;

/** Adds the kind of a plan (exam, homework, mock test), because all are attempts of the same form. Lists filter by it. */
export const attemptKindMigration: Migration = {
  name: '0064-attempt-kind',
  sql: `
    ALTER TABLE exam_plan ADD COLUMN kind TEXT NOT NULL DEFAULT 'exam' ${kind};
    DROP INDEX exam_plan_list;
    DROP INDEX exam_plan_start;
    DROP INDEX exam_plan_name;
    DROP INDEX exam_plan_updated;
    CREATE INDEX exam_plan_list ON exam_plan (school_id, id, kind, name, created_by);
    CREATE INDEX exam_plan_start ON exam_plan (school_id, start_ms, id, kind, name, created_by);
    CREATE INDEX exam_plan_name ON exam_plan (school_id, name, id, kind, created_by);
    CREATE INDEX exam_plan_updated ON exam_plan (school_id, updated_ms, id, kind, name, created_by);
  `,
  postgres: `
    ALTER TABLE exam_plan ADD COLUMN kind text NOT NULL DEFAULT 'exam' ${kind};
    DROP INDEX exam_plan_list;
    DROP INDEX exam_plan_start;
    DROP INDEX exam_plan_name;
    DROP INDEX exam_plan_updated;
    CREATE INDEX exam_plan_list ON exam_plan (school_id, id, kind, name, created_by);
    CREATE INDEX exam_plan_start ON exam_plan (school_id, start_ms, id, kind, name, created_by);
    CREATE INDEX exam_plan_name ON exam_plan (school_id, name, id, kind, created_by);
    CREATE INDEX exam_plan_updated ON exam_plan (school_id, updated_ms, id, kind, name, created_by);
  `,
};
