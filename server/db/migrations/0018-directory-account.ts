import type { Migration } from '../migration-plan.ts';

/** Adds the table of the accounts that were found in their school's directory (such as LDAP). */
export const directoryAccount: Migration = {
  name: '0018-directory-account',
  sqlite: `
    CREATE TABLE directory_account (
      user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      seen_ms INTEGER NOT NULL
    ) STRICT;
  `,
  postgres: `
    CREATE TABLE directory_account (
      user_id bigint PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
      seen_ms bigint NOT NULL
    );
  `,
};
