import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';

const servers: Server[] = [];
/** Takes a port, unless another program has it already. Returns the server if this test has it now. */
async function takePort(port: number): Promise<Server | undefined> {
  const server = createServer();
  const isTaken = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => resolve(false));
  });
  if (isTaken) return undefined;
  servers.push(server);
  return server;
}
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  vi.unstubAllEnvs();
});

it('findFreePort skips a taken port, and names the range if no port is free', async () => {
  // This index selects a range of ports that no worker of Playwright uses.
  vi.stubEnv('TEST_PARALLEL_INDEX', '40');
  const { findFreePort } = await import('./free-port.ts');
  const taken: { readonly port: number; readonly server: Server }[] = [];
  for (let port = 25_000; port < 25_100; port += 1) {
    const server = await takePort(port);
    if (server) taken.push({ port, server });
  }
  const [left] = taken;
  if (!left) throw new Error('every port of the range is taken by another program');
  left.server.close();
  await once(left.server, 'close');
  expect(await findFreePort()).toBe(left.port);
  await expect(findFreePort()).rejects.toThrow('no free port from 25000 to 25099');
});
