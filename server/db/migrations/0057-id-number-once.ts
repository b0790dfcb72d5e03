import type { Migration } from '../opening/migrate.ts';

// Same rule as `takenBy`: a teacher may have a second account to sit exams, and an applicant claims no ID number.
const index = (user: string) => `
  UPDATE ${user} SET id_number_index = NULL WHERE id IN (
    SELECT later.id FROM ${user} AS later JOIN ${user} AS first
      ON first.school_id = later.school_id AND first.id_number_index = later.id_number_index AND first.id < later.id
    WHERE first.status = 1 AND later.status = 1 AND first.user_type IN (7, 8) AND later.user_type IN (7, 8));
  CREATE UNIQUE INDEX user_id_number_once ON ${user} (school_id, id_number_index)
    WHERE id_number_index IS NOT NULL AND status = 1 AND user_type IN (7, 8);
`;

/**
 * Makes ID numbers unique among a school's enabled students and examinees; before, only a check in code did. If two users have the same
 * number, the later one keeps it in the sealed field, but loses the index and cannot sign in with it.
 */
export const idNumberOnceMigration: Migration = { name: '0057-id-number-once', sql: index('user'), postgres: index('"user"') };
