import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { seeded } from './seeded.ts';

/**
 * `WENKAO_E2E_SLOW=<seed>`: whatever a page asks of a server comes late, each time by another span; with even seeds pages compute four to
 * eight times slower too (which costs a core as long as they stand). What a spec or a page takes for granted about the order of things
 * fails here within a few seeds.
 */
const seed = process.env['WENKAO_E2E_SLOW'];
export const isSlow = seed !== undefined && seed !== '';

const random = seeded(Number(seed ?? 0));
const longestDelayMs = 800;

/** By how much the next of these is held up; the shell of the page itself is not. */
export const delayMs = (path: string): number => (isSlow && /^\/(api|assets)\//.test(path) ? Math.floor(random() * longestDelayMs) : 0);
export const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function throttle(page: Page): Promise<void> {
  if (Number(seed) % 2 !== 0) return;
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 + Math.floor(random() * 5) });
  } catch (fault) {
    // A page may be gone again before it is slowed.
    if (!page.isClosed()) throw fault;
  }
}

/** The pages of a context, those to come too. */
export async function slowContext(context: BrowserContext): Promise<BrowserContext> {
  if (!isSlow) return context;
  context.on('page', (page) => void throttle(page));
  await Promise.all(context.pages().map(throttle));
  return context;
}

/** The pages of every context a browser is going to open. */
export function slowBrowser(browser: Browser): Browser {
  if (!isSlow) return browser;
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => slowContext(await open(options));
  return browser;
}

/** Stands before a server: an answer is late because it was asked for late, or because it took long to come back. */
export class SlowLink {
  readonly #upstreamPort: number;
  readonly #server: Server;

  constructor(port: number, upstreamPort: number) {
    this.#upstreamPort = upstreamPort;
    this.#server = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));
    this.#server.listen(port, '127.0.0.1');
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url: path = '/', headers } = incoming;
    const ms = delayMs(path);
    const onTheWay = random() < 0.5;
    if (onTheWay) await pass(ms);
    const upstream = request({ host: '127.0.0.1', port: this.#upstreamPort, method, path, headers }, (reply) => {
      void pass(onTheWay ? 0 : ms).then(() => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      });
      reply.once('error', () => outgoing.destroy());
    });
    // Server down, client gone: a cut link to the other either way.
    upstream.once('error', () => outgoing.destroy());
    incoming.once('error', () => upstream.destroy());
    outgoing.once('close', () => upstream.destroy());
    incoming.pipe(upstream);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
