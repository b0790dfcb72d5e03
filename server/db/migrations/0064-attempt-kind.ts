import type { Migration } from '../migrate.ts';

const kind = `CHECK (kind IN ('exam', 'test', 'homework', 'exercise'))`;

/** Homework and mock tests are attempts like those of exams: the plan says which. Its lists are narrowed by it. */
export const attemptKind: Migration = {
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
