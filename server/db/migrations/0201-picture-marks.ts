import type { Migration } from '../opening/migrate.ts';

/** Adds a teacher's remarks on places in an answer's photos, as JSON. */
const sql = `ALTER TABLE task_mark ADD COLUMN pictures TEXT NOT NULL DEFAULT '';`;

export const pictureMarksMigration: Migration = { name: '0201-picture-marks', sql, postgres: sql };
