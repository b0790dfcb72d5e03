import type { Migration } from '../migrate.ts';

/** Who still has the password somebody else gave them: the list to print slips again from. */
export const initialPassword: Migration = {
  name: '0029-initial-password',
  sql: `
    CREATE INDEX user_list_initial ON user (school_id, id, user_type, status, class_id, name, login_name, student_no, ticket_no)
      WHERE must_change = 1;
  `,
};
