import type { Migration } from '../opening/migrate.ts';

/**
 * Adds the id of the keys (`keys.json`) that the database was made with: with other keys, no ID number in it can be found or decrypted.
 * One row, or none before the first start with this step.
 */
export const serverIdentityMigration: Migration = {
  name: '0214-server-identity',
  sql: 'CREATE TABLE server_identity (id INTEGER PRIMARY KEY CHECK (id = 1), key_id TEXT NOT NULL) STRICT;',
  postgres: 'CREATE TABLE server_identity (id bigint PRIMARY KEY CHECK (id = 1), key_id text NOT NULL);',
};
