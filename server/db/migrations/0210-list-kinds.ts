import type { Migration } from '../migrate.ts';

/** What PostgreSQL is to know of whom the lists of people ask for, said as they say it: without figures it takes every kind for rare, and sorts all it finds. */
export const listKinds: Migration = {
  name: '0210-list-kinds',
  sql: '',
  postgres: `
    CREATE STATISTICS user_type_asked ON (coalesce(user_type, 0)) FROM "user";
    CREATE STATISTICS user_status_asked ON (coalesce(status, 0)) FROM "user";
  `,
};
