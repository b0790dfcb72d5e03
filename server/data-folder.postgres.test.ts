import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createSecretKey, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataFolder } from '../tests/fixtures/data-folder.ts';
import { createRawPostgres } from '../tests/fixtures/postgres/raw-postgres.ts';
import { createServerDatabase, type ServerDatabase } from '../tests/fixtures/postgres/server-database.ts';
import { openDataFolder } from './data-folder.ts';
import { lockDatabase } from './db/postgres/database-lock.ts';
import { isConnectionLost } from './db/postgres/database-faults.ts';
import { moveModulesToPostgres } from './db/opening/move-modules.ts';
import { createSchoolStore } from './features/people/school/school-store.ts';

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
/** Gives the database lock to `client` until that connection ends, by breaking the connection of the server that holds the lock. */
async function takeLockAway(client: pg.Client): Promise<void> {
  const raw = createRawPostgres(url);
  const inThisDatabase = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';
  const taken = client.query('SELECT pg_advisory_lock(7361004)');
  // The server takes the lock again at once, so `client` must already be waiting for it when the server's connection ends.
  const isWaiting = () =>
    raw.prepare(`SELECT 1 FROM pg_locks WHERE objid = 7361004 AND NOT granted AND ${inThisDatabase}`).get() !== undefined;
  await expect.poll(isWaiting).toBe(true);
  raw
    .prepare(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'wenkao lock'",
    )
    .all();
  await taken;
}

describe('a modules’ database on PostgreSQL', () => {
  it('is refused to a data folder without keys or with other keys once it holds people', async () => {
    const [folder, empty, other] = [createDataFolder(), createDataFolder(), createDataFolder()];
    const first = await open(folder);
    await createSchoolStore(first.db).add(school, nowMs);
    await first.close();
    await expect(open(empty)).rejects.toThrow(
      /keys\.json is missing and the database \S+ can't be used without it: restore the keys\.json/,
    );
    expect(existsSync(join(empty, 'keys.json'))).toBe(false);
    await (await openDataFolder(other, nowMs, logger)).close();
    copyFileSync(join(other, 'keys.json'), join(empty, 'keys.json'));
    await expect(open(empty)).rejects.toThrow(/holds the keys \S+ and the database \S+ was made with the keys/);
    await (await open(folder)).close();
  });

  it('records the id of the keys when the modules are moved there', async () => {
    const folder = createDataFolder();
    const before = await openDataFolder(folder, nowMs, logger);
    await createSchoolStore(before.db).add(school, nowMs);
    await before.close();
    await moveModulesToPostgres(folder, url, nowMs);
    const rows = createRawPostgres(url).prepare('SELECT key_id FROM server_identity').all();
    expect(rows).toEqual([{ key_id: before.keys.keyId }]);
    await (await open(folder)).close();
  });

  it('is required after a move, even if the move ended before it put the SQLite file away', async () => {
    const folder = createDataFolder();
    const before = await openDataFolder(folder, nowMs, logger);
    await createSchoolStore(before.db).add(school, nowMs);
    await before.close();
    // A folder of this name keeps wenkao.db from being renamed, as if the process had been killed before that step.
    mkdirSync(join(folder, 'wenkao.db.moved'));
    await expect(moveModulesToPostgres(folder, url, nowMs)).rejects.toThrow(/wenkao\.db/);
    await expect(openDataFolder(folder, nowMs, logger)).rejects.toThrow(/^the modules of \S+ are on PostgreSQL: set DATABASE_URL/);
    await expect(open(folder)).rejects.toThrow(/has a wenkao\.db, but DATABASE_URL names another database: remove one of them$/);
    rmSync(join(folder, 'wenkao.db'));
    const after = await open(folder);
    expect(await after.db.selectFrom('school').select('website').execute()).toEqual([{ website: 'demo' }]);
    await after.close();
  });

  it('is shared by servers with the same keys and uploads, and meanwhile refuses an exclusive lock', async () => {
    const [folder, other] = [createDataFolder(), createDataFolder()];
    const first = await open(folder);
    await createSchoolStore(first.db).add(school, nowMs);
    copyFileSync(join(folder, 'keys.json'), join(other, 'keys.json'));
    await expect(
      openDataFolder(other, nowMs, logger, { databaseUrl: url, memberTimes: { memberMs: 60_000, joinWaitMs: 50 } }),
    ).rejects.toThrow(
      /^the uploads of this server are not those of another running server: mount one shared folder as uploads\/ in both, or set the same S3_/,
    );
    rmSync(join(other, 'uploads'), { recursive: true });
    symlinkSync(join(folder, 'uploads'), join(other, 'uploads'));
    const second = await open(other);
    expect(second.keys.keyId).toBe(first.keys.keyId);
    await expect(lockDatabase(url, brief)).rejects.toThrow(/^another server is using the database \S+: stop it, or set DATABASE_URL/);
    await Promise.all([first.close(), second.close()]);
    await (await lockDatabase(url, brief)).release();
  });

  it('is shared by servers with one bucket and no shared folder, and refused with another bucket', async () => {
    const masterKey = createSecretKey(randomBytes(32));
    const s3 = { endpoint: 'http://127.0.0.1:1', bucket: 'wenkao', accessKeyId: 'id', secretAccessKey: 'secret', region: 'us-east-1' };
    const openWith = (bucket: string, memberTimes = { memberMs: 60_000, joinWaitMs: 50 }) =>
      openDataFolder(createDataFolder(), nowMs, logger, { databaseUrl: url, masterKey, s3: { ...s3, bucket }, memberTimes });
    const [first, second] = [await openWith('wenkao'), await openWith('wenkao')];
    await expect(openWith('other')).rejects.toThrow(/^the uploads of this server are not those of another running server/);
    await Promise.all([first.close(), second.close()]);
  });

  it('has no lock left after a server was killed, so that its data folder opens again at once', async () => {
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

  it('refuses writes while the server has lost its lock, and accepts them once the lock is back', async () => {
    const folder = await open(createDataFolder());
    const add = (website: string) => createSchoolStore(folder.db).add({ ...school, website }, nowMs);
    const other = new pg.Client(url);
    await other.connect();
    await takeLockAway(other);
    await expect.poll(() => folder.fault()).toBe('PostgreSQL');
    // The write is refused with the error of a lost connection, so that browsers try again.
    expect(isConnectionLost(await add('meanwhile').catch((error: unknown) => error))).toBe(true);
    await other.end();
    await expect.poll(() => folder.fault()).toBeNull();
    expect(typeof (await add('later'))).toBe('number');
    await folder.close();
  });

  it('reports its lock as lost if another server has taken it', async () => {
    const lock = await lockDatabase(url, brief);
    const other = new pg.Client(url);
    await other.connect();
    await takeLockAway(other);
    expect((await lock.fatalError).message).toMatch(/^another server is using the database/);
    expect(lock.isHeld()).toBe(false);
    await lock.release();
    await other.end();
  });
});

describe('keys in a database on PostgreSQL', () => {
  const masterKey = createSecretKey(randomBytes(32));
  const openWith = (folder: string, key: typeof masterKey | null = masterKey, recordingLogger = logger) =>
    openDataFolder(folder, nowMs, recordingLogger, { databaseUrl: url, masterKey: key });

  it('serve any empty data folder that has the master key', async () => {
    const [folder, other] = [createDataFolder(), createDataFolder()];
    const first = await openWith(folder);
    await createSchoolStore(first.db).add(school, nowMs);
    await first.close();
    const second = await openWith(other);
    expect(second.keys).toEqual(first.keys);
    await second.close();
    expect([folder, other].map((each) => existsSync(join(each, 'keys.json')))).toEqual([false, false]);
  });

  it('are not created by a start with a missing or wrong master key, which is refused', async () => {
    const folder = createDataFolder();
    await (await openWith(folder)).close();
    await expect(openWith(folder, null)).rejects.toThrow(
      /^the database \S+ holds keys encrypted with a master key: set WENKAO_MASTER_KEY or WENKAO_MASTER_KEY_FILE to that master key$/,
    );
    await expect(openWith(folder, createSecretKey(randomBytes(32)))).rejects.toThrow(
      /^WENKAO_MASTER_KEY is not the master key of the database \S+: set the one that its first server used$/,
    );
    expect(existsSync(join(folder, 'keys.json'))).toBe(false);
    await (await openWith(folder)).close();
  });

  it('come from keys.json at the first start with a master key, and the log line holds no secret', async () => {
    const [folder, other, foreign] = [createDataFolder(), createDataFolder(), createDataFolder()];
    const before = await open(folder);
    await createSchoolStore(before.db).add(school, nowMs);
    await before.close();
    const file = readFileSync(join(folder, 'keys.json'), 'utf8');
    copyFileSync(join(folder, 'keys.json'), join(other, 'keys.json'));
    const lines: unknown[] = [];
    const recordingLogger = { ...logger, warn: (...line: unknown[]) => void lines.push(line) };
    const after = await openWith(folder, masterKey, recordingLogger);
    expect(after.keys).toEqual(before.keys);
    await after.close();
    expect([existsSync(join(folder, 'keys.json')), readFileSync(join(folder, 'keys.json.moved'), 'utf8')]).toEqual([false, file]);
    expect(JSON.stringify(lines)).toContain('the keys are now in the database');
    const secrets = [...file.matchAll(/"([\w-]{43,})"/g)].map(([, secret]) => secret);
    expect(secrets.length).toBeGreaterThan(5);
    for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret);
    // `other` is the folder of another server with a copy of the same keys; its key file is renamed too. `foreign` has the keys of another database,
    // which are refused.
    await (await openWith(other)).close();
    expect(existsSync(join(other, 'keys.json'))).toBe(false);
    await (await openDataFolder(foreign, nowMs, logger)).close();
    for (const name of ['wenkao.db', 'log.db']) rmSync(join(foreign, name));
    await expect(openWith(foreign)).rejects.toThrow(/keys\.json holds the keys \S+ and the database \S+ was made with the keys/);
  });

  it('are found by commands with the master key, and refused without it', async () => {
    const folder = createDataFolder();
    const server = await openWith(folder);
    await createSchoolStore(server.db).add(school, nowMs);
    await server.close();
    const env = { PATH: process.env['PATH'], WENKAO_DATA: folder, DATABASE_URL: url };
    const run =
      (command: string, ...more: string[]) =>
      (extra: Record<string, string>) =>
        promisify(execFile)(process.execPath, [`server/run/${command}.ts`, ...more], { env: { ...env, ...extra } });
    const WENKAO_MASTER_KEY = masterKey.export().toString('base64');
    const create = run('admin-create', '--login', 'root', '--type', 'platform');
    expect((await create({ WENKAO_MASTER_KEY })).stdout).toContain('one-time password');
    expect((await run('audit-verify')({ WENKAO_MASTER_KEY })).stdout).toMatch(/^ok: 1 entries/);
    await expect(run('audit-verify')({})).rejects.toThrow(/holds keys encrypted with a master key: set WENKAO_MASTER_KEY/);
  });

  it('let a command of a newer version fail instead of migrating the database', async () => {
    const folder = createDataFolder();
    const server = await openWith(folder);
    await createSchoolStore(server.db).add(school, nowMs);
    await server.close();
    const applied = createRawPostgres(url);
    const newest = applied.prepare<[], { name: string }>('SELECT max(name) AS name FROM migration').get()?.name ?? '';
    applied.exec(`DELETE FROM migration WHERE name = '${newest}'`);
    const env = {
      PATH: process.env['PATH'],
      WENKAO_DATA: folder,
      DATABASE_URL: url,
      WENKAO_MASTER_KEY: masterKey.export().toString('base64'),
    };
    for (const args of [['admin-create', '--login', 'root', '--type', 'platform'], ['audit-verify']]) {
      const [command, ...more] = args;
      await expect(promisify(execFile)(process.execPath, [`server/run/${command}.ts`, ...more], { env })).rejects.toThrow(
        /made by an older version: start the server of this version first/,
      );
    }
    expect(applied.prepare('SELECT max(name) AS name FROM migration').get()).not.toEqual({ name: newest });
  });
});
