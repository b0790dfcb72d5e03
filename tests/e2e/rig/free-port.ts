import { createServer } from 'node:net';

/** Number of ports per worker. They lie below the system's ephemeral ports, so a stopped server finds its port still free. */
const portCount = 100;
/** Each Playwright worker has its own range, so that two workers never choose the same port. */
const firstPort = 21_000 + portCount * Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
const given = new Set<number>();

/** Returns a loopback port without a listener. Never returns the same port twice in this process or in another worker. */
export async function findFreePort(): Promise<number> {
  const start = Math.floor(Math.random() * portCount);
  for (let step = 0; step < portCount; step++) {
    const port = firstPort + ((start + step) % portCount);
    if (given.has(port)) continue;
    // Reserves the port before testing it, so that concurrent callers get different ports.
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${firstPort} to ${firstPort + portCount - 1}`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
