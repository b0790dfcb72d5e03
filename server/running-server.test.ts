import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examStatus } from '../sync/contract/codes.ts';
import { startServer, type RunningServer } from './running-server.ts';
import { readSettings } from './settings.ts';
import { readUpgradeState, writeUpgradeState } from './upgrade/upgrade-state.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('a running server', { timeout: 60_000 }, () => {
  let folder: string;
  const running: RunningServer[] = [];
  const start = async (env: Record<string, string> = {}): Promise<RunningServer> => {
    const settings = readSettings({ PORT: '0', WENKAO_DATA: join(folder, 'data'), WENKAO_LOG_RESERVE_MB: '0', ...env });
    const server = await startServer({ settings, logger: quiet, webDir: join(folder, 'web'), version: '0.0.0' });
    running.push(server);
    return server;
  };
  const post = async (server: RunningServer, path: string, body: unknown, token = '') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${server.url}/api${path}`, { method: 'POST', body: text, headers: { 'x-token': token } });
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

  it('closes its data folder if it cannot open the port', async () => {
    const first = await start({ WENKAO_DEMO: 'bare', WENKAO_DATA: join(folder, 'other') });
    await expect(start({ PORT: new URL(first.url).port })).rejects.toThrow(/is taken/);
    // This start succeeds only if the failed one has released its lock on the data folder. Otherwise, the lock would last as long as this process.
    await start({ WENKAO_DEMO: 'bare' });
  });

  it('has a demo exam about to begin, and answers waiting polls when it stops', async () => {
    // `bare` leaves out the demo's past exams, which would be added after the start.
    const server = await start({ WENKAO_DEMO: 'bare' });
    const { data: school } = await post(server, '/school/getByWebsite', { website: 'demo' });
    const { id: school_id } = school as { id: number };
    const login = await post(server, '/user/login', { login_name: 'examinee', login_pwd: 'Wenkao-2026', school_id });
    const { token } = login.data as { token: string };
    const { data } = await post(server, '/exam/myList', {}, token);
    const { items, serverNow } = data as { items: { planId: number; startMs: number; questionCount: number }[]; serverNow: number };
    const [exam] = items;
    expect(exam).toMatchObject({ questionCount: 48, totalPoints: 100, status: examStatus.upcoming });
    expect((exam?.startMs ?? 0) - serverNow).toBeGreaterThan(2 * 60_000);
    expect((exam?.startMs ?? 0) - serverNow).toBeLessThan(6 * 60_000);

    const entered = await post(server, '/exam/enter', { planId: exam?.planId, deviceId: randomUUID() }, token);
    const { ticket, serverEpoch } = entered.data as { ticket: string; serverEpoch: string };
    const poll = { ticket, serverEpoch, newsSeen: 0, waitMs: 25_000 };
    const first = await post(server, '/sync/pull', { ...poll, waitMs: 0 });
    const { news } = first.data as { news: { version: number } | null };
    const waiting = post(server, '/sync/pull', { ...poll, newsSeen: news?.version ?? 0 });
    // The poll was sent first on an open connection; when this call returns, the server has received the poll.
    await post(server, '/sync/time', {});
    await server.stop();
    expect(await waiting).toMatchObject({ code: 0, data: { news: null } });
  });

  it('without a demo creates an administrator with a random password, shown once', async () => {
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

  it('lets only its owner read the keys and the data folder', async () => {
    await start({ WENKAO_DEMO: '0' });
    expect(statSync(join(folder, 'data', 'keys.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  it('ends an unfinished upgrade with the first request it answers, not before', async () => {
    const server = await start({ WENKAO_DEMO: '0' });
    const dataDir = join(folder, 'data');
    writeUpgradeState(dataDir, { from: 'old', to: 'new', backup: 'backup' });
    await server.stop();
    const next = await start({ WENKAO_DEMO: '0' });
    expect(readUpgradeState(dataDir)).toEqual({ from: 'old', to: 'new', backup: 'backup' });
    await fetch(`${next.url}/healthz`);
    expect(readUpgradeState(dataDir)).toBe(null);
  });

  it('answers an oversized body with 413 after reading it, over a real connection', async () => {
    const server = await start({ WENKAO_DEMO: '0' });
    const answer = await post(server, '/user/login', `"${'a'.repeat(8_000_000)}"`);
    expect(answer).toMatchObject({ status: 413, code: 1008 });
  });

  it('serves pages, health and the OpenAPI document', async () => {
    const server = await start({ WENKAO_DEMO: '0' });
    const page = await fetch(`${server.url}/login/demo`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toBe('<!doctype html>');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    expect(await (await fetch(`${server.url}/api/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
    expect((await fetch(`${server.url}/api/nothing`, { headers: { accept: 'text/html' } })).status).toBe(404);
  });
});
