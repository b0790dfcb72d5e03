import type { Migration } from '../opening/migrate.ts';

/** The search words of a user begin with the school and hold signs. The index of drafts gives their ids without their rows. */
export const personWordsBySchool: Migration = {
  name: '0004-person-words-by-school',
  sqlite: `
    DROP INDEX question_draft;
    CREATE INDEX question_draft ON question (school_id, created_by, id) WHERE status = 0;
  `,
  postgres: `
    DROP INDEX question_draft;
    CREATE INDEX question_draft ON question (school_id, created_by, id) WHERE status = 0;
  `,
  rebuildsPersonWords: true,
};
