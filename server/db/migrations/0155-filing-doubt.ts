import type { Migration } from '../opening/migrate.ts';

/** Replaces the stored Chinese sentence of a doubt by a code, so that each reader gets it in their language. */
const codes = `
  UPDATE filing SET doubt = 'missing' WHERE doubt = '申报条件缺证明';
  UPDATE filing SET doubt = 'notMet' WHERE doubt = '申报条件不满足';
`;

export const applicationDoubtMigration: Migration = { name: '0155-filing-doubt', sql: codes, postgres: codes };
