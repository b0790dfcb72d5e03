import type { Migration } from '../migrate.ts';

/** A save of a question and an import are known by their request key, as every other change: what each kept of its own goes. */
const dropped = `
    DROP INDEX question_add_key;
    ALTER TABLE question DROP COLUMN add_key;
    ALTER TABLE question_version DROP COLUMN save_key;
    DROP TABLE question_save;
    DROP INDEX question_import_key;
    ALTER TABLE question_import DROP COLUMN request_key;
`;

export const requestKeysAlone: Migration = { name: '0101-request-keys-alone', sql: dropped, postgres: dropped };
