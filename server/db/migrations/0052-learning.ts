import type { Migration } from '../opening/migrate.ts';

const sql = `
    CREATE TABLE shelf_folder (
      school_id INTEGER NOT NULL REFERENCES school (id),
      shelf TEXT NOT NULL CHECK (shelf IN ('course', 'courseware', 'article')),
      path TEXT NOT NULL,
      PRIMARY KEY (school_id, shelf, path)
    ) STRICT;

    CREATE TABLE article (
      id INTEGER PRIMARY KEY,
      school_id INTEGER NOT NULL REFERENCES school (id),
      title TEXT NOT NULL COLLATE NOCASE,
      category TEXT NOT NULL,
      profession_id INTEGER REFERENCES profession (id),
      cover TEXT NOT NULL,
      summary TEXT NOT NULL,
      body TEXT NOT NULL,
      attachments TEXT NOT NULL,
      from_ms INTEGER,
      to_ms INTEGER,
      pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
      audiences TEXT NOT NULL,
      only_classes INTEGER NOT NULL CHECK (only_classes IN (0, 1)),
      status INTEGER NOT NULL CHECK (status IN (0, 1, 2)),
      maker_id INTEGER NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      updated_ms INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX article_updated ON article (school_id, updated_ms, id);
    CREATE INDEX article_title ON article (school_id, title, id);
    CREATE TABLE article_class (
      article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
      class_id INTEGER NOT NULL REFERENCES class (id) ON DELETE CASCADE,
      PRIMARY KEY (article_id, class_id)
    ) STRICT;
    CREATE TABLE article_read (
      article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      at_ms INTEGER NOT NULL,
      PRIMARY KEY (article_id, user_id)
    ) STRICT;
    CREATE INDEX article_read_user ON article_read (user_id);

    CREATE TABLE courseware (
      id INTEGER PRIMARY KEY,
      school_id INTEGER NOT NULL REFERENCES school (id),
      title TEXT NOT NULL COLLATE NOCASE,
      kind TEXT NOT NULL,
      category TEXT NOT NULL,
      body TEXT NOT NULL,
      link TEXT NOT NULL,
      captions TEXT NOT NULL,
      duration_ms INTEGER NOT NULL,
      pages INTEGER NOT NULL,
      note TEXT NOT NULL,
      maker_id INTEGER NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      updated_ms INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX courseware_updated ON courseware (school_id, updated_ms, id);
    CREATE INDEX courseware_title ON courseware (school_id, title, id);
    CREATE INDEX courseware_duration ON courseware (school_id, duration_ms, id);
    -- Whoever may learn the courseware may open its files.
    CREATE TABLE courseware_file (
      courseware_id INTEGER NOT NULL REFERENCES courseware (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      url TEXT NOT NULL,
      name TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      PRIMARY KEY (courseware_id, position)
    ) STRICT;
    CREATE INDEX courseware_file_url ON courseware_file (url);

    CREATE TABLE course (
      id INTEGER PRIMARY KEY,
      school_id INTEGER NOT NULL REFERENCES school (id),
      title TEXT NOT NULL COLLATE NOCASE,
      category TEXT NOT NULL,
      profession_id INTEGER REFERENCES profession (id),
      cover TEXT NOT NULL,
      summary TEXT NOT NULL,
      hour_minutes INTEGER NOT NULL,
      in_order INTEGER NOT NULL CHECK (in_order IN (0, 1)),
      status INTEGER NOT NULL CHECK (status IN (0, 1, 2)),
      maker_id INTEGER NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      updated_ms INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX course_updated ON course (school_id, updated_ms, id);
    CREATE INDEX course_title ON course (school_id, title, id);
    CREATE TABLE course_section (
      course_id INTEGER NOT NULL REFERENCES course (id) ON DELETE CASCADE,
      sid INTEGER NOT NULL,
      position INTEGER NOT NULL,
      depth INTEGER NOT NULL,
      title TEXT NOT NULL,
      PRIMARY KEY (course_id, sid)
    ) STRICT;
    CREATE TABLE course_item (
      course_id INTEGER NOT NULL REFERENCES course (id) ON DELETE CASCADE,
      courseware_id INTEGER NOT NULL REFERENCES courseware (id),
      sid INTEGER NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (course_id, courseware_id)
    ) STRICT;
    CREATE INDEX course_item_courseware ON course_item (courseware_id);
    CREATE TABLE course_class (
      course_id INTEGER NOT NULL REFERENCES course (id) ON DELETE CASCADE,
      class_id INTEGER NOT NULL REFERENCES class (id) ON DELETE CASCADE,
      from_ms INTEGER,
      to_ms INTEGER,
      PRIMARY KEY (course_id, class_id)
    ) STRICT;
    CREATE INDEX course_class_class ON course_class (class_id);

    -- What somebody learned of a courseware, whichever of their courses and devices it came from.
    CREATE TABLE learn_progress (
      user_id INTEGER NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      course_id INTEGER NOT NULL REFERENCES course (id) ON DELETE CASCADE,
      courseware_id INTEGER NOT NULL REFERENCES courseware (id),
      spans TEXT NOT NULL,
      position INTEGER NOT NULL,
      position_ms INTEGER NOT NULL,
      learned_ms INTEGER NOT NULL,
      done INTEGER NOT NULL CHECK (done IN (0, 1)),
      updated_ms INTEGER NOT NULL,
      PRIMARY KEY (user_id, course_id, courseware_id)
    ) STRICT;
    CREATE INDEX learn_progress_course ON learn_progress (course_id, courseware_id);
    CREATE INDEX learn_progress_courseware ON learn_progress (courseware_id);
    -- Each stretch of learning once, with the time it took: nobody learns twice in the same minute.
    CREATE TABLE learn_mark (
      user_id INTEGER NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      mark_id TEXT NOT NULL,
      from_ms INTEGER NOT NULL,
      to_ms INTEGER NOT NULL,
      PRIMARY KEY (user_id, mark_id)
    ) STRICT;
    CREATE INDEX learn_mark_time ON learn_mark (user_id, to_ms, from_ms);

    -- Served to those alone who may learn what it belongs to, never by its name.
    ALTER TABLE upload ADD COLUMN guarded INTEGER NOT NULL DEFAULT 0;

    ALTER TABLE learner ADD COLUMN lessons INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE learner ADD COLUMN learned_ms INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX learner_lessons ON learner (school_id, lessons, user_id, class_id, status, marks);
    CREATE INDEX learner_learned_ms ON learner (school_id, learned_ms, user_id, class_id, status, marks);
`;

/** Converts the step's SQL from SQLite to PostgreSQL. */
const onPostgres = (text: string): string =>
  text
    .replaceAll('INTEGER PRIMARY KEY', 'bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY')
    .replaceAll('INTEGER', 'bigint')
    .replaceAll('TEXT NOT NULL COLLATE NOCASE', 'citext NOT NULL')
    .replaceAll(') STRICT;', ');');

/** Adds courses, courseware, learning progress and articles. */
export const learningMigration: Migration = { name: '0052-learning', sql, postgres: onPostgres(sql) };
