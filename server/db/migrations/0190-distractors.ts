import type { Migration } from '../opening/migrate.ts';

const sql = `
    -- Who chose which option, as JSON. What was made without is made anew when it is asked for.
    ALTER TABLE item_figure ADD COLUMN options TEXT NOT NULL DEFAULT '[]';
    DELETE FROM item_figure_plan;
`;

export const distractorsMigration: Migration = { name: '0190-distractors', sql, postgres: sql };
