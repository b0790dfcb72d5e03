import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ServiceControl } from '../service/service-control.ts';
import { createUpgradeActs } from './upgrade-machine.ts';
import { readUpgradeState, writeUpgradeState } from './upgrade-state.ts';

const never = (): never => expect.fail('it is not called');

/** Starts a server that answers `/readyz` with a status and a text, and returns the acts of an upgrade that use it. */
async function prepare(status: number, text: string, hasEnded = false) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wenkao-upgrade-'));
  const server: Server = createServer((_, response) => response.writeHead(status).end(text));
  onTestFinished(async () => {
    server.close();
    rmSync(dataDir, { recursive: true });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const service: ServiceControl = { readRoot: never, stop: never, install: never, hasEnded: () => hasEnded };
  const settings = { dataDir, host: '127.0.0.1', port };
  return { dataDir, acts: createUpgradeActs({ settings, service, waitMs: 0, tell: () => undefined }) };
}

it('waitUntilReady succeeds when the new version is ready and has ended this folder’s upgrade', async () => {
  const { dataDir, acts } = await prepare(200, '{"status":"ready"}');
  await expect(acts.waitUntilReady()).resolves.toBe(undefined);
  const state = { from: '/opt/a', to: '/opt/b', backup: '/backup' };
  writeUpgradeState(dataDir, state);
  expect(readUpgradeState(dataDir)).toEqual(state);
  await expect(acts.waitUntilReady(), 'another program answers on this port').rejects.toThrow('was not ready');
});

it('waitUntilReady fails with the reason if the server is not ready in time or has ended', async () => {
  await expect((await prepare(503, 'PostgreSQL is away')).acts.waitUntilReady()).rejects.toThrow(
    'the server was not ready within 0 seconds: PostgreSQL is away',
  );
  await expect((await prepare(503, '', true)).acts.waitUntilReady()).rejects.toThrow('the server ended by itself');
});
