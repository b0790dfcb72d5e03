import type { Migration } from '../opening/migrate.ts';

const part = `TEXT NOT NULL DEFAULT 'theory' CHECK (part IN ('theory', 'practical', 'review'))`;

/** Adds the part that a plan examines, whether it is a resit, and the first part's plan. */
export const examPartMigration: Migration = {
  name: '0105-exam-part',
  sql: `
    ALTER TABLE exam_plan ADD COLUMN part ${part};
    ALTER TABLE exam_plan ADD COLUMN resit INTEGER NOT NULL DEFAULT 0 CHECK (resit IN (0, 1));
    -- NULL: the first part, which is the plan itself.
    ALTER TABLE exam_plan ADD COLUMN part_of INTEGER REFERENCES exam_plan (id);
    CREATE INDEX exam_plan_part_of ON exam_plan (part_of) WHERE part_of IS NOT NULL;
  `,
  postgres: `
    ALTER TABLE exam_plan ADD COLUMN part ${part};
    ALTER TABLE exam_plan ADD COLUMN resit bigint NOT NULL DEFAULT 0 CHECK (resit IN (0, 1));
    ALTER TABLE exam_plan ADD COLUMN part_of bigint REFERENCES exam_plan (id);
    CREATE INDEX exam_plan_part_of ON exam_plan (part_of) WHERE part_of IS NOT NULL;
  `,
};
