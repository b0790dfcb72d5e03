import { afterEach, test } from 'vitest';
import { createServerDatabase, type ServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { expectTwoServersLoseNothing } from '../fixtures/kill-storm.ts';

let database: ServerDatabase | undefined;
afterEach(() => database?.drop());

test(
  '28.4, SY6, SY7: of two servers either may die while devices push to both at random: nothing is lost, doubled or quarantined',
  { timeout: 3_600_000 },
  async () => {
    database = await createServerDatabase();
    if (!database) throw new Error('there is no PostgreSQL');
    await expectTwoServersLoseNothing(database.url);
  },
);
