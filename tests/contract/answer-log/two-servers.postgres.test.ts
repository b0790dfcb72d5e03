import { randomBytes } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createDataFolder } from '../../fixtures/data-folder.ts';
import { createServerDatabase, type ServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { chooseByTestRun } from '../../fixtures/choose-by-test-run.ts';
import { expectServersLoseNothing, type StormFaults } from '../fixtures/kill-storm.ts';
import { startServerProcess, type ServerProcess } from '../fixtures/server-process.ts';

let database: ServerDatabase | undefined;
afterEach(async () => {
  await database?.drop();
  database = undefined;
});

const given = JSON.parse(process.env['STORM_FAULTS'] ?? '{}') as Partial<StormFaults>;
const twoServers = chooseByTestRun({
  landing: { kills: 3, crashes: 1, cuts: 1, cutMs: 2_000, freezes: 0, freezeMs: 0 },
  full: { kills: 100, crashes: 10, cuts: 5, cutMs: 30_000, freezes: 5, freezeMs: 90_000 },
});
const threeServers = chooseByTestRun({
  landing: { kills: 2, crashes: 0, cuts: 0, cutMs: 0, freezes: 0, freezeMs: 0 },
  full: { kills: 40, crashes: 4, cuts: 2, cutMs: 30_000, freezes: 2, freezeMs: 90_000 },
});

test('28.4, SY6, SY7: two servers and their database crash and freeze; no answer is lost or doubled', { timeout: 3_600_000 }, () =>
  expectServersLoseNothing({ servers: 2, routing: 'random', ...twoServers, ...given }),
);

test('SY6, SY7: no answer is lost or doubled while three servers crash and freeze (routing by school)', { timeout: 3_600_000 }, () =>
  expectServersLoseNothing({ servers: 3, routing: 'bySchool', ...threeServers, ...given }),
);

const settings = { WENKAO_MASTER_KEY: randomBytes(32).toString('hex') };

/** Counts how often a server took over the background work. */
const countDuties = ({ log }: ServerProcess): number => log().split('this server has taken over a background duty').length - 1;
const status = async ({ readiness }: ServerProcess): Promise<number> => (await readiness()).status;

test(
  'a frozen server loses the background work to the other one, and may take it over again after it wakes',
  { timeout: 300_000 },
  async () => {
    database = await createServerDatabase();
    if (!database) throw new Error('there is no PostgreSQL');
    const [folder, other] = [createDataFolder(), createDataFolder()];
    const first = await startServerProcess(folder, database.url, settings);
    symlinkSync(join(folder, 'uploads'), join(other, 'uploads'));
    const second = await startServerProcess(other, database.url, settings);
    try {
      expect([await status(first), await status(second)]).toEqual([200, 200]);
      expect([countDuties(first), countDuties(second)]).toEqual([1, 0]);
      first.child.kill('SIGSTOP');
      await expect.poll(() => countDuties(second), { timeout: 60_000 }).toBe(1);
      first.child.kill('SIGCONT');
      await expect.poll(() => status(first), { timeout: 60_000 }).toBe(200);
      expect(await second.stop()).toBe(0);
      await expect.poll(() => countDuties(first), { timeout: 60_000 }).toBe(2);
      expect(await first.stop()).toBe(0);
    } finally {
      for (const { child } of [first, second]) child.kill('SIGKILL');
    }
  },
);
