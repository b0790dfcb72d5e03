import type { Migration } from '../opening/migrate.ts';

const columns = (int: string): string => `
  -- Of a picture, in pixels; NULL where it is none, or came before this was kept.
  ALTER TABLE upload ADD COLUMN width ${int};
  ALTER TABLE upload ADD COLUMN height ${int};
`;

export const pictureSizeMigration: Migration = { name: '0156-picture-size', sql: columns('INTEGER'), postgres: columns('bigint') };
