import type { Migration } from '../opening/migrate.ts';

export const peopleNotifiedMigration: Migration = {
  name: '0019-people',
  sql: `
    -- Why an application was rejected, for the person to read at the sign-in; '' otherwise.
    ALTER TABLE user ADD COLUMN rejected_reason TEXT NOT NULL DEFAULT '';
    -- The administrator's list of all schools, in the orders people look for somebody by; whole like those of one school.
    CREATE INDEX user_all_name ON user (name, id, user_type, status, class_id, login_name, student_no, ticket_no);
    CREATE INDEX user_all_login ON user (login_name, id, user_type, status, class_id, name, student_no, ticket_no);

    -- What a keyword is looked for in, as question_text is for questions; text_grams is gramsOf of keyword-grams.ts (open.ts).
    CREATE VIRTUAL TABLE user_text USING fts5 (grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii');
    INSERT INTO user_text (rowid, grams)
      SELECT id, text_grams(name || ' ' || login_name || ' ' || student_no || ' ' || ifnull(ticket_no, '')) FROM user;
    CREATE TRIGGER user_text_add AFTER INSERT ON user BEGIN
      INSERT INTO user_text (rowid, grams)
        VALUES (new.id, text_grams(new.name || ' ' || new.login_name || ' ' || new.student_no || ' ' || ifnull(new.ticket_no, '')));
    END;
    CREATE TRIGGER user_text_change AFTER UPDATE OF name, login_name, student_no, ticket_no ON user BEGIN
      DELETE FROM user_text WHERE rowid = old.id;
      INSERT INTO user_text (rowid, grams)
        VALUES (new.id, text_grams(new.name || ' ' || new.login_name || ' ' || new.student_no || ' ' || ifnull(new.ticket_no, '')));
    END;
    CREATE TRIGGER user_text_remove AFTER DELETE ON user BEGIN
      DELETE FROM user_text WHERE rowid = old.id;
    END;
  `,
};
