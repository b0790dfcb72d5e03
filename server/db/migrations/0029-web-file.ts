import type { Migration } from '../migration-plan.ts';

/** Adds the table with the files of the web application's last two builds. */
export const webFile: Migration = {
  name: '0029-web-file',
  sqlite: `
    CREATE TABLE web_file (
      path TEXT NOT NULL PRIMARY KEY,
      build TEXT NOT NULL,
      content BLOB NOT NULL,
      stored_ms INTEGER NOT NULL
    ) STRICT;
  `,
  postgres: `
    CREATE TABLE web_file (
      path text NOT NULL PRIMARY KEY,
      build text NOT NULL,
      content bytea NOT NULL,
      stored_ms bigint NOT NULL
    );
  `,
  runsWithOlder: true,
};
