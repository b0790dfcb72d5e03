import type { Migration } from '../migrate.ts';

const sql = `
    -- Who chose which option, as JSON. What was made without is made anew when it is asked for.
    ALTER TABLE item_figure ADD COLUMN options TEXT NOT NULL DEFAULT '[]';
    DELETE FROM item_figure_plan;
`;

export const distractors: Migration = { name: '0190-distractors', sql, postgres: sql };
