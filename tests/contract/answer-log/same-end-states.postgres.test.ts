import { expect, it } from 'vitest';
import { getPostgresUrl } from '../../fixtures/postgres/test-database.ts';
import { runSeeds } from '../../simulation/run-seeds.ts';

it('a simulation seed has the same end state on SQLite and PostgreSQL, and in every run', async () => {
  const job = { stopAfter: 1, postgres: getPostgresUrl() ?? '' };
  // Seed 5 simulates a server with its own log, and seed 8 servers that share a log.
  const [first, again] = [await runSeeds([5, 8], 1, job), await runSeeds([5, 8], 1, job)];
  expect(first.failed).toEqual([]);
  expect(first.passed).toBe(2);
  expect([...again.endStates]).toEqual([...first.endStates]);
});
