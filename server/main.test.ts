import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');

describe('npm start', { timeout: 180_000 }, () => {
  let folder: string;
  const children: ChildProcess[] = [];

  const run = (env: Record<string, string>) => {
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        WENKAO_DATA: folder,
        PORT: '0',
        WENKAO_LOG_RESERVE_MB: '0',
        WENKAO_LOG: 'error',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const ended = once(child, 'exit').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
      out,
      err,
    }));
    // The text that the server prints at its start is short and arrives in a single write.
    const ready = Promise.race([once(child.stdout, 'data').then(() => out), ended.then((end) => Promise.reject(new Error(end.err)))]);
    ready.catch(() => undefined);
    return { child, ready, ended };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-main-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('shows address and accounts, survives kill -9, and stops on request', async () => {
    const first = run({});
    const text = await first.ready;
    expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/login\/demo/);
    expect(text).toContain('Wenkao-2026');
    expect(text).toContain('examinee');
    first.child.kill('SIGKILL');
    expect((await first.ended).signal).toBe('SIGKILL');

    const second = run({});
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await second.ready)?.[0] ?? '';
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0, err: '' });
  });

  it('gives every demo user a random password, shown once, if other machines can reach the server', async () => {
    const first = run({ HOST: '0.0.0.0', WENKAO_DEMO: '1' });
    const lines = (await first.ready).split('\n').filter((line) => /\/login\/demo2? /.test(line));
    const passwords = lines.map((line) => line.trim().split(/\s+/).at(-1));
    expect(passwords).toHaveLength(46 + 12);
    expect(new Set(passwords).size).toBe(46 + 12);
    for (const password of passwords) expect(password).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/);
    first.child.kill('SIGTERM');
    await first.ended;

    const second = run({ HOST: '0.0.0.0', WENKAO_DEMO: '1' });
    expect(await second.ready).not.toContain(passwords[0]);
  });

  it('says in one sentence why it cannot start', async () => {
    const portHolder = createServer().listen(0, '127.0.0.1');
    await once(portHolder, 'listening');
    const { port } = portHolder.address() as AddressInfo;
    expect(await run({ PORT: String(port) }).ended).toMatchObject({
      code: 1,
      err: `wenkao could not start: port ${port} of 127.0.0.1 is taken: set PORT to another one\n`,
    });
    portHolder.close();
    expect(await run({ HOST: '192.0.2.1' }).ended).toMatchObject({
      code: 1,
      err: 'wenkao could not start: 192.0.2.1 is no address of this machine: set HOST to one of its addresses, or to 0.0.0.0 for all of them\n',
    });
    expect(await run({ PORT: 'eighty' }).ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^wenkao could not start: PORT: .*\n$/) as string,
    });
  });

  it('shows the first passwords at the first start that succeeds, not at a failed one', async () => {
    const production = { NODE_ENV: 'production' };
    expect(await run({ ...production, HOST: '192.0.2.1' }).ended).toMatchObject({ code: 1, out: '' });
    expect(await run(production).ready).toMatch(/\/login\/main {2}admin +([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}\n/);
  });
});
