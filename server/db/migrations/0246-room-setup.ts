import type { Migration } from '../opening/migrate.ts';

const table = (integer: string, options: string): string => `
  CREATE TABLE room_setup (
    room_id ${integer} NOT NULL PRIMARY KEY REFERENCES exam_room (id) ON DELETE CASCADE,
    -- '': nobody may register.
    code TEXT NOT NULL,
    expires_ms ${integer} NOT NULL,
    -- PCs that may still register.
    left_count ${integer} NOT NULL,
    opened_by ${integer} NOT NULL,
    opened_ms ${integer} NOT NULL,
    -- When a rehearsal of the whole room was asked for; 0: never.
    drill_ms ${integer} NOT NULL
  )${options};
  CREATE INDEX room_setup_code ON room_setup (code);
`;

/** Adds the registration code of a room and the time of its last rehearsal. */
export const roomSetupMigration: Migration = {
  name: '0246-room-setup',
  sql: table('INTEGER', ' STRICT'),
  postgres: table('bigint', ''),
};
