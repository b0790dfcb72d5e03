import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { App } from '../../context.ts';
import { mountServiceRoutes } from './service-routes.ts';

const token = 'sixteen characters';
async function metrics(remoteAddress: string, headers: Record<string, string> = {}, metricsToken = token): Promise<number> {
  const app: App = new Hono();
  const stopping = new AbortController().signal;
  mountServiceRoutes(app, { version: '', stopping, notReadyBecause: () => Promise.resolve(null), gauges: () => ({ a: 1 }), metricsToken });
  const response = await app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } });
  expect((await response.text()).includes('wenkao_a 1')).toBe(response.status === 200);
  return response.status;
}

test('/metrics is served to this machine, or to other machines with the token', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await metrics(address)).toBe(200);
  expect(await metrics('10.0.0.9')).toBe(403);
  expect(await metrics('10.0.0.9', { authorization: `Bearer ${token}` })).toBe(200);
  for (const authorization of ['Bearer sixteen charactfrs', 'Bearer ', 'Bearer', ''])
    expect(await metrics('10.0.0.9', { authorization })).toBe(403);
  expect(await metrics('10.0.0.9', { authorization: 'Bearer ' }, '')).toBe(403);
});

test('/metrics treats a request that a proxy on this machine forwarded as remote', async () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    expect(await metrics('127.0.0.1', { [name]: '127.0.0.1' })).toBe(403);
    expect(await metrics('127.0.0.1', { [name]: '127.0.0.1', authorization: `Bearer ${token}` })).toBe(200);
  }
});
