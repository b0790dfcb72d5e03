import type { Migration } from '../opening/migrate.ts';

const column = (integer: string): string => `
  -- 1: the machine's browser refused the offline program, because it does not trust the certificate.
  ALTER TABLE exam_ready ADD COLUMN untrusted ${integer} NOT NULL DEFAULT 0 CHECK (untrusted IN (0, 1));
`;

/** Marks machines of a room that reached the server past a certificate warning. */
export const machineCertificateMigration: Migration = {
  name: '0220-machine-certificate',
  sql: column('INTEGER'),
  postgres: column('bigint'),
};
