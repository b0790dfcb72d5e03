import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataFolder } from '../tests/fixtures/data-folder.ts';
import { createRawPostgres } from '../tests/fixtures/postgres/raw-postgres.ts';
import { createServerDatabase, type ServerDatabase } from '../tests/fixtures/postgres/server-database.ts';
import { openDataFolder } from './data-folder.ts';
import { lockDatabase } from './db/postgres/database-lock.ts';
import { isConnectionLost } from './db/postgres/connection-faults.ts';
import { moveModulesToPostgres } from './db/postgres/move-modules.ts';
import { createSchoolStore } from './modules/school/school-store.ts';

const logger = { warn: () => undefined, error: () => undefined };
const nowMs = Date.UTC(2026, 10, 27);
const school = { website: 'demo', title: '甲学院', record: '', config: {} };
const brief = { startWaitMs: 50, regainWaitMs: 50 };

let database: ServerDatabase;
let url: string;
beforeEach(async () => {
  const made = await createServerDatabase();
  if (!made) throw new Error('there is no PostgreSQL');
  database = made;
  url = made.url;
});
afterEach(() => database.drop());

const open = (folder: string) => openDataFolder(folder, nowMs, logger, { databaseUrl: url });
const endLockConnection = (): void =>
  void createRawPostgres(url)
    .prepare(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'wenkao lock'",
    )
    .all();

describe('a database on PostgreSQL', () => {
  it('25.6: is refused to an empty data folder once it has people, and to another folder with other keys', async () => {
    const [folder, empty, other] = [createDataFolder(), createDataFolder(), createDataFolder()];
    const first = await open(folder);
    await createSchoolStore(first.db).add(school, nowMs);
    await first.close();
    await expect(open(empty)).rejects.toThrow(/keys\.json is missing and the database \S+ can't be used without it: put the keys\.json/);
    expect(existsSync(join(empty, 'keys.json'))).toBe(false);
    await (await openDataFolder(other, nowMs, logger)).close();
    copyFileSync(join(other, 'keys.json'), join(empty, 'keys.json'));
    await expect(open(empty)).rejects.toThrow(/holds the keys \S+ and the database \S+ was made with the keys/);
    await (await open(folder)).close();
  });

  it('25.6: gets the id of its keys with everything else that is moved there', async () => {
    const folder = createDataFolder();
    const before = await openDataFolder(folder, nowMs, logger);
    await createSchoolStore(before.db).add(school, nowMs);
    await before.close();
    await moveModulesToPostgres(folder, url, nowMs);
    const rows = createRawPostgres(url).prepare('SELECT key_id FROM server_identity').all();
    expect(rows).toEqual([{ key_id: before.keys.keyId }]);
    await (await open(folder)).close();
  });

  it('28.4: is used by servers with the same keys and uploads, and meanwhile by no process that wants it alone', async () => {
    const [folder, other] = [createDataFolder(), createDataFolder()];
    const first = await open(folder);
    await createSchoolStore(first.db).add(school, nowMs);
    copyFileSync(join(folder, 'keys.json'), join(other, 'keys.json'));
    await expect(
      openDataFolder(other, nowMs, logger, { databaseUrl: url, memberTimes: { memberMs: 60_000, joinWaitMs: 50 } }),
    ).rejects.toThrow(
      /^uploads\/ in this data folder is not the folder that another running server uses: mount the same shared folder in both/,
    );
    rmSync(join(other, 'uploads'), { recursive: true });
    symlinkSync(join(folder, 'uploads'), join(other, 'uploads'));
    const second = await open(other);
    expect(second.keys.keyId).toBe(first.keys.keyId);
    await expect(lockDatabase(url, brief)).rejects.toThrow(/^another server is using the database \S+: stop that one, or give this one/);
    await Promise.all([first.close(), second.close()]);
    await (await lockDatabase(url, brief)).release();
  });

  it('28.4: a killed server leaves no lock, and its own folder starts again at once', async () => {
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      WENKAO_DATA: createDataFolder(),
      PORT: '0',
      WENKAO_LOG: 'error',
      WENKAO_DEMO: 'off',
      DATABASE_URL: url,
    };
    const running = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(running.stdout, 'data');
    running.kill('SIGKILL');
    await once(running, 'exit');
    const again = await open(env.WENKAO_DATA);
    expect(again.fault()).toBeNull();
    await again.close();
  });

  it('25.6: is written to by nobody while the lock is lost, and again once it is back', async () => {
    const folder = await open(createDataFolder());
    const add = (website: string) => createSchoolStore(folder.db).add({ ...school, website }, nowMs);
    // Holds the lock until `other` ends, so that the test cannot miss the moment without it.
    const other = new pg.Client(url);
    await other.connect();
    const taken = other.query('SELECT pg_advisory_lock(7361004)');
    endLockConnection();
    await taken;
    await expect.poll(() => folder.fault()).toBe('PostgreSQL');
    // Refused as if the connection were lost, so that players and forms retry.
    expect(isConnectionLost(await add('meanwhile').catch((error: unknown) => error))).toBe(true);
    await other.end();
    await expect.poll(() => folder.fault()).toBeNull();
    expect(typeof (await add('later'))).toBe('number');
    await folder.close();
  });

  it('25.6: ends the server that lost it to another', async () => {
    const lock = await lockDatabase(url, brief);
    const other = new pg.Client(url);
    await other.connect();
    const taken = other.query('SELECT pg_advisory_lock(7361004)');
    endLockConnection();
    await taken;
    expect((await lock.lost).message).toMatch(/^another server is using the database/);
    expect(lock.isHeld()).toBe(false);
    await lock.release();
    await other.end();
  });
});
