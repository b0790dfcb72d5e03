import type { Migration } from '../opening/migrate.ts';

/**
 * Adds statistics on the texts that keywords search, for PostgreSQL's planner. The expressions must equal those of the lists (`searched` in their
 * queries).
 */
export const listFiguresMigration: Migration = {
  name: '0170-list-figures',
  sql: '',
  postgres: `
    CREATE STATISTICS user_searched ON (name || chr(10) || login_name || chr(10) || student_no || chr(10) || coalesce(ticket_no, '')) FROM "user";
    CREATE STATISTICS school_searched ON (title || chr(10) || website || chr(10) || record || chr(10) || site_code || chr(10) || contact) FROM school;
    CREATE STATISTICS profession_searched ON (name || chr(10) || code) FROM profession;
  `,
};
