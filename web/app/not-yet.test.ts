import { describe, expect, it } from 'vitest';
import { routeRows } from './routes.ts';
import { isNotYet } from './routes/not-yet.ts';

/** Pages of areas that later issues build: who builds one takes its line away, and nobody adds one. */
const later: readonly string[] = [];

/** Being built right now, or next: empty before this is done. */
const now: readonly string[] = [];

const missing = routeRows
  .filter(isNotYet)
  .map((row) => (routeRows.filter((other) => other.path === row.path).length === 1 ? row.path : `${row.path} (${String(row.access)})`));

describe('pages that are not there yet', () => {
  it('are these and no others', () => {
    expect(missing.filter((path) => ![...later, ...now].includes(path))).toEqual([]);
  });

  it('are taken off the list when they come', () => {
    expect([...later, ...now].filter((path) => !missing.includes(path))).toEqual([]);
  });
});
