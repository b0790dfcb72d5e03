import type { Migration } from '../migration-plan.ts';

/** Adds the table of reports that the cameras of exam PCs sent: outcome, time and picture of each. */
export const cameraReportTable: Migration = {
  name: '0022-camera-report',
  sqlite: `
    CREATE TABLE camera_report (
      attempt_id TEXT NOT NULL,
      item TEXT NOT NULL,
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id),
      kind TEXT NOT NULL CHECK (kind IN ('entry', 'still')),
      outcome TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      taken_ms INTEGER NOT NULL,
      received_ms INTEGER NOT NULL,
      sealed BLOB,
      PRIMARY KEY (attempt_id, item)
    ) STRICT;
    CREATE INDEX camera_report_plan ON camera_report (plan_id, user_id);
    CREATE INDEX camera_report_retained ON camera_report (plan_id) WHERE sealed IS NOT NULL;
  `,
  postgres: `
    CREATE TABLE camera_report (
      attempt_id text NOT NULL,
      item text NOT NULL,
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES "user" (id),
      kind text NOT NULL CHECK (kind IN ('entry', 'still')),
      outcome text NOT NULL,
      epoch bigint NOT NULL,
      taken_ms bigint NOT NULL,
      received_ms bigint NOT NULL,
      sealed bytea,
      PRIMARY KEY (attempt_id, item)
    );
    CREATE INDEX camera_report_plan ON camera_report (plan_id, user_id);
    CREATE INDEX camera_report_retained ON camera_report (plan_id) WHERE sealed IS NOT NULL;
  `,
};
