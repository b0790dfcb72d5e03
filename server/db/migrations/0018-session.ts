import type { Migration } from '../opening/migrate.ts';

export const sessionMigration: Migration = {
  name: '0018-session',
  sql: `
    -- When another device took this session's place: kept for a while, so that its owner hears 3000 rather than "not signed in".
    ALTER TABLE session ADD COLUMN superseded_ms INTEGER;

    -- Two tables kept the same notes of who changed what.
    INSERT INTO version_note (kind, thing_id, version, user_id, at_ms, fields)
      SELECT kind, thing_id, version, user_id, at_ms, fields FROM change_note;
    DROP TABLE change_note;
  `,
};
