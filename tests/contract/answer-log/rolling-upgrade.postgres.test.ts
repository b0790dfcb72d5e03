import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPostgresLog } from '../../../server/answer-log/log/postgres-log.ts';
import { programVersion } from '../../../server/program-version.ts';
import { systemRandom } from '../../../server/system-ports.ts';
import { PushingDevice } from '../../device/pushing-device.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { createDataFolder } from '../../fixtures/data-folder.ts';
import { createRawPostgres } from '../../fixtures/postgres/raw-postgres.ts';
import { createServerDatabase, type ServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { readKeysOfServer, type ServerProcess, startServerProcess } from '../fixtures/server-process.ts';

let database: ServerDatabase;
/** An asset that only the newer version's web application has. */
const newerScript = 'export const newer = 1;';
/** Folder with the sources of a newer version. It is inside the project, so that Node finds the packages. */
let newer: string;
beforeEach(async () => {
  database = (await createServerDatabase()) ?? expect.fail('there is no PostgreSQL');
  mkdirSync('test-results', { recursive: true });
  newer = mkdtempSync(join('test-results', 'newer-version-'));
  for (const part of ['package.json', 'server', 'sync']) cpSync(part, join(newer, part), { recursive: true });
  const manifest = readFileSync('package.json', 'utf8');
  mkdirSync(join(newer, 'dist', 'web', 'assets'), { recursive: true });
  writeFileSync(join(newer, 'dist', 'web', 'index.html'), '<!doctype html>');
  writeFileSync(join(newer, 'dist', 'web', 'assets', 'newer-1.js'), newerScript);
  writeFileSync(join(newer, 'package.json'), manifest.replace(`"version": "${programVersion}"`, '"version": "99.0.0"'));
  const sql = 'ALTER TABLE school ADD COLUMN remark bigint';
  const migration = { name: '9999-school-remark', sqlite: sql, postgres: sql, runsWithOlder: true };
  writeFileSync(join(newer, 'server', 'db', 'migrations', '9999-school-remark.ts'), `export const remark = ${JSON.stringify(migration)};`);
});
afterEach(async () => {
  rmSync(newer, { recursive: true, force: true });
  await database.drop();
});

/** Counts how often a server took over the background work. */
const countDuties = ({ log }: ServerProcess): number => log().split('this server has taken over a background duty').length - 1;
async function waitForDuty(server: ServerProcess): Promise<void> {
  await expect.poll(() => countDuties(server)).toBe(1);
}
async function waitUntilReady(server: ServerProcess): Promise<void> {
  await expect.poll(async () => (await server.readiness()).status).toBe(200);
}

it('SY6, SY7: servers are upgraded one after another while devices push, and no push is lost', { timeout: 600_000 }, async () => {
  const raw = createRawPostgres(database.url);
  const folders = [createDataFolder(), createDataFolder()] as const;
  const started: ServerProcess[] = [];
  const start = async (folder: string, program?: string): Promise<ServerProcess> => {
    const server = await startServerProcess(folder, database.url, {}, program);
    started.push(server);
    await waitUntilReady(server);
    return server;
  };
  const readVersions = () => raw.prepare<[], string>('SELECT version FROM cluster.server_node ORDER BY version').pluck().all();
  const hasColumn = () =>
    raw.prepare("SELECT 1 FROM information_schema.columns WHERE table_name = 'school' AND column_name = 'remark'").all().length === 1;
  let devices: PushingDevice[] = [];
  try {
    const first = await start(folders[0]);
    mkdirSync(join(folders[1], 'uploads'));
    for (const file of ['keys.json', join('uploads', 'folder-id')]) copyFileSync(join(folders[0], file), join(folders[1], file));
    const second = await start(folders[1]);
    let running = [first, second];
    const keys = await readKeysOfServer(folders[0]);
    const streams = await Promise.all([1, 2, 3, 4].map((actor) => DeviceStream.open(keys, actor, Date.now())));
    devices = streams.map((stream, at) => {
      let pushes = at;
      return new PushingDevice(stream, () => running[(pushes += 1) % running.length]?.url ?? '');
    });
    const done = Promise.all(devices.map((device) => device.run()));
    const pushOn = async (): Promise<void> => {
      const from = devices.map(({ ackedSeq }) => ackedSeq);
      await expect.poll(() => devices.every(({ ackedSeq }, at) => ackedSeq > (from[at] ?? 0) + 10)).toBe(true);
    };
    await waitForDuty(first);
    await pushOn();
    expect([countDuties(second), hasColumn()]).toEqual([0, false]);

    // The devices push to the first server until it has stopped.
    expect(await first.stop()).toBe(0);
    await waitForDuty(second);
    const third = await start(folders[0], newer);
    running = [third, second];
    expect(readVersions()).toEqual([programVersion, '99.0.0']);
    expect(hasColumn()).toBe(true);
    // Each of the two servers also sends the scripts of the other's build, because a page of either build may ask it.
    const [olderScript = ''] = readdirSync(join('dist', 'web', 'assets')).filter((name) => name.endsWith('.js'));
    const fetchAsset = async (server: ServerProcess, name: string) => (await fetch(`${server.url}/assets/${name}`)).text();
    expect(await fetchAsset(second, 'newer-1.js')).toBe(newerScript);
    expect(await fetchAsset(third, olderScript)).toBe(readFileSync(join('dist', 'web', 'assets', olderScript), 'utf8'));
    await pushOn();
    expect([countDuties(second), countDuties(third)]).toEqual([1, 0]);

    expect(await second.stop()).toBe(0);
    await waitForDuty(third);
    // Starts the old version again after the newer version has migrated the tables.
    const again = await start(folders[1]);
    running = [third, again];
    await pushOn();
    expect(await again.stop()).toBe(0);
    running = [third, await start(folders[1], newer)];
    expect(readVersions()).toEqual(['99.0.0', '99.0.0']);
    await pushOn();
    for (const device of devices) device.isOver = true;
    await done;
    // Only one server at a time did the background work. Each took it over when the previous one had stopped.
    expect(started.map(countDuties)).toEqual([1, 1, 1, 0, 0]);
  } finally {
    for (const device of devices) device.isOver = true;
    for (const { child } of started) child.kill('SIGKILL');
  }
  const log = await openPostgresLog(database.url, systemRandom);
  const rows = await log.readAfter(0, 1_000_000).finally(() => log.close());
  for (const { stream, ackedSeq } of devices) {
    const seqs = rows.flatMap((row) => (row.kind === 'batch' && row.streamId === stream.header.streamId ? row.fromSeq : []));
    expect(seqs).toEqual(Array.from({ length: ackedSeq }, (_, at) => at + 1));
  }
});
