import type { Migration } from '../migration-plan.ts';

/**
 * Adds the columns that keywords search to PostgreSQL's indexes for the lists of schools, users and professions. SQLite's indexes have them already.
 */
export const searchColumnsInIndexes: Migration = {
  name: '0010-search-columns-in-indexes',
  sqlite: '',
  postgres: `
    DROP INDEX school_title, school_website, school_created, school_updated, user_list_new, user_list_login, user_list_name,
    user_list_student, user_list_ticket, user_list_all, user_all_name, user_all_login, profession_code, profession_name,
    profession_updated;
    CREATE INDEX school_title ON school (title, id, status, website, record, site_code, contact);
    CREATE INDEX school_website ON school (website, id, status, title, record, site_code, contact);
    CREATE INDEX school_created ON school (created_ms, id, status, title, website, record, site_code, contact);
    CREATE INDEX school_updated ON school (updated_ms, id, status, title, website, record, site_code, contact);
    CREATE INDEX user_list_new ON "user" (school_id, id, user_type, status, class_id, name, login_name, student_no, ticket_no);
    CREATE INDEX user_list_login ON "user" (school_id, login_name, id, user_type, status, class_id, name, student_no, ticket_no);
    CREATE INDEX user_list_name ON "user" (school_id, name, id, user_type, status, class_id, login_name, student_no, ticket_no);
    CREATE INDEX user_list_student ON "user" (school_id, student_no, id, user_type, status, class_id, name, login_name, ticket_no);
    CREATE INDEX user_list_ticket ON "user" (school_id, ticket_no NULLS FIRST, id, user_type, status, class_id, name, login_name, student_no);
    CREATE INDEX user_list_all ON "user" (id, user_type, status, class_id, name, login_name, student_no, ticket_no);
    CREATE INDEX user_all_name ON "user" (name, id, user_type, status, class_id, login_name, student_no, ticket_no);
    CREATE INDEX user_all_login ON "user" (login_name, id, user_type, status, class_id, name, student_no, ticket_no);
    CREATE INDEX profession_code ON profession (code, id, levels, enabled, name);
    CREATE INDEX profession_name ON profession (name, id, levels, enabled, code);
    CREATE INDEX profession_updated ON profession (updated_ms, id, levels, enabled, name, code);
  `,
};
