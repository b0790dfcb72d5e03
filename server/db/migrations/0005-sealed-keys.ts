import type { Migration } from '../migration-plan.ts';

/** Adds a column for the server keys (the content of `keys.json`), which all servers of a database share, encrypted under a master key. */
export const sealedKeys: Migration = {
  name: '0005-sealed-keys',
  sqlite: 'ALTER TABLE server_identity ADD COLUMN sealed_keys BLOB',
  postgres: 'ALTER TABLE server_identity ADD COLUMN sealed_keys bytea',
};
