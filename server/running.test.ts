import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from './running.ts';
import { readSettings } from './settings.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('a running server', () => {
  let folder: string;
  const running: RunningServer[] = [];
  const start = async (env: Record<string, string> = {}): Promise<RunningServer> => {
    const settings = readSettings({ PORT: '0', WENKAO_DATA: join(folder, 'data'), ...env });
    const server = await startServer({ settings, logger: quiet, webDir: join(folder, 'web'), version: '0.0.0' });
    running.push(server);
    return server;
  };
  const post = async (server: RunningServer, path: string, body: unknown) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as { code: number; data?: unknown }) };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-server-'));
    mkdirSync(join(folder, 'web'));
    writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html>');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    rmSync(folder, { recursive: true });
  });

  it('gets the demo on an empty folder, once, and keeps it over a restart', async () => {
    const first = await start();
    const { data: school } = await post(first, '/school/getByWebsite', { website: 'demo' });
    const { id } = school as { id: number };
    for (const login_name of ['admin', 'teacher', 'examinee', 'examinee30', 'student'])
      expect((await post(first, '/user/login', { login_name, login_pwd: 'Wenkao-2026', school_id: id })).code).toBe(0);
    await first.stop();

    const second = await start();
    expect((await post(second, '/school/getByWebsite', { website: 'demo' })).data).toEqual(school);
    expect((await post(second, '/user/login', { login_name: 'teacher', login_pwd: 'Wenkao-2026', school_id: id })).code).toBe(0);
  });

  it('gives an administrator a password of their own where there is no demo, shown once', async () => {
    const first = await start({ WENKAO_DEMO: '0' });
    const [account] = first.report.accounts;
    expect(first.report).toMatchObject({ oneTime: true, accounts: [{ website: 'main', loginName: 'admin' }] });
    const { data } = await post(first, '/school/getByWebsite', { website: 'main' });
    const { id: school_id } = data as { id: number };
    expect((await post(first, '/user/login', { login_name: 'admin', login_pwd: account?.password, school_id })).code).toBe(0);
    expect((await post(first, '/user/login', { login_name: 'admin', login_pwd: 'Wenkao-2026', school_id })).code).toBe(1002);
    await first.stop();
    expect((await start({ WENKAO_DEMO: '0' })).report.accounts).toEqual([]);
  });

  it('keeps secrets to its owner and the folder to itself', async () => {
    await start();
    expect(statSync(join(folder, 'data', 'keys.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  it('answers an oversized body after taking it in, over a real connection', async () => {
    const server = await start();
    const answer = await post(server, '/user/login', `"${'a'.repeat(8_000_000)}"`);
    expect(answer).toMatchObject({ status: 413, code: 1008 });
  });

  it('serves pages, health and the contract document', async () => {
    const server = await start();
    const page = await fetch(`${server.url}/login/demo`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toBe('<!doctype html>');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    expect(await (await fetch(`${server.url}/api/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
    expect((await fetch(`${server.url}/api/nothing`, { headers: { accept: 'text/html' } })).status).toBe(404);
  });
});
