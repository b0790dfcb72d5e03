import type { Migration } from '../opening/migrate.ts';

/**
 * Adds statistics on the filters of the lists of users, for PostgreSQL's planner. The expressions must equal those of the lists. Without
 * statistics the planner takes every user type for rare and sorts all matches.
 */
export const listKindsMigration: Migration = {
  name: '0210-list-kinds',
  sql: '',
  postgres: `
    CREATE STATISTICS user_type_asked ON (coalesce(user_type, 0)) FROM "user";
    CREATE STATISTICS user_status_asked ON (coalesce(status, 0)) FROM "user";
  `,
};
