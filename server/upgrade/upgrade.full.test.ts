import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PushingDevice } from '../../tests/device/pushing-device.ts';
import { DeviceStream } from '../../tests/device/sealed-stream.ts';
import { findFreePort } from '../../tests/e2e/rig/free-port.ts';
import { readServerKeys } from '../answer-log/log/server-keys.ts';
import { openLogDatabase } from '../answer-log/log/log-database.ts';
import { listMigrations } from '../db/opening/copy.ts';
import { archivePackage } from '../packaging/archive-package.ts';
import { stagePackage } from '../packaging/stage-package.ts';
import type { ServiceControl } from '../service/service-control.ts';
import { runProgram } from '../service/service-machine.ts';
import { askReadiness } from './upgrade-machine.ts';
import { writeUpgradeState } from './upgrade-state.ts';
import { upgradeService } from './upgrade.ts';

const root = join(import.meta.dirname, '..', '..');
const platform = 'linux-x64';

/** Simulates a service manager: starts and stops real servers. A file names the version to start, like a unit of systemd. */
class ProcessService implements ServiceControl {
  readonly #pointer: string;
  readonly #port: number;
  #child: ChildProcess | undefined;
  errors = '';
  constructor(pointer: string, port: number) {
    this.#pointer = pointer;
    this.#port = port;
  }
  readRoot = (): string | null => (existsSync(this.#pointer) ? readFileSync(this.#pointer, 'utf8') : null);
  hasEnded = (): boolean => this.#child?.exitCode !== null;
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
  async install(version: string): Promise<void> {
    await this.stop();
    writeFileSync(this.#pointer, version);
    this.boot();
  }
  boot(): void {
    const env = { PATH: '', HOST: '127.0.0.1', PORT: String(this.#port), WENKAO_LOG: 'error', WENKAO_LOG_RESERVE_MB: '0' };
    this.#child = spawn(join(this.readRoot() ?? '', 'wenkao'), ['start'], { cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr?.on('data', (part: Buffer) => (this.errors += part.toString()));
  }
}

describe('an upgrade while devices push', { timeout: 900_000 }, () => {
  let folder: string;
  let opt: string;
  let port: number;
  let service: ProcessService;
  const getFolder = (version: string): string => join(opt, `wenkao-${version}-${platform}`);
  const printed: string[] = [];

  /** Makes a package out of the first version, with some files changed. */
  async function makePackage(version: string, change: (staged: string) => void = () => undefined): Promise<string> {
    const staged = join(folder, 'staged', basename(getFolder(version)));
    mkdirSync(dirname(staged), { recursive: true });
    // Hard links save time. `edit` replaces a linked file instead of writing into it.
    execFileSync('cp', ['-rl', getFolder('1.0.0'), staged]);
    edit(join(staged, 'package.json'), '"version": "1.0.0"', `"version": "${version}"`);
    change(staged);
    const file = await archivePackage(staged, platform, folder);
    rmSync(staged, { recursive: true });
    return file;
  }
  const edit = (file: string, before: string, after: string): void => {
    const text = readFileSync(file, 'utf8');
    expect(text.split(before)).toHaveLength(2);
    rmSync(file);
    writeFileSync(file, text.replace(before, after));
  };
  /** Makes a package without the program; a script stands in for Node. */
  async function makeEmptyPackage(version: string, forPlatform: string, node: string): Promise<string> {
    const staged = join(folder, 'empty', basename(getFolder(version)));
    mkdirSync(staged, { recursive: true });
    writeFileSync(join(staged, 'package.json'), JSON.stringify({ name: 'wenkao', version, platform: forPlatform }));
    writeFileSync(join(staged, 'node'), node, { mode: 0o755 });
    return archivePackage(staged, platform, folder);
  }

  const upgrade = (version: string, file: string): Promise<string> =>
    upgradeService({
      settings: { dataDir: join(opt, 'wenkao-data'), host: '127.0.0.1', port, databaseUrl: null },
      file,
      again: false,
      platform: 'linux',
      root: getFolder(version),
      service,
      run: runProgram,
      waitMs: 120_000,
      tell: (line) => void printed.push(line),
      begin: () => undefined,
    });

  /** Lets devices push while `work` runs, and expects every acknowledged push once in the log afterwards. */
  async function pushThrough(work: () => Promise<void>): Promise<void> {
    const keys = await readServerKeys(join(opt, 'wenkao-data', 'keys.json'));
    const streams = await Promise.all([1, 2, 3, 4].map((actor) => DeviceStream.open(keys, actor, 1_790_000_000_000)));
    const devices = streams.map((stream) => new PushingDevice(stream, () => `http://127.0.0.1:${port}`));
    const running = Promise.all(devices.map((device) => device.run()));
    const isPushing = (from: readonly number[]) => () => devices.every(({ ackedSeq }, at) => ackedSeq > (from[at] ?? 0) + 5);
    try {
      await expect.poll(isPushing([])).toBe(true);
      await work();
      await expect.poll(isPushing(devices.map(({ ackedSeq }) => ackedSeq))).toBe(true);
    } finally {
      for (const device of devices) device.isOver = true;
    }
    await running;
    await service.stop();
    const log = openLogDatabase(join(opt, 'wenkao-data', 'log.db'));
    const read = log.prepare<[string], [number, number]>(
      'SELECT from_seq, to_seq FROM batch JOIN stream ON num = stream_num WHERE stream_id = ? ORDER BY from_seq',
    );
    for (const { stream, ackedSeq } of devices)
      expect(read.raw().all(stream.header.streamId)).toEqual(Array.from({ length: ackedSeq }, (_, at) => [at + 1, at + 1]));
    log.close();
    service.boot();
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-upgrade-'));
    opt = join(folder, 'opt');
    mkdirSync(getFolder('1.0.0'), { recursive: true });
    execFileSync(process.execPath, ['server/run/build-when-stale.ts'], { cwd: root });
    const fetchPackage = (name: string): never => expect.fail(`${name} is not installed`);
    stagePackage({ root, into: getFolder('1.0.0'), platform, version: '1.0.0', fetchPackage });
    port = await findFreePort();
    service = new ProcessService(join(folder, 'pointer'), port);
    await service.install(getFolder('1.0.0'));
  }, 900_000);
  afterAll(async () => {
    await service.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('loses no acknowledged answer, and the new version runs', async () => {
    const file = await makePackage('1.1.0');
    await expect.poll(() => askReadiness('127.0.0.1', port)).toBe('ready');
    await pushThrough(async () => {
      expect(await upgrade('1.0.0', file)).toContain(`Version 1.1.0 runs: ${getFolder('1.1.0')}`);
    });
    expect(service.readRoot()).toBe(getFolder('1.1.0'));
    expect(readdirSync(join(opt, 'wenkao-data-backups'))).toHaveLength(1);
    expect(await upgrade('1.1.0', file)).toContain('Version 1.1.0 is installed already: nothing was changed.');
    await expect(upgrade('1.0.0', file)).rejects.toThrow(`the installed version is in ${getFolder('1.1.0')}: run wenkao upgrade there`);
  });

  it('returns from a version that changes the database and then ends, without losing an answer', async () => {
    const before = listMigrations(join(opt, 'wenkao-data', 'wenkao.db'));
    const file = await makePackage('1.2.0', (staged) => {
      const migration = "export const broken = { name: '9999-broken', sqlite: 'DROP TABLE class', postgres: '' };\n";
      writeFileSync(join(staged, 'server', 'db', 'migrations', '9999-broken.ts'), migration);
      edit(
        join(staged, 'server', 'running-server.ts'),
        'const listening = await startSecureListening',
        "throw new Error('broken on purpose');\n  const listening = await startSecureListening",
      );
    });
    await pushThrough(async () => {
      await expect(upgrade('1.1.0', file)).rejects.toThrow(
        `the upgrade failed: the server ended by itself (see its log). The version before runs again: ${getFolder('1.1.0')}`,
      );
    });
    expect(service.errors).toContain('broken on purpose');
    expect(listMigrations(join(opt, 'wenkao-data', 'wenkao.db'))).toEqual(before);
    expect(existsSync(getFolder('1.2.0'))).toBe(false);
    expect(existsSync(join(opt, 'wenkao-data', 'upgrade.json'))).toBe(false);
  });

  it('replaces a broken version after a power cut by the next package', async () => {
    const [broken, mended] = [
      await makePackage('1.3.0', (staged) => rmSync(join(staged, 'server', 'main.ts'))),
      await makePackage('1.3.1'),
    ];
    await expect.poll(() => askReadiness('127.0.0.1', port)).toBe('ready');
    // Recreate the state after a power cut while the upgrade waited for the new version.
    await service.stop('SIGKILL');
    execFileSync('tar', ['-xzf', broken, '-C', opt]);
    const [backup = ''] = readdirSync(join(opt, 'wenkao-data-backups')).toSorted().toReversed();
    const state = { from: getFolder('1.1.0'), to: getFolder('1.3.0'), backup: join(opt, 'wenkao-data-backups', backup) };
    writeUpgradeState(join(opt, 'wenkao-data'), state);
    await service.install(state.to);
    expect(await upgrade('1.1.0', mended)).toContain('Version 1.3.1 runs');
    expect(printed.filter((line) => line.startsWith('an earlier upgrade was cut off'))).toHaveLength(1);
    expect(readdirSync(opt).filter((name) => name.startsWith('wenkao-1'))).toEqual(
      ['1.0.0', '1.1.0', '1.3.1'].map((version) => basename(getFolder(version))),
    );
  });

  it('refuses an unsuitable package or one that does not run, and changes nothing', async () => {
    const before = readdirSync(opt);
    const old = await makeEmptyPackage('1.3.0-rc.1', platform, '');
    await expect(upgrade('1.3.1', old)).rejects.toThrow('version 1.3.0-rc.1, older than the installed 1.3.1');
    const other = await makeEmptyPackage('1.4.0', 'win-x64', '');
    await expect(upgrade('1.3.1', other)).rejects.toThrow('the package is for win-x64, and this machine is linux-x64');
    const dead = await makeEmptyPackage('1.5.0', platform, '#!/bin/sh\necho no such library >&2\nexit 1\n');
    await expect(upgrade('1.3.1', dead)).rejects.toThrow(
      'the new version does not run on this machine (no such library): nothing was changed',
    );
    expect(readdirSync(opt)).toEqual(before);
    expect(await askReadiness('127.0.0.1', port)).toBe('ready');
    const call = spawnSync(join(getFolder('1.3.1'), 'wenkao'), ['upgrade'], { env: { PATH: '' }, encoding: 'utf8' });
    expect(call).toMatchObject({ status: 1, stdout: '' });
    expect(call.stderr).toContain('the package file is missing');
  });
});
