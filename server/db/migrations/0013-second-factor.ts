import type { Migration } from '../migration-plan.ts';

/** Adds the table of second factors: secrets of authenticator apps that some accounts need to sign in. */
export const secondFactor: Migration = {
  name: '0013-second-factor',
  sqlite: `
    CREATE TABLE second_factor (
      user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      secret_sealed BLOB NOT NULL,
      last_step INTEGER NOT NULL,
      recovery TEXT NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
  `,
  postgres: `
    CREATE TABLE second_factor (
      user_id bigint PRIMARY KEY REFERENCES "user" (id) ON DELETE CASCADE,
      secret_sealed bytea NOT NULL,
      last_step bigint NOT NULL,
      recovery text NOT NULL,
      created_ms bigint NOT NULL
    );
  `,
};
