import type { Migration } from '../migration-plan.ts';

/**
 * Puts the school in front of each search word of a user and adds words for signs such as "·". Adds the id to the index of draft questions, so that
 * listing their ids reads no rows.
 */
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
