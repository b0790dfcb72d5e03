import type { Migration } from '../migration-plan.ts';

const column = 'ALTER TABLE session RENAME COLUMN by_ticket TO without_password;';

/** Adds the table of the schools' directory services, such as LDAP. Renames the column that marks sessions opened without the account's password. */
export const directory: Migration = {
  name: '0008-directory',
  sqlite: `
    ${column}
    CREATE TABLE directory (
      school_id INTEGER PRIMARY KEY REFERENCES school (id) ON DELETE CASCADE,
      enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
      settings TEXT NOT NULL,
      secret_sealed BLOB,
      version INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL
    ) STRICT;
  `,
  postgres: `
    ${column}
    CREATE TABLE directory (
      school_id bigint PRIMARY KEY REFERENCES school (id) ON DELETE CASCADE,
      enabled bigint NOT NULL CHECK (enabled IN (0, 1)),
      settings text NOT NULL,
      secret_sealed bytea,
      version bigint NOT NULL,
      updated_ms bigint NOT NULL
    );
  `,
};
