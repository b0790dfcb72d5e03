import type { Migration } from '../opening/migrate.ts';

const person = (row: 'new' | 'user'): string =>
  `person_words(${['school_id', 'user_type', 'status', 'name', 'login_name', 'student_no', 'ticket_no'].map((column) => `${row}.${column}`).join(', ')})`;

const searched = "name || char(10) || login_name || char(10) || student_no || char(10) || ifnull(ticket_no, '')";
const orders = {
  user_list_new: 'school_id, id',
  user_list_login: 'school_id, login_name, id',
  user_list_name: 'school_id, name, id',
  user_list_student: 'school_id, student_no, id',
  user_list_ticket: 'school_id, ticket_no, id',
  // For the platform administrator's list of all schools.
  user_list_all: 'id',
  user_all_name: 'name, id',
  user_all_login: 'login_name, id',
};
const schoolText = 'title || char(10) || website || char(10) || record || char(10) || site_code || char(10) || contact';
const professionText = 'name || char(10) || code';
const questionFilters = 'type, status, difficulty, uniformity, prof_id, level, point_code, category';
const questionIndexes = ['updated_ms', 'used_count', 'type', 'status', 'difficulty', 'category']
  .map((column) => `CREATE INDEX question_by_${column} ON question (school_id, ${column}, id, ${questionFilters});`)
  .join('\n');
const peopleIndexes = Object.entries(orders)
  .map(
    ([name, columns]) =>
      `DROP INDEX IF EXISTS ${name}; CREATE INDEX ${name} ON user (${columns}, user_type, status, class_id, ${searched});`,
  )
  .join('\n');

export const listSpeedMigration: Migration = {
  // The name differs from the file's, because databases in use recorded the step under it before the file was renumbered.
  name: '0021-list-speed',
  sql: `
    -- School, type and status are words of the search now, as they are for questions: a character that thousands share is counted, and its
    -- first page found, without reading a row. person_words is that of person-words.ts (open.ts).
    DROP TRIGGER user_text_add;
    DROP TRIGGER user_text_change;
    DROP TRIGGER user_text_remove;
    DROP TABLE user_text;
    CREATE VIRTUAL TABLE user_text USING fts5 (grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii');
    INSERT INTO user_text (rowid, grams) SELECT id, ${person('user')} FROM user;
    CREATE TRIGGER user_text_add AFTER INSERT ON user BEGIN
      INSERT INTO user_text (rowid, grams) VALUES (new.id, ${person('new')});
    END;
    CREATE TRIGGER user_text_change AFTER UPDATE OF school_id, user_type, status, name, login_name, student_no, ticket_no ON user BEGIN
      DELETE FROM user_text WHERE rowid = old.id;
      INSERT INTO user_text (rowid, grams) VALUES (new.id, ${person('new')});
    END;
    CREATE TRIGGER user_text_remove AFTER DELETE ON user BEGIN
      DELETE FROM user_text WHERE rowid = old.id;
    END;
    -- Examinees are people of two types who are enabled: the same list finds them.
    DROP INDEX user_sits_login;
    DROP INDEX user_sits_name;
    DROP INDEX user_sits_ticket;
    -- One text to look a longer keyword up in, instead of four columns: half the work.
    ${peopleIndexes}

    DROP INDEX school_title;
    DROP INDEX school_created;
    DROP INDEX school_updated;
    DROP INDEX school_status;
    CREATE INDEX school_title ON school (title, id, status, ${schoolText});
    CREATE INDEX school_website ON school (website, id, status, ${schoolText});
    CREATE INDEX school_created ON school (created_ms, id, status, ${schoolText});
    CREATE INDEX school_updated ON school (updated_ms, id, status, ${schoolText});

    -- Each order in one index, with all that is filtered by: a page is found, and all of them counted, without reading a row.
    DROP INDEX class_updated;
    CREATE INDEX class_updated ON class (school_id, updated_ms, name, grade);
    DROP INDEX paper_updated;
    DROP INDEX paper_kind;
    DROP INDEX paper_name;
    DROP INDEX paper_points;
    CREATE INDEX paper_list ON paper (school_id, id, kind, status, category, name);
    CREATE INDEX paper_updated ON paper (school_id, updated_ms, id, kind, status, category, name);
    CREATE INDEX paper_name ON paper (school_id, name, id, kind, status, category);
    CREATE INDEX paper_points ON paper (school_id, total_points, id, kind, status, category, name);
    DROP INDEX exam_plan_start;
    DROP INDEX exam_plan_name;
    DROP INDEX exam_plan_updated;
    CREATE INDEX exam_plan_list ON exam_plan (school_id, id, name);
    CREATE INDEX exam_plan_start ON exam_plan (school_id, start_ms, id, name);
    CREATE INDEX exam_plan_name ON exam_plan (school_id, name, id);
    CREATE INDEX exam_plan_updated ON exam_plan (school_id, updated_ms, id, name);
    DROP INDEX question_list;
    CREATE INDEX question_by_id ON question (school_id, id, ${questionFilters});
    ${questionIndexes}
    DROP INDEX profession_name;
    DROP INDEX profession_updated;
    CREATE INDEX profession_code ON profession (code, id, levels, enabled, ${professionText});
    CREATE INDEX profession_name ON profession (name, id, levels, enabled, ${professionText});
    CREATE INDEX profession_updated ON profession (updated_ms, id, levels, enabled, ${professionText});
    DROP INDEX detail_table_level;
    DROP INDEX detail_table_status;
    DROP INDEX detail_table_updated;
    ALTER TABLE detail_table ADD COLUMN profession_text TEXT NOT NULL DEFAULT '';
    UPDATE detail_table SET profession_text = (SELECT ${professionText} FROM profession WHERE profession.id = profession_id);
    CREATE TRIGGER detail_table_named AFTER INSERT ON detail_table BEGIN
      UPDATE detail_table SET profession_text = (SELECT ${professionText} FROM profession WHERE profession.id = new.profession_id) WHERE id = new.id;
    END;
    CREATE TRIGGER profession_renamed AFTER UPDATE OF name, code ON profession BEGIN
      UPDATE detail_table SET profession_text = new.name || char(10) || new.code WHERE profession_id = new.id;
    END;
    CREATE INDEX detail_table_list ON detail_table (id, level, status, profession_id, profession_text);
    CREATE INDEX detail_table_updated ON detail_table (updated_ms, id, level, status, profession_id, profession_text);
  `,
};
