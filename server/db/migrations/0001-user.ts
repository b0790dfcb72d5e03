import type { Migration } from '../opening/migrate.ts';

export const userMigration: Migration = {
  name: '0001-user',
  sql: `
    CREATE TABLE school (
      id INTEGER PRIMARY KEY,
      website TEXT NOT NULL COLLATE NOCASE UNIQUE,
      title TEXT NOT NULL,
      logo TEXT NOT NULL DEFAULT '',
      logo_custom TEXT NOT NULL DEFAULT '',
      logo_custom_status INTEGER NOT NULL DEFAULT 0 CHECK (logo_custom_status IN (0, 1)),
      cover TEXT NOT NULL DEFAULT '',
      config TEXT NOT NULL DEFAULT '{}',
      record TEXT NOT NULL DEFAULT '',
      created_ms INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE user (
      id INTEGER PRIMARY KEY,
      school_id INTEGER NOT NULL REFERENCES school (id),
      login_name TEXT NOT NULL COLLATE NOCASE,
      user_type INTEGER NOT NULL CHECK (user_type BETWEEN 1 AND 12),
      -- Roles beyond those of the type, a JSON list: a teacher may also mark or invigilate.
      extra_roles TEXT NOT NULL DEFAULT '[]',
      name TEXT NOT NULL,
      avatar TEXT NOT NULL DEFAULT '',
      prof_id INTEGER,
      status INTEGER NOT NULL DEFAULT 1 CHECK (status IN (0, 1, 2)),
      pwd_hash TEXT NOT NULL,
      ticket_no TEXT,
      -- AES-256-GCM; the index is an HMAC, for comparing without opening.
      id_number_sealed BLOB,
      id_number_index BLOB,
      version INTEGER NOT NULL DEFAULT 1,
      created_ms INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL,
      -- May be put into an exam: an enabled student or examinee.
      sits INTEGER NOT NULL GENERATED ALWAYS AS (user_type IN (7, 8) AND status = 1) VIRTUAL,
      UNIQUE (school_id, login_name)
    ) STRICT;
    CREATE UNIQUE INDEX user_ticket ON user (school_id, ticket_no) WHERE ticket_no IS NOT NULL;
    CREATE INDEX user_type_name ON user (school_id, user_type, name);
    -- One for each order of the list of examinees; each holds all the list shows, so that a search reads no row.
    CREATE INDEX user_sits_login ON user (school_id, sits, login_name, name, ticket_no);
    CREATE INDEX user_sits_name ON user (school_id, sits, name, login_name, ticket_no);
    CREATE INDEX user_sits_ticket ON user (school_id, sits, ticket_no, login_name, name);

    CREATE TABLE session (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      -- SHA-256 of the token: who reads the database can't use it to sign in.
      token_hash BLOB NOT NULL UNIQUE,
      created_ms INTEGER NOT NULL,
      seen_ms INTEGER NOT NULL,
      expires_ms INTEGER NOT NULL,
      ip TEXT NOT NULL
    ) STRICT;
    CREATE INDEX session_user ON session (user_id);
    CREATE INDEX session_expiry ON session (expires_ms);
  `,
};
