import type { Migration } from '../migrate.ts';

/** What a teacher says of places of the photos on an answer, as JSON beside the words. */
const sql = `ALTER TABLE task_mark ADD COLUMN pictures TEXT NOT NULL DEFAULT '';`;

export const pictureMarks: Migration = { name: '0201-picture-marks', sql, postgres: sql };
