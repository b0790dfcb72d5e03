import type { Migration } from '../opening/migrate.ts';

/** Extends the index by name with the texts that keywords search, so that matches are counted without reading rows. */
export const learnerNameMigration: Migration = {
  name: '0031-learner-name',
  sql: `
    DROP INDEX learner_class;
    DROP INDEX learner_name;
    CREATE INDEX learner_name ON learner (school_id, name, user_id, class_id, status, marks, student_no);
  `,
};
