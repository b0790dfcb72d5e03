import { createServer } from 'node:net';

/** Below the range systems take outgoing ports from: a server that is down for a while finds its port still free. */
const portCount = 100;
/** A range for each of Playwright's workers: two of them asking at once must not be told the same. */
const firstPort = 21_000 + portCount * Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
const given = new Set<number>();

/** A loopback port nobody listens on, never the same twice in this process, nor in another worker's. */
export async function freePort(): Promise<number> {
  const start = Math.floor(Math.random() * portCount);
  for (let step = 0; step < portCount; step++) {
    const port = firstPort + ((start + step) % portCount);
    if (given.has(port)) continue;
    // Taken before it is tried: who asks for several at once must not be told the same.
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
