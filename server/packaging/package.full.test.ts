import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStoredFiles } from '../archive/stored-zip.ts';

const root = join(import.meta.dirname, '..', '..');
const runNode = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
const isElf = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'));
const isPe = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'MZ';

describe('the package for machines without internet', { timeout: 900_000 }, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-package-'));
    runNode('server/run/build-when-stale.ts');
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('for Linux starts in an empty folder without anything from the machine', async () => {
    const archive = runNode('server/run/package.ts', '--platform', 'linux-x64', '--to', folder).trim();
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const place = archive.replace(/\.tar\.gz$/, '');
    const env = { PATH: '', HOST: '127.0.0.1', PORT: '0', WENKAO_LOG: 'error', WENKAO_LOG_RESERVE_MB: '0' };
    const help = execFileSync(join(place, 'wenkao'), ['backup', '--help'], { env, encoding: 'utf8' });
    expect(help).toMatch(/^wenkao backup \[--data <folder>\] \[--to <folder>\]/);

    const child = spawn(join(place, 'wenkao'), ['start'], { cwd: '/', env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let text = '';
      child.stdout.on('data', (part: Buffer) => (text += part.toString()));
      await expect.poll(() => text).toMatch(/is ready: http:/);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
      expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
      expect(await (await fetch(`${url}/login/main`, { headers: { accept: 'text/html' } })).text()).toContain('/boot.js');
      expect(existsSync(join(folder, 'wenkao-data', 'log.db'))).toBe(true);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await once(child, 'exit')).toEqual([0, null]);
    const backup = execFileSync(join(place, 'wenkao'), ['backup'], { env, encoding: 'utf8' });
    expect(backup).toContain('verified');
    expect(readdirSync(place)).not.toContain('wenkao-data');
  });

  it('for Linux holds binaries of Linux only, no tests and no development tools', () => {
    const [name] = readdirSync(folder).filter((each) => statSync(join(folder, each)).isDirectory() && each.includes('linux'));
    const place = join(folder, name ?? '');
    const paths = readdirSync(place, { recursive: true, encoding: 'utf8' });
    expect(paths.filter((path) => path.endsWith('.node')).toSorted()).toEqual([
      'node_modules/@napi-rs/canvas-linux-x64-gnu/skia.linux-x64-gnu.node',
      'node_modules/@node-rs/argon2-linux-x64-gnu/argon2.linux-x64-gnu.node',
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ]);
    expect(paths.filter((path) => /\.test\.ts$|node_modules\/(?:vite|vitest|typescript|playwright)$|build-when-stale/.test(path))).toEqual(
      [],
    );
  });

  it('for Linux shows the service that it would install, and changes nothing', () => {
    const [name = ''] = readdirSync(folder).filter((each) => statSync(join(folder, each)).isDirectory() && each.includes('linux'));
    const program = join(folder, name, 'wenkao');
    const before = readdirSync(folder);
    const text = execFileSync(program, ['install-service', '--print'], { env: { PATH: process.env['PATH'] }, encoding: 'utf8' });
    // The program says that it would refuse the installation, as expected: the service's user may not enter the test's temporary folder.
    expect(text).toMatch(/^As things are, this is refused: /);
    expect(text).toContain(`ExecStart="${join(folder, name, 'node')}" --max-semi-space-size=16 --no-memory-protection-keys`);
    expect(text).toContain(`ReadWritePaths="${join(folder, 'wenkao-data')}" "${join(folder, 'wenkao-data-backups')}"`);
    expect(text.trim().split('\n').at(-1)).toBe('run: systemctl restart wenkao');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('for Windows holds programs of Windows only, and scripts with its line ends', () => {
    const archive = runNode('server/run/package.ts', '--platform', 'win-x64', '--to', folder).trim();
    const { files, faults } = readStoredFiles(readFileSync(archive));
    expect(faults).toEqual([]);
    const inner = new Map([...files].map(([path, bytes]) => [path.slice(path.indexOf('/') + 1), bytes]));
    const binaries = [...inner].filter(([path, bytes]) => /\.(?:node|exe|dll)$/.test(path) || isElf(bytes));
    expect(binaries.map(([path]) => path).toSorted()).toEqual([
      'node.exe',
      'node_modules/@napi-rs/canvas-win32-x64-msvc/skia.win32-x64-msvc.node',
      'node_modules/@node-rs/argon2-win32-x64-msvc/argon2.win32-x64-msvc.node',
      'node_modules/better-sqlite3/prebuilds/win32-x64.node',
    ]);
    expect(binaries.filter(([, bytes]) => !isPe(bytes))).toEqual([]);
    const script = inner.get('wenkao.cmd')?.toString('utf8') ?? '';
    expect(script.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(script).toContain('"%~dp0node.exe"');
    for (const path of [
      'server/main.ts',
      'server/run/wenkao.ts',
      'server/service/service-plan.ts',
      'dist/web/index.html',
      'dist/web/player.html',
      'docs/operations.md',
      'settings.env.example',
    ])
      expect(inner.has(path), path).toBe(true);
  });
});
