import type { Migration } from '../migrate.ts';

/** The order by name holds what a keyword is looked for in, too: who fits a common one is counted without reading a row. */
export const learnerName: Migration = {
  name: '0031-learner-name',
  sql: `
    DROP INDEX learner_class;
    DROP INDEX learner_name;
    CREATE INDEX learner_name ON learner (school_id, name, user_id, class_id, status, marks, student_no);
  `,
};
