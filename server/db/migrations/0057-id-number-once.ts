import type { Migration } from '../migrate.ts';

// As `takenBy` looks: a teacher may sit an exam under an account of their own, and who only applies claims no number.
const index = (user: string) => `
  UPDATE ${user} SET id_number_index = NULL WHERE id IN (
    SELECT later.id FROM ${user} AS later JOIN ${user} AS first
      ON first.school_id = later.school_id AND first.id_number_index = later.id_number_index AND first.id < later.id
    WHERE first.status = 1 AND later.status = 1 AND first.user_type IN (7, 8) AND later.user_type IN (7, 8));
  CREATE UNIQUE INDEX user_id_number_once ON ${user} (school_id, id_number_index)
    WHERE id_number_index IS NOT NULL AND status = 1 AND user_type IN (7, 8);
`;

/** One enabled student or examinee a school for each ID number: what only a look guarded. Of two that stood there the later keeps the number, but can't sign in with it. */
export const idNumberOnce: Migration = { name: '0057-id-number-once', sql: index('user'), postgres: index('"user"') };
