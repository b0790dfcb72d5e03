import { afterEach, test } from 'vitest';
import { createServerDatabase, type ServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { expectStormLosesNothing } from '../fixtures/kill-storm.ts';

let database: ServerDatabase | undefined;
afterEach(() => database?.drop());

test(
  'SY6, SY7: a server killed and replaced without its disk loses no acknowledged answer and counts none twice',
  { timeout: 600_000 },
  async () => {
    database = await createServerDatabase();
    if (!database) throw new Error('there is no PostgreSQL');
    await expectStormLosesNothing(database.url);
  },
);
