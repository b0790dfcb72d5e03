import type { Migration } from '../opening/migrate.ts';

/** Adds an index of users who still have an initial password, for printing their password slips again. */
export const initialPasswordMigration: Migration = {
  name: '0029-initial-password',
  sql: `
    CREATE INDEX user_list_initial ON user (school_id, id, user_type, status, class_id, name, login_name, student_no, ticket_no)
      WHERE must_change = 1;
  `,
};
