import type { Migration } from '../migration-plan.ts';

/** Adds the table of sign-ins of assessors on the day of an exam. */
export const assessorSignIn: Migration = {
  name: '0020-assessor-sign-in',
  sqlite: `
    CREATE TABLE assessor_sign_in (
      plan_id INTEGER NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES user (id),
      signed_in_ms INTEGER NOT NULL,
      PRIMARY KEY (plan_id, user_id)
    ) STRICT, WITHOUT ROWID;
  `,
  postgres: `
    CREATE TABLE assessor_sign_in (
      plan_id bigint NOT NULL REFERENCES exam_plan (id) ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES "user" (id),
      signed_in_ms bigint NOT NULL,
      PRIMARY KEY (plan_id, user_id)
    );
  `,
};
