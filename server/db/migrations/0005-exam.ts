import type { Migration } from '../opening/migrate.ts';

export const examMigration: Migration = {
  name: '0005-exam',
  sql: `
    CREATE TABLE exam_plan (
      id INTEGER PRIMARY KEY,
      school_id INTEGER NOT NULL REFERENCES school (id),
      name TEXT NOT NULL,
      paper_id INTEGER NOT NULL REFERENCES paper (id),
      start_ms INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      entry_limit_ms INTEGER NOT NULL,
      earliest_hand_in_ms INTEGER NOT NULL,
      notice TEXT NOT NULL,
      published_ms INTEGER,
      version INTEGER NOT NULL DEFAULT 1,
      updated_by INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX exam_plan_start ON exam_plan (school_id, start_ms);
    CREATE INDEX exam_plan_name ON exam_plan (school_id, name);
    CREATE INDEX exam_plan_updated ON exam_plan (school_id, updated_ms);

    CREATE TABLE exam_examinee (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id),
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      ticket_no TEXT NOT NULL,
      attempt_id TEXT UNIQUE,
      seat_label TEXT NOT NULL DEFAULT '',
      device_id TEXT,
      epoch INTEGER NOT NULL DEFAULT 1,
      entered_ms INTEGER,
      PRIMARY KEY (plan_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX exam_examinee_user ON exam_examinee (user_id);

    CREATE TABLE exam_package (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id),
      variant TEXT NOT NULL,
      version INTEGER NOT NULL,
      paper_name TEXT NOT NULL,
      question_count INTEGER NOT NULL,
      total_points REAL NOT NULL,
      pass_points REAL NOT NULL,
      sections TEXT NOT NULL,
      sealed TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      content_key BLOB NOT NULL,
      PRIMARY KEY (plan_id, variant)
    ) STRICT;

    CREATE TABLE exam_item (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id),
      variant TEXT NOT NULL,
      item_id TEXT NOT NULL,
      section INTEGER NOT NULL,
      question_id INTEGER NOT NULL,
      question_version INTEGER NOT NULL,
      type INTEGER NOT NULL,
      points REAL NOT NULL,
      partial INTEGER NOT NULL CHECK (partial IN (0, 1)),
      answer_key TEXT NOT NULL,
      stem TEXT NOT NULL,
      options TEXT NOT NULL,
      analysis TEXT NOT NULL,
      PRIMARY KEY (plan_id, variant, item_id)
    ) STRICT;
  `,
};
