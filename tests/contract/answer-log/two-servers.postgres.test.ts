import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createDataFolder } from '../../fixtures/data-folder.ts';
import { createServerDatabase, type ServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { chooseByRun } from '../../fixtures/choose-by-run.ts';
import { expectTwoServersLoseNothing, type StormFaults } from '../fixtures/kill-storm.ts';

let database: ServerDatabase | undefined;
afterEach(async () => {
  await database?.drop();
  database = undefined;
});

const faults = {
  ...chooseByRun({
    landing: { kills: 3, crashes: 1, cuts: 1, cutMs: 2_000, freezes: 0, freezeMs: 0 },
    full: { kills: 100, crashes: 10, cuts: 5, cutMs: 30_000, freezes: 5, freezeMs: 90_000 },
  }),
  ...(JSON.parse(process.env['STORM_FAULTS'] ?? '{}') as Partial<StormFaults>),
};

test(
  '28.4, SY6, SY7: servers die, freeze and lose the database, which crashes, while devices push to both: nothing is lost or doubled',
  { timeout: 3_600_000 },
  () => expectTwoServersLoseNothing(faults),
);

const masterKey = randomBytes(32).toString('hex');

/** Starts a whole server. `duties`: how often it took over the background work. */
async function startServer(folder: string, databaseUrl: string) {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    WENKAO_DATA: folder,
    PORT: '0',
    WENKAO_LOG: 'info',
    WENKAO_DEMO: 'off',
    DATABASE_URL: databaseUrl,
    WENKAO_MASTER_KEY: masterKey,
  };
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stderr.on('data', (part: Buffer) => void (log += part.toString()));
  const [started] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\/\/\S+/.exec(started.toString())?.[0] ?? expect.fail(`no address: ${started.toString()}`);
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ((await once(child, 'exit')) as [number | null])[0];
  };
  const status = async (): Promise<number> => (await fetch(new URL('/readyz', url))).status;
  return { child, stop, status, duties: () => log.split('this server has taken over the duty').length - 1 };
}

test(
  '28.4: a frozen server loses the background work to the other one, and takes part again when it wakes',
  { timeout: 300_000 },
  async () => {
    database = await createServerDatabase();
    if (!database) throw new Error('there is no PostgreSQL');
    const [folder, other] = [createDataFolder(), createDataFolder()];
    const first = await startServer(folder, database.url);
    symlinkSync(join(folder, 'uploads'), join(other, 'uploads'));
    const second = await startServer(other, database.url);
    try {
      expect([await first.status(), await second.status()]).toEqual([200, 200]);
      expect([first.duties(), second.duties()]).toEqual([1, 0]);
      first.child.kill('SIGSTOP');
      await expect.poll(() => second.duties(), { timeout: 60_000 }).toBe(1);
      first.child.kill('SIGCONT');
      await expect.poll(() => first.status(), { timeout: 60_000 }).toBe(200);
      expect(await second.stop()).toBe(0);
      await expect.poll(() => first.duties(), { timeout: 60_000 }).toBe(2);
      expect(await first.stop()).toBe(0);
    } finally {
      for (const { child } of [first, second]) child.kill('SIGKILL');
    }
  },
);
