import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createSeededRandom } from '../../../server/seeded-random.ts';

/**
 * `WENKAO_E2E_SLOW=<seed>` delays every request of a page by a random time. Even seeds also make pages compute four to eight times
 * slower, which occupies one core each. Wrong assumptions of a spec or page about timing fail within a few seeds.
 */
const seed = process.env['WENKAO_E2E_SLOW'];
export const isSlow = seed !== undefined && seed !== '';

const random = createSeededRandom(Number(seed ?? 0));
const longestDelayMs = 800;

/** Returns the delay of the next request in milliseconds. The HTML of the page itself is not delayed. */
export const scaleDelayMs = (path: string): number =>
  isSlow && /^\/(api|assets)\//.test(path) ? Math.floor(random() * longestDelayMs) : 0;
export const passTime = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function throttle(page: Page): Promise<void> {
  if (Number(seed) % 2 !== 0) return;
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 + Math.floor(random() * 5) });
  } catch (fault) {
    // The page may have closed before it could be slowed.
    if (!page.isClosed()) throw fault;
  }
}

/** Slows all present and future pages of a context. */
export async function createSlowContext(context: BrowserContext): Promise<BrowserContext> {
  if (!isSlow) return context;
  context.on('page', (page) => void throttle(page));
  await Promise.all(context.pages().map(throttle));
  return context;
}

/** Slows the pages of every context that the browser will open. */
export function createSlowBrowser(browser: Browser): Browser {
  if (!isSlow) return browser;
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => createSlowContext(await open(options));
  return browser;
}

/** Proxies a server and delays requests and replies. */
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
    const ms = scaleDelayMs(path);
    const onTheWay = random() < 0.5;
    if (onTheWay) await passTime(ms);
    const upstream = request({ host: '127.0.0.1', port: this.#upstreamPort, method, path, headers }, (reply) => {
      void passTime(onTheWay ? 0 : ms).then(() => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      });
      reply.once('error', () => outgoing.destroy());
    });
    // If the connection to the server or to the page breaks, cuts the other one, as without a proxy.
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
