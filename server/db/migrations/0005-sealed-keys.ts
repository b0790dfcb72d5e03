import type { Migration } from '../opening/migrate.ts';

/** The keys of the servers on a database may be in it, encrypted under a master key. */
export const sealedKeys: Migration = {
  name: '0005-sealed-keys',
  sqlite: 'ALTER TABLE server_identity ADD COLUMN sealed_keys BLOB',
  postgres: 'ALTER TABLE server_identity ADD COLUMN sealed_keys bytea',
};
