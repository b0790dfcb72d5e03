import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { requestKeyHeader } from '../../../sync/contract/call.ts';
import { apiErrors } from '../../../sync/contract/errors.ts';
import { openPostgres } from '../../../server/db/postgres/open-postgres.ts';
import { createSyncReads } from '../../../server/answer-log/calls/sync-reads.ts';
import { makeKeysFile } from '../../../server/answer-log/log/server-keys.ts';
import { createDataFolder } from '../../fixtures/data-folder.ts';
import { openDatabaseLink } from '../../fixtures/postgres/database-link.ts';
import { makePostgresFolder, type OwnPostgres, startOwnPostgres } from '../../fixtures/postgres/postgres-place.ts';
import { seededPassword, seedTwoSchools } from '../../fixtures/server/seeded-schools.ts';
import { type DrillDevice, expectAllOnce, FailoverDrill, query } from '../fixtures/failover-drill.ts';
import { createRoomDraft } from '../fixtures/resource-drafts.ts';
import { startServerProcess } from '../fixtures/server-process.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const patient = { timeout: 120_000 };
const durable = { synchronous_commit: 'on' };

async function start(settings: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const postgres = await startOwnPostgres({ ...durable, ...settings });
  closers.push(() => postgres.stop());
  return postgres;
}

/** Starts a standby of `primary`. Returns the standby and the network link over which it receives the WAL. */
async function startStandby(primary: OwnPostgres) {
  const link = await openDatabaseLink(primary.url);
  closers.push(() => link.close());
  const { hostname: host, port, username: user, password } = new URL(link.url);
  const conninfo = `host=${host} port=${port} user=${user} password=${password} application_name=standby`;
  const standby = await (await primary.backUp()).start('standby', { ...durable, primary_conninfo: conninfo });
  closers.push(() => standby.stop());
  return { standby, link };
}

async function startDrill(primary: OwnPostgres): Promise<FailoverDrill> {
  const drill = await FailoverDrill.start(primary);
  closers.push(() => drill.end());
  return drill;
}

/** Resolves when the standby has replayed everything that the primary has written. */
const isCaughtUp = async (primary: OwnPostgres, standby: OwnPostgres): Promise<void> => {
  const [row] = await query<{ lsn: string }>(primary.url, 'SELECT pg_current_wal_flush_lsn()::text AS lsn');
  await expect
    .poll(() => query(standby.url, `SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}' AS done`), patient)
    .toEqual([{ done: true }]);
};

const formatSeconds = (fromMs: number, toMs = performance.now()): string => `${((toMs - fromMs) / 1000).toFixed(1)} s`;
/** Describes for the report of the run how long a drill took and what the PCs sent again. */
const describeDrill = (drill: FailoverDrill, failedMs: number): string =>
  `${formatSeconds(failedMs)} until everything was acknowledged again, ${drill.repeatedOps} ops sent again`;

const lost = /^wenkao ends: the answer log on PostgreSQL is another one than before/;

test(
  '28.6, SY8, SY15: a lagging standby is promoted, and the PCs send the missing ops again',
  { timeout: 300_000 },
  async ({ annotate }) => {
    const primary = await start();
    const drill = await startDrill(primary);
    const { standby, link } = await startStandby(primary);
    for (let n = 0; n < 6; n += 1) await drill.addDevice();
    drill.answerAll(1, 10);
    const before = await drill.isDelivered();
    await isCaughtUp(primary, standby);
    link.cut();
    drill.answerAll(11, 10);
    const [first, second, third] = drill.devices;
    if (!first || !second || !third) throw new Error('there are no PCs');
    await second.handIn();
    await drill.isDelivered();
    // Two moves to another PC that only the primary knows, because the standby is cut off. One of the new PCs has answered.
    const grant = ({ attemptId }: DrillDevice) =>
      drill.inServer(primary, (answerLog) => createSyncReads(answerLog).grantEpoch(attemptId, 7));
    (await drill.addDevice({ attemptId: first.attemptId, epoch: await grant(first) })).answer(1, 'at the other PC');
    await grant(third);
    await drill.isDelivered();
    await expect.poll(() => second.receipt?.serverEpoch, patient).toBe(before);

    const acknowledged = drill.noteAcknowledged();
    const failedMs = performance.now();
    await primary.kill();
    for (const device of [first, third]) device.answer(21, 'while the database is away');
    drill.moveTo(standby);
    await query(standby.url, 'SELECT pg_promote()');
    const stored = await drill.readStored(standby);
    expect([...acknowledged].map(([stream, seq]) => seq - (stored.get(stream) ?? 0))).toEqual([10, 11, 10, 10, 10, 10, 1]);
    const others = drill.devices.filter((device) => device !== second);
    const after = await drill.isDelivered(before, others);
    await annotate(describeDrill(drill, failedMs));
    // A PC with a receipt asks for the server epoch only every five minutes (`archived-attempt.test.ts`), or at once after `online`.
    second.online();
    expect(await drill.isDelivered(before)).toBe(after);
    for (const { ends } of drill.servers) expect(ends).toEqual([expect.stringMatching(lost)]);
    for (const device of others) await device.handIn();
    await expect
      .poll(() => drill.devices.slice(1).map(({ receipt }) => receipt?.serverEpoch), patient)
      .toEqual(drill.devices.slice(1).map(() => after));
    const boards = await expectAllOnce(drill, standby, after);
    // The projections of all servers have caught up with the log.
    await expect.poll(() => drill.readMetric('projection_behind'), patient).toEqual([0, 0]);
    expect(boards.map(({ epoch, answered, concerns }) => [epoch, answered, concerns.epochDisputed])).toEqual([
      [2, 21, false],
      [1, 20, false],
      [1, 21, false],
      [1, 20, false],
      [1, 20, false],
      [1, 20, false],
      [2, 21, false],
    ]);
  },
);

test('a promoted synchronous standby has every acknowledged op', { timeout: 300_000 }, async ({ annotate }) => {
  const primary = await start();
  const drill = await startDrill(primary);
  const { standby } = await startStandby(primary);
  await query(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await query(primary.url, 'SELECT pg_reload_conf()');
  await expect.poll(() => query(primary.url, 'SELECT sync_state FROM pg_stat_replication'), patient).toEqual([{ sync_state: 'sync' }]);
  for (let n = 0; n < 6; n += 1) await drill.addDevice();
  drill.answerAll(1, 150);
  const before = await drill.isDelivered();
  // Kill the primary while answers arrive.
  drill.answerAll(151, 20);
  await expect.poll(() => drill.devices.some(({ acknowledged }) => acknowledged.ackedSeq > 150), patient).toBe(true);
  await primary.kill();
  const failedMs = performance.now();
  const acknowledged = drill.noteAcknowledged();
  drill.moveTo(standby);
  await query(standby.url, 'SELECT pg_promote()');
  const stored = await drill.readStored(standby);
  for (const [stream, seq] of acknowledged) expect(stored.get(stream)).toBeGreaterThanOrEqual(seq);
  const after = await drill.isDelivered(before);
  await annotate(describeDrill(drill, failedMs));
  await expectAllOnce(drill, standby, after);
});

/** Makes calls of an account at any server of the drill. `key`: idempotency key. */
const createCaller = (drill: FailoverDrill, token: string) => (path: string, body: unknown, key?: string) => {
  const server = drill.servers.find(({ current }) => current)?.current ?? expect.fail('no server is up');
  return server.call(path, body, { 'x-token': token, ...(key !== undefined && { [requestKeyHeader]: key }) });
};
test(
  'answers continue on the promoted standby after the primary’s machine vanishes without closing connections',
  { timeout: 300_000 },
  async ({ annotate }) => {
    const primary = await start();
    const drill = await startDrill(primary);
    const { standby } = await startStandby(primary);
    for (let n = 0; n < 6; n += 1) await drill.addDevice();
    drill.answerAll(1, 10);
    const before = await drill.isDelivered();
    await isCaughtUp(primary, standby);
    // The answers to items 11 to 20 are not acknowledged yet when the primary's machine vanishes.
    drill.answerAll(11, 10);
    drill.noteAcknowledged();
    const failedMs = performance.now();
    drill.moveTo(standby, true);
    await primary.kill();
    await query(standby.url, 'SELECT pg_promote()');
    const after = await drill.isDelivered(before);
    await annotate(describeDrill(drill, failedMs));
    await expectAllOnce(drill, standby, after);
  },
);

test('both servers stop and restart during an exam, as for an upgrade, and lose no answer', { timeout: 300_000 }, async ({ annotate }) => {
  const primary = await start();
  const drill = await startDrill(primary);
  for (let n = 0; n < 6; n += 1) await drill.addDevice();
  drill.answerAll(1, 10);
  const epoch = await drill.isDelivered();
  drill.answerAll(11, 10);
  drill.noteAcknowledged();
  const stoppedMs = performance.now();
  expect(await drill.stopServers()).toEqual([0, 0]);
  const awayMs = performance.now();
  drill.answerAll(21, 10);
  drill.startServers();
  await drill.isServing();
  await annotate(`${formatSeconds(stoppedMs, awayMs)} to stop both, ${formatSeconds(awayMs)} until both were ready`);
  expect(await drill.isDelivered()).toBe(epoch);
  await annotate(describeDrill(drill, stoppedMs));
  expect(drill.repeatedOps).toBe(0);
  await expectAllOnce(drill, primary, null);
});

test('one of two servers is killed and the other stopped during an exam, and no answer is lost', { timeout: 300_000 }, async () => {
  const primary = await start();
  const drill = await startDrill(primary);
  const [first, second] = drill.servers;
  if (!first || !second) throw new Error('there are no servers');
  for (let n = 0; n < 6; n += 1) await drill.addDevice();
  drill.answerAll(1, 10);
  const epoch = await drill.isDelivered();
  drill.answerAll(11, 20);
  await first.stop('SIGKILL');
  drill.answerAll(31, 5);
  expect(await drill.isDelivered()).toBe(epoch);
  first.start();
  await drill.isServing();
  drill.answerAll(36, 5);
  expect(await second.stop('SIGTERM')).toBe(0);
  for (const device of drill.devices) await device.handIn();
  expect(await drill.isDelivered()).toBe(epoch);
  await expect.poll(() => drill.devices.map(({ receipt }) => receipt?.serverEpoch), patient).toEqual(drill.devices.map(() => epoch));
  second.start();
  await drill.isServing();
  await expectAllOnce(drill, primary, null);
});

test('a start on a standby, without keys, or with other keys on a promoted standby is refused in one sentence', async () => {
  const primary = await start();
  const drill = await startDrill(primary);
  const { standby } = await startStandby(primary);
  await isCaughtUp(primary, standby);
  await drill.stopServers();
  const startAt = (folder: string) =>
    startServerProcess(folder, drill.at(standby)).then(
      () => 'started',
      (error: Error) => /^wenkao could not start: .*$/m.exec(error.message)?.[0],
    );
  const folder = createDataFolder();
  expect(await startAt(folder)).toMatch(/: PostgreSQL at \S+ is read-only: it is a standby, or default_transaction_read_only is set$/);
  await primary.kill();
  await query(standby.url, 'SELECT pg_promote()');
  expect(await startAt(folder)).toMatch(/keys\.json is missing and the database \S+ can't be used without it: restore the keys\.json/);
  await makeKeysFile(join(folder, 'keys.json'));
  expect(await startAt(folder)).toMatch(/keys\.json holds the keys \S+ and the database \S+ was made with the keys/);
});

/** Verifies the audit log as an administrator does, and returns what the command prints. `knownHeads`: an earlier output, whose heads the log must still contain. */
async function verifyAudit(drill: FailoverDrill, postgres: OwnPostgres, knownHeads?: string): Promise<string> {
  const folder = drill.servers[0]?.folder ?? '';
  const file = join(folder, 'noted-heads.txt');
  if (knownHeads !== undefined) writeFileSync(file, knownHeads);
  const args = ['server/run/audit-verify.ts', ...(knownHeads === undefined ? [] : ['--heads', file])];
  const env = { ...process.env, WENKAO_DATA: folder, DATABASE_URL: drill.at(postgres) };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout;
}
const signIn = async (drill: FailoverDrill): Promise<ReturnType<typeof createCaller>> => {
  const teacher = { login_name: 'type6', login_pwd: seededPassword, school_id: 2 };
  const { data, msg } = await createCaller(drill, '')('/user/login', teacher);
  return createCaller(drill, (data as { token?: string } | null)?.token ?? expect.fail(msg));
};

test('a restore during an exam, from a base backup and archived WAL, loses no answer', { timeout: 300_000 }, async ({ annotate }) => {
  const archive = makePostgresFolder();
  closers.push(() => rmSync(archive, { recursive: true }));
  const primary = await start({ archive_mode: 'on', archive_command: `cp %p ${archive}/%f` });
  const drill = await startDrill(primary);
  const modules = await openPostgres(drill.at(primary), 0);
  await seedTwoSchools(modules.db).finally(() => modules.close());
  const backup = await primary.backUp();
  for (let n = 0; n < 6; n += 1) await drill.addDevice();
  const early = await signIn(drill);
  const [oldKey, newKey] = [randomUUID(), randomUUID()];
  const addRoom = (call: typeof early, name: string, key: string) => call('/examRoom/add', createRoomDraft(3, name), key);
  const first = await addRoom(early, '一考场', oldKey);
  expect(first.code).toBe(0);
  drill.answerAll(1, 10);
  const before = await drill.isDelivered();
  await query(primary.url, "SELECT pg_create_restore_point('exam')");

  drill.answerAll(11, 10);
  const late = await signIn(drill);
  expect(await addRoom(late, '二考场', newKey)).toMatchObject({ code: 0 });
  await drill.isDelivered();
  const lostHeads = await verifyAudit(drill, primary);
  const [wal] = await query<{ name: string }>(primary.url, 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await expect
    .poll(() => query(primary.url, `SELECT last_archived_wal >= '${wal?.name}' AS done FROM pg_stat_archiver`), patient)
    .toEqual([{ done: true }]);

  drill.noteAcknowledged();
  const failedMs = performance.now();
  await primary.kill();
  const target = { recovery_target_name: 'exam', recovery_target_action: 'promote' };
  const restored = await backup.start('recovery', { ...durable, restore_command: `cp ${archive}/%f "%p"`, ...target });
  closers.push(() => restored.stop());
  await expect.poll(() => query(restored.url, 'SELECT pg_is_in_recovery() AS is'), patient).toEqual([{ is: false }]);
  expect([...(await drill.readStored(restored)).values()]).toEqual(drill.devices.map(() => 10));
  drill.moveTo(restored);
  const after = await drill.isDelivered(before);
  await annotate(describeDrill(drill, failedMs));
  await drill.isServing();

  // The session and the stored response of `oldKey` are older than the moment to which the database was restored, so both are still valid.
  expect(await addRoom(early, '一考场', oldKey)).toEqual(first);
  // The newer session and response are gone: the user signs in again, and the repeated call makes the change again, under the same key.
  expect(await addRoom(late, '二考场', newKey)).toMatchObject({ code: apiErrors.signedOut.code });
  const again = await signIn(drill);
  const repeated = await addRoom(again, '二考场', newKey);
  expect(repeated.code).toBe(0);
  expect(await addRoom(again, '二考场', newKey)).toEqual(repeated);
  expect(await query(drill.at(restored), 'SELECT name FROM exam_room ORDER BY id')).toEqual([{ name: '一考场' }, { name: '二考场' }]);
  await verifyAudit(drill, restored);
  await expect(verifyAudit(drill, restored, lostHeads)).rejects.toThrow(/is broken/);
  await expectAllOnce(drill, restored, after);
});
