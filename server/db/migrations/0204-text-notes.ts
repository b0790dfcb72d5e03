import type { Migration } from '../opening/migrate.ts';

/** Adds a teacher's notes on passages of an answer's text, as JSON. */
const sql = `ALTER TABLE task_mark ADD COLUMN notes TEXT NOT NULL DEFAULT '';`;

export const textNotesMigration: Migration = { name: '0204-text-notes', sql, postgres: sql };
