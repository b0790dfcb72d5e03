import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmallDisk } from '../tests/e2e/rig/small-disk.ts';

const root = join(import.meta.dirname, '..');

const mayMount = process.getuid?.() === 0;
if (!mayMount) console.log('Not run without root, which mounting a small disk needs: 30.1 on full and read-only disks.');

describe.runIf(mayMount)('with an unusable data folder or disk', { timeout: 180_000 }, () => {
  let disk: SmallDisk;
  let dataDir: string;
  let child: ChildProcess | undefined;
  const getEnv = () => ({
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    WENKAO_DATA: dataDir,
    WENKAO_LOG: 'error',
    WENKAO_LOG_RESERVE_MB: '0',
  });
  const run = (program: string, ...args: string[]) =>
    spawnSync(process.execPath, ['--no-memory-protection-keys', program, ...args], { cwd: root, env: getEnv(), encoding: 'utf8' });
  /** Starts a server and returns its output and its address. */
  const start = async (): Promise<{ text: string; url: string }> => {
    const started = spawn(process.execPath, ['--no-memory-protection-keys', 'server/main.ts'], { cwd: root, env: getEnv() });
    child = started;
    let text = '';
    started.stdout.on('data', (part: Buffer) => (text += part.toString()));
    await expect.poll(() => text || started.exitCode).toContain('is ready');
    return { text, url: /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '' };
  };
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  beforeEach(() => {
    disk = new SmallDisk(40);
    dataDir = join(disk.dir, 'data');
  });
  afterEach(async () => {
    await kill();
    disk.dispose();
  });

  it.each([['without a data folder'], ['with an empty one']])('the first start on a full disk is refused, %s', async (state) => {
    if (state === 'with an empty one') mkdirSync(dataDir);
    disk.fill();
    expect(run('server/main.ts')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'wenkao could not start: the disk is full: delete or move other files\n',
    });
    disk.free();
    expect((await start()).text).toMatch(/\/login\/main {2}admin +\S+\n/);
  });

  it('the first start is refused if the disk fills up meanwhile, and succeeds once there is space', async () => {
    disk.shrink(1);
    expect(run('server/main.ts').stderr).toBe('wenkao could not start: the disk is full: delete or move other files\n');
    disk.shrink(40);
    expect((await start()).text).toMatch(/\/login\/main {2}admin +\S+\n/);
  });

  it('a killed server starts again on a full disk, and /readyz names the full disk', async () => {
    await start();
    await kill();
    disk.fill();
    const { url } = await start();
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'notReady', reason: expect.stringContaining('delete or move other files') as string },
    ]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('a start on a read-only disk is refused, before and after the first start', async () => {
    disk.setReadOnly(true);
    expect(run('server/main.ts')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `wenkao could not start: nothing can be written in ${disk.dir}: its disk is read-only\n`,
    });
    disk.setReadOnly(false);
    await start();
    await kill();
    disk.setReadOnly(true);
    expect(run('server/main.ts').stderr).toBe(`wenkao could not start: nothing can be written in ${dataDir}: its disk is read-only\n`);
  });

  it('a second server on the data folder is refused, and so is a file instead of a folder', async () => {
    const { url } = await start();
    expect(run('server/main.ts')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `wenkao could not start: another server is using the data folder ${dataDir}\n`,
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    dataDir = join(dataDir, 'keys.json');
    expect(run('server/main.ts')).toMatchObject({ status: 1, stderr: `wenkao could not start: ${dataDir} is a file, not a folder\n` });
  });

  it('making certificates on a full disk fails and leaves no partial files', async () => {
    mkdirSync(dataDir);
    disk.fill();
    const call = run('server/run/tls.ts', '--name', 'exam.school.test');
    expect(call).toMatchObject({ status: 1, stdout: '', stderr: 'the disk is full: delete or move other files\n' });
    disk.free();
    expect(run('server/run/tls.ts', '--name', 'exam.school.test').status).toBe(0);
    expect(readdirSync(join(dataDir, 'tls')).toSorted()).toEqual(['authority.pem', 'ca.crt', 'server.pem']);
  });

  it('a backup on a full disk fails and leaves no partial backup', async () => {
    await start();
    await kill();
    disk.shrinkToFiles();
    const call = run('server/run/backup.ts');
    expect(call).toMatchObject({ status: 1, stdout: '' });
    expect(call.stderr).toBe('the disk is full: delete or move other files\n');
    expect(readdirSync(`${dataDir}-backups`)).toEqual([]);
  });
});
