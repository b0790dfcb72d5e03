import type { Migration } from '../migration-plan.ts';

/** Adds the table of the schools' learning platforms, which open our courses by LTI 1.3. */
export const ltiPlatform: Migration = {
  name: '0023-lti-platform',
  sqlite: `
    CREATE TABLE lti_platform (
      school_id INTEGER PRIMARY KEY REFERENCES school (id) ON DELETE CASCADE,
      settings TEXT NOT NULL,
      version INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL
    ) STRICT;
  `,
  postgres: `
    CREATE TABLE lti_platform (
      school_id bigint PRIMARY KEY REFERENCES school (id) ON DELETE CASCADE,
      settings text NOT NULL,
      version bigint NOT NULL,
      updated_ms bigint NOT NULL
    );
  `,
};
