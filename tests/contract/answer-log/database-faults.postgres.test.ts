import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { createDataFolder } from '../../fixtures/data-folder.ts';
import { type OwnPostgres, startOwnPostgres } from '../../fixtures/postgres/postgres-place.ts';
import { createAnswerOp } from '../fixtures/answer-log-rig.ts';
import { readKeysOfServer, startServerProcess, type ServerProcess } from '../fixtures/server-process.ts';

const patient = { timeout: 60_000 };
/** Reply of a server that cannot store anything at present. A device then keeps the examinee's answers in its outbox and sends them again. */
const refused = { status: 503, code: 5000 };
const login = { login_name: 'nobody', login_pwd: 'wrong', school_id: 1, login_type: 1 };

let postgres: OwnPostgres;
let admin: pg.Client;
let server: ServerProcess;
let device: DeviceStream;
const url = () => Object.assign(new URL(postgres.url), { username: 'wenkao', password: 'geheim', pathname: 'wenkao' }).href;

/** Runs a statement as the database's administrator. The settings that the tests change do not affect this connection. */
async function run<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  return (await admin.query<T>(sql)).rows;
}
async function connectAdmin(): Promise<void> {
  admin = new pg.Client(Object.assign(new URL(postgres.url), { pathname: 'wenkao' }).href);
  admin.on('error', () => undefined);
  await admin.connect();
  await admin.query('SET synchronous_commit = off; SET default_transaction_read_only = off');
}
/** Resolves when a commit of this connection waits for a standby. */
const isHeld = async (connection: 'wenkao log' | 'wenkao lock'): Promise<void> => {
  await expect
    .poll(() => run(`SELECT 1 FROM pg_stat_activity WHERE application_name = '${connection}' AND wait_event = 'SyncRep'`), patient)
    .toHaveLength(1);
};
/** Makes every commit that must be on disk wait, as with a slow disk or an absent standby, until `releaseCommits`. */
const holdCommits = async (): Promise<void> => {
  await run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  await run('SELECT pg_reload_conf()');
  // The server commits at intervals on the connection of its lock. When such a commit waits, the setting has taken effect.
  await isHeld('wenkao lock');
};
const releaseCommits = async (): Promise<void> => {
  await run('ALTER SYSTEM RESET synchronous_standby_names');
  await run('SELECT pg_reload_conf()');
  await expect.poll(() => run("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"), patient).toEqual([]);
};
const isReady = async (): Promise<void> => {
  await expect.poll(() => server.readiness(), patient).toEqual({ status: 200 });
};

/** Resolves when a new connection is read-only. PostgreSQL signals all open connections before it applies a reloaded setting to a new one. */
const isReadOnly = async (): Promise<void> => {
  const settingOfNewConnection = async (): Promise<unknown> => {
    const client = new pg.Client(url());
    await client.connect();
    try {
      return (await client.query('SHOW default_transaction_read_only')).rows;
    } finally {
      await client.end();
    }
  };
  await expect.poll(settingOfNewConnection, patient).toEqual([{ default_transaction_read_only: 'on' }]);
};

/** Makes the next push of the device. */
const nextPush = () => device.push([createAnswerOp(1, 'A')]);
const push = (input: ReturnType<typeof nextPush>) => server.call('/sync/push', input);
const isStored = async (input: ReturnType<typeof nextPush>): Promise<void> => {
  await expect.poll(() => push(input), patient).toMatchObject({ code: 0, data: { ackedThrough: input.fromSeq } });
};

beforeAll(async () => {
  postgres = await startOwnPostgres({ synchronous_commit: 'on' });
  const first = new pg.Client(postgres.url);
  await first.connect();
  // Use the database role that the manual recommends: it owns the database and has no other rights.
  await first.query("CREATE ROLE wenkao LOGIN PASSWORD 'geheim'");
  await first.query("CREATE DATABASE wenkao OWNER wenkao TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'");
  await first.end();
  await connectAdmin();
  const folder = createDataFolder();
  server = await startServerProcess(folder, url());
  device = await DeviceStream.open(await readKeysOfServer(folder), 1, Date.now());
  const { code, msg } = await push(nextPush());
  if (code !== 0) throw new Error(msg);
}, 120_000);
afterAll(async () => {
  server.child.kill('SIGKILL');
  await admin.end();
  await postgres.stop();
});

describe('28: a database fault refuses pushes and calls, is logged and reported as not ready, and ends by itself', () => {
  test('read-only: a standby, or an administrator’s setting', patient, async () => {
    await run('ALTER SYSTEM SET default_transaction_read_only = on');
    await run('SELECT pg_reload_conf()');
    await isReadOnly();
    const input = nextPush();
    expect(await push(input)).toMatchObject(refused);
    expect(await server.call('/user/login', login)).toMatchObject({ ...refused, msg: expect.stringMatching(/^数据库暂时无法写入/) });
    expect(await server.readiness()).toEqual({ status: 503, reason: 'PostgreSQL is read-only' });
    await expect.poll(() => server.log(), patient).toContain('"reason":"PostgreSQL is read-only","msg":"this server is not ready');
    await run('ALTER SYSTEM RESET default_transaction_read_only');
    await run('SELECT pg_reload_conf()');
    await isStored(input);
    await isReady();
    await expect.poll(() => server.log(), patient).toContain('this server is ready again');
  });

  test('disk full (SQLSTATE 53100)', patient, async () => {
    await run("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space' USING ERRCODE = '53100'; END $$");
    for (const table of ['answer_log.entry', 'cluster.limit_state'])
      await run(`CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION full_disk()`);
    const input = nextPush();
    expect(await push(input)).toMatchObject(refused);
    expect(await server.call('/user/login', login)).toMatchObject({ ...refused, msg: expect.stringMatching(/^数据库暂时无法写入/) });
    expect(await server.readiness()).toEqual({ status: 503, reason: 'PostgreSQL has no space left' });
    await run('DROP FUNCTION full_disk CASCADE');
    await isStored(input);
    await isReady();
  });

  test('connection limit reached', patient, async () => {
    await run('ALTER ROLE wenkao CONNECTION LIMIT 1');
    const cut = () => run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name IN ('wenkao log', 'wenkao')");
    await cut();
    const input = nextPush();
    await expect.poll(() => push(input), patient).toMatchObject(refused);
    await expect
      .poll(() => server.call('/user/login', login), patient)
      .toMatchObject({ ...refused, msg: expect.stringMatching(/^数据库暂时连接不上/) });
    expect(await server.readiness()).toEqual({ status: 503, reason: 'PostgreSQL has no connection left to give' });
    await run('ALTER ROLE wenkao CONNECTION LIMIT -1');
    await isStored(input);
    await isReady();
  });

  test('slow: an answer is acknowledged only when its commit is on disk', patient, async () => {
    for (let times = 0; times < 3; times += 1) {
      await holdCommits();
      const input = nextPush();
      let isAnswered = false;
      const answer = push(input).finally(() => (isAnswered = true));
      await isHeld('wenkao log');
      expect([isAnswered, await server.readiness()]).toEqual([false, { status: 200 }]);
      await releaseCommits();
      expect(await answer).toMatchObject({ code: 0, data: { ackedThrough: input.fromSeq } });
    }
  });

  test('crash during a commit: nothing is acknowledged, and the repeated push is stored once', patient, async () => {
    await holdCommits();
    const input = nextPush();
    const answer = push(input);
    await isHeld('wenkao log');
    await postgres.crash(async () => {
      expect(await answer).toMatchObject(refused);
      expect(await push(input)).toMatchObject(refused);
      expect(await server.call('/user/login', login)).toMatchObject({ ...refused, msg: expect.stringMatching(/^数据库暂时连接不上/) });
      expect(await server.readiness()).toMatchObject({ status: 503, reason: 'PostgreSQL' });
    });
    await connectAdmin();
    await releaseCommits();
    await isStored(input);
    await isReady();
    const entries = await run<{ pos: string; from: string }>(
      "SELECT pos, body::json ->> 'fromSeq' AS from FROM answer_log.entry ORDER BY pos",
    );
    expect(entries.map(({ pos, from }) => [Number(pos), Number(from)])).toEqual(entries.map((_, at) => [at + 1, at + 1]));
    expect(entries).toHaveLength(input.fromSeq);
  });
});
