import type { Migration } from '../opening/migrate.ts';

const sql = `
    -- The newest reminder of each student who may declare for a project, and the day in Beijing on which it was sent.
    CREATE TABLE declaration_reminder (
      offer_id INTEGER NOT NULL REFERENCES declaration_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      by_id INTEGER NOT NULL,
      PRIMARY KEY (offer_id, user_id)
    ) STRICT;
    CREATE INDEX declaration_reminder_user ON declaration_reminder (user_id);
`;

export const declarationReminderMigration: Migration = {
  name: '0172-declaration-reminder',
  sql,
  postgres: sql.replaceAll('INTEGER', 'bigint').replaceAll(') STRICT;', ');'),
};
