import type { Migration } from '../migrate.ts';

/** A doubt was kept as a sentence in one language: from now on as what it is, and whoever reads it says it in theirs. */
const codes = `
  UPDATE filing SET doubt = 'missing' WHERE doubt = '申报条件缺证明';
  UPDATE filing SET doubt = 'notMet' WHERE doubt = '申报条件不满足';
`;

export const filingDoubt: Migration = { name: '0155-filing-doubt', sql: codes, postgres: codes };
