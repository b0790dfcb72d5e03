import type { Migration } from '../opening/migrate.ts';

export const questionBankMigration: Migration = {
  name: '0013-question-bank',
  sql: `
    -- The certified bank belongs to no school, and SQLite can't make a column nullable: the table is made anew, and with it what refers to it.
    CREATE TABLE question_next (
      id INTEGER PRIMARY KEY,
      -- NULL: the certified bank.
      school_id INTEGER REFERENCES school (id),
      type INTEGER NOT NULL,
      status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
      stem TEXT NOT NULL,
      options TEXT NOT NULL,
      answer_key TEXT NOT NULL,
      analysis TEXT NOT NULL,
      difficulty INTEGER NOT NULL,
      uniformity INTEGER NOT NULL DEFAULT 2,
      category TEXT NOT NULL,
      -- JSON list; question_tag has them one by one.
      tags TEXT NOT NULL DEFAULT '[]',
      source TEXT NOT NULL,
      score_hint REAL,
      prof_id INTEGER REFERENCES profession (id),
      trade_id INTEGER REFERENCES profession_trade (id) ON DELETE SET NULL,
      level INTEGER CHECK (level BETWEEN 1 AND 5),
      -- Of the detail table, from the top down; '' for none.
      point_code TEXT NOT NULL DEFAULT '',
      plain TEXT NOT NULL,
      hash TEXT NOT NULL,
      -- JSON list of the bands it has in question_band.
      bands TEXT NOT NULL DEFAULT '[]',
      used_count INTEGER NOT NULL DEFAULT 0,
      exposed_count INTEGER NOT NULL DEFAULT 0,
      last_used_ms INTEGER,
      version INTEGER NOT NULL DEFAULT 1,
      created_by INTEGER NOT NULL,
      created_ms INTEGER NOT NULL,
      updated_by INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL
    ) STRICT;
    INSERT INTO question_next
      (id, school_id, type, status, stem, options, answer_key, analysis, difficulty, category, source, plain, hash, used_count, exposed_count,
       last_used_ms, version, created_by, created_ms, updated_by, updated_ms)
    SELECT id, school_id, type, 2, stem, options, answer_key, analysis, difficulty, category, source, plain, hash,
      (SELECT count(DISTINCT plan_id) FROM exam_item WHERE question_id = question.id),
      (SELECT count(*) FROM exam_examinee WHERE plan_id IN (SELECT plan_id FROM exam_item WHERE question_id = question.id)),
      (SELECT max(start_ms) FROM exam_plan WHERE id IN (SELECT plan_id FROM exam_item WHERE question_id = question.id)),
      version, created_by, created_ms, created_by, created_ms
    FROM question;
    CREATE TEMP TABLE paper_question_kept AS SELECT * FROM paper_question;
    DROP TABLE paper_question;
    DROP TABLE question;
    ALTER TABLE question_next RENAME TO question;

    CREATE TABLE paper_question (
      paper_id INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
      section INTEGER NOT NULL,
      position INTEGER NOT NULL,
      question_id INTEGER NOT NULL REFERENCES question (id),
      PRIMARY KEY (paper_id, section, position)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX paper_question_once ON paper_question (paper_id, question_id);
    CREATE INDEX paper_question_question ON paper_question (question_id);
    INSERT INTO paper_question SELECT * FROM paper_question_kept;
    DROP TABLE paper_question_kept;
    CREATE INDEX exam_item_question ON exam_item (question_id);

    -- Whatever a list is filtered and sorted by stands in one index: a page is found without touching the texts.
    CREATE INDEX question_list ON question
      (school_id, status, type, difficulty, uniformity, prof_id, level, point_code, category, used_count, updated_ms);
    CREATE INDEX question_pool ON question (school_id, type, status, category, hash);
    CREATE INDEX question_category ON question (school_id, category, type);
    -- Not unique: a teacher may import a duplicate on purpose.
    CREATE INDEX question_hash ON question (school_id, hash);
    -- For what refers to it.
    CREATE INDEX question_prof ON question (prof_id) WHERE prof_id IS NOT NULL;
    CREATE INDEX question_trade ON question (trade_id) WHERE trade_id IS NOT NULL;
    CREATE INDEX question_created_by ON question (created_by);

    CREATE TABLE question_tag (
      question_id INTEGER NOT NULL REFERENCES question (id) ON DELETE CASCADE,
      -- School, or 0 for the certified bank.
      bank_id INTEGER NOT NULL,
      tag TEXT NOT NULL,
      PRIMARY KEY (question_id, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX question_tag_bank ON question_tag (bank_id, tag, question_id);

    -- What version n changed: the values its fields had before. Version 1 has no row.
    CREATE TABLE question_version (
      question_id INTEGER NOT NULL REFERENCES question (id) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      event TEXT NOT NULL,
      -- JSON object: field of the contract → its value in version n - 1.
      before TEXT NOT NULL,
      note TEXT NOT NULL DEFAULT '',
      user_id INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      PRIMARY KEY (question_id, version)
    ) STRICT, WITHOUT ROWID;

    -- Categories that somebody made; one that a question has needn't stand here.
    CREATE TABLE question_folder (
      bank_id INTEGER NOT NULL,
      path TEXT NOT NULL,
      PRIMARY KEY (bank_id, path)
    ) STRICT, WITHOUT ROWID;

    -- Near-duplicates share a band: see question-sketch.ts. The bank is part of the hash.
    CREATE TABLE question_band (
      band INTEGER NOT NULL,
      question_id INTEGER NOT NULL,
      PRIMARY KEY (band, question_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
