import type { Migration } from '../opening/migrate.ts';

/** Drops the key columns of question saves and imports: idempotency keys now cover them, as all other changes. */
const dropped = `
    DROP INDEX question_add_key;
    ALTER TABLE question DROP COLUMN add_key;
    ALTER TABLE question_version DROP COLUMN save_key;
    DROP TABLE question_save;
    DROP INDEX question_import_key;
    ALTER TABLE question_import DROP COLUMN request_key;
`;

export const requestKeysAloneMigration: Migration = { name: '0101-request-keys-alone', sql: dropped, postgres: dropped };
