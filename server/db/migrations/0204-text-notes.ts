import type { Migration } from '../migrate.ts';

/** What a teacher says of stretches of what is written on an answer, as JSON beside the words. */
const sql = `ALTER TABLE task_mark ADD COLUMN notes TEXT NOT NULL DEFAULT '';`;

export const textNotes: Migration = { name: '0204-text-notes', sql, postgres: sql };
