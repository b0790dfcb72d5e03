import type { Migration } from '../opening/migrate.ts';

export const peopleMigration: Migration = {
  name: '0008-people',
  sql: `
    CREATE TABLE class (
      id INTEGER PRIMARY KEY,
      school_id INTEGER NOT NULL REFERENCES school (id),
      name TEXT NOT NULL COLLATE NOCASE,
      -- Year it began, or ''.
      grade TEXT NOT NULL,
      head_teacher_id INTEGER REFERENCES user (id),
      note TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      updated_ms INTEGER NOT NULL,
      created_ms INTEGER NOT NULL,
      UNIQUE (school_id, name)
    ) STRICT;
    CREATE INDEX class_grade ON class (school_id, grade, name);
    CREATE INDEX class_updated ON class (school_id, updated_ms);
    CREATE INDEX class_head ON class (head_teacher_id) WHERE head_teacher_id IS NOT NULL;
    CREATE TABLE class_teacher (
      class_id INTEGER NOT NULL REFERENCES class (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id),
      PRIMARY KEY (class_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX class_teacher_user ON class_teacher (user_id);

    -- '' and 0: not given. Codes are those of sync/contract/codes.ts.
    ALTER TABLE user ADD COLUMN class_id INTEGER REFERENCES class (id);
    ALTER TABLE user ADD COLUMN phone TEXT NOT NULL DEFAULT '';
    ALTER TABLE user ADD COLUMN sex INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE user ADD COLUMN id_type INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE user ADD COLUMN education INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE user ADD COLUMN ethnicity INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE user ADD COLUMN political INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE user ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE user ADD COLUMN employer TEXT NOT NULL DEFAULT '';
    ALTER TABLE user ADD COLUMN student_no TEXT NOT NULL DEFAULT '';
    ALTER TABLE user ADD COLUMN note TEXT NOT NULL DEFAULT '';
    -- The password was given by somebody else: to be changed at the first sign-in.
    ALTER TABLE user ADD COLUMN must_change INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE user ADD COLUMN last_sign_in_ms INTEGER;

    -- Who only applies must not learn that a number is taken, so applications may repeat one; enabling an account checks.
    CREATE UNIQUE INDEX user_student_no ON user (school_id, student_no) WHERE student_no <> '' AND status = 1;
    CREATE INDEX user_id_number ON user (school_id, id_number_index) WHERE id_number_index IS NOT NULL;
    -- One for each order of the list of people. Each holds all that a filter or a search asks for: no row is read but those shown.
    -- (No generated column for the search: SQLite reads the row wherever one is mentioned.)
    DROP INDEX user_type_name;
    CREATE INDEX user_list_new ON user (school_id, id, user_type, status, class_id, name, login_name, student_no, ticket_no);
    CREATE INDEX user_list_login ON user (school_id, login_name, id, user_type, status, class_id, name, student_no, ticket_no);
    CREATE INDEX user_list_name ON user (school_id, name, id, user_type, status, class_id, login_name, student_no, ticket_no);
    CREATE INDEX user_list_student ON user (school_id, student_no, id, user_type, status, class_id, name, login_name, ticket_no);
    CREATE INDEX user_list_type ON user (school_id, user_type, status);
    -- For the administrator's list of all schools.
    CREATE INDEX user_list_all ON user (id, user_type, status, class_id, name, login_name, student_no, ticket_no);
    CREATE INDEX user_class ON user (class_id) WHERE class_id IS NOT NULL;
    CREATE INDEX user_figures ON user (school_id, class_id, user_type, status, last_sign_in_ms);

    -- The browser it began in, shortened; and by what: a ticket's holder is never asked for a new password.
    ALTER TABLE session ADD COLUMN agent TEXT NOT NULL DEFAULT '';
    ALTER TABLE session ADD COLUMN by_ticket INTEGER NOT NULL DEFAULT 0;

    -- Which fields each version of a thing changed: who comes with a stale version is told what happened meanwhile.
    CREATE TABLE change_note (
      kind TEXT NOT NULL,
      thing_id INTEGER NOT NULL,
      version INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      -- A JSON list of field names.
      fields TEXT NOT NULL,
      PRIMARY KEY (kind, thing_id, version)
    ) STRICT, WITHOUT ROWID;
  `,
};
