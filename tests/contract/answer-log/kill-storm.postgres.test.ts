import { afterEach, test } from 'vitest';
import { createServerDatabase, type ServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { expectStormLosesNothing } from '../fixtures/kill-storm.ts';

let database: ServerDatabase | undefined;
afterEach(() => database?.drop());

test(
  'SY6, SY7: a machine that is lost with its disk costs no acknowledged answer, and none counts twice',
  { timeout: 600_000 },
  async () => {
    database = await createServerDatabase();
    if (!database) throw new Error('there is no PostgreSQL');
    await expectStormLosesNothing(database.url);
  },
);
