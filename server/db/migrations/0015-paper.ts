import type { Migration } from '../opening/migrate.ts';

export const paperVariantsMigration: Migration = {
  name: '0015-paper',
  sql: `
    ALTER TABLE paper ADD COLUMN kind TEXT NOT NULL DEFAULT 'exam' CHECK (kind IN ('exam', 'test', 'homework', 'exercise'));
    ALTER TABLE paper ADD COLUMN variant_count INTEGER NOT NULL DEFAULT 1 CHECK (variant_count BETWEEN 1 AND 4);
    -- JSON of the contract's paperBlueprint.
    ALTER TABLE paper ADD COLUMN blueprint TEXT;
    -- JSON of a section's difficulty mix, tags and level; its categories stand beside.
    ALTER TABLE paper_section ADD COLUMN rule TEXT NOT NULL DEFAULT '{}';
    -- A list is counted and ordered within the index, whatever kind and status it asks for.
    DROP INDEX paper_school;
    DROP INDEX paper_name;
    CREATE INDEX paper_updated ON paper (school_id, updated_ms, kind, status);
    CREATE INDEX paper_kind ON paper (school_id, kind, updated_ms, status);
    CREATE INDEX paper_name ON paper (school_id, name, kind, status);
    CREATE INDEX paper_points ON paper (school_id, total_points, kind, status);
    CREATE INDEX exam_plan_paper ON exam_plan (paper_id);

    CREATE TABLE paper_question_next (
      paper_id INTEGER NOT NULL REFERENCES paper (id) ON DELETE CASCADE,
      variant TEXT NOT NULL CHECK (variant IN ('A', 'B', 'C', 'D')),
      section INTEGER NOT NULL,
      position INTEGER NOT NULL,
      question_id INTEGER NOT NULL REFERENCES question (id),
      locked INTEGER NOT NULL CHECK (locked IN (0, 1)),
      PRIMARY KEY (paper_id, variant, section, position)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO paper_question_next SELECT paper_id, 'A', section, position, question_id, 0 FROM paper_question;
    DROP TABLE paper_question;
    ALTER TABLE paper_question_next RENAME TO paper_question;
    -- No question stands in a variant twice, whatever drew it.
    CREATE UNIQUE INDEX paper_question_once ON paper_question (paper_id, variant, question_id);
    CREATE INDEX paper_question_question ON paper_question (question_id);

    -- Which of the plan's papers somebody sits, given by the order of the seats.
    ALTER TABLE exam_examinee ADD COLUMN variant TEXT NOT NULL DEFAULT 'A';
  `,
};
