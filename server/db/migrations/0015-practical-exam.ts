import type { Migration } from '../migration-plan.ts';

/** Adds the table of draws: which station and task sheet each examinee got by lot in the practical part of an exam. */
export const practicalExam: Migration = {
  name: '0015-practical-exam',
  sqlite: `
    CREATE TABLE station_draw (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      setup TEXT NOT NULL,
      seed INTEGER NOT NULL,
      people TEXT NOT NULL,
      result TEXT NOT NULL,
      reason TEXT NOT NULL,
      drawn_by INTEGER NOT NULL,
      drawn_ms INTEGER NOT NULL,
      published_by INTEGER,
      published_ms INTEGER,
      PRIMARY KEY (plan_id, number)
    ) STRICT;
  `,
  postgres: `
    CREATE TABLE station_draw (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      number bigint NOT NULL,
      setup text NOT NULL,
      seed bigint NOT NULL,
      people text NOT NULL,
      result text NOT NULL,
      reason text NOT NULL,
      drawn_by bigint NOT NULL,
      drawn_ms bigint NOT NULL,
      published_by bigint,
      published_ms bigint,
      PRIMARY KEY (plan_id, number)
    );
  `,
};
