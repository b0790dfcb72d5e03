import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { drawFate, createOneOfEachFate, type RequestFate, type RequestFateKind, type RequestFateRates } from './request-fate.ts';
import { createSeededRandom } from '../../../server/seeded-random.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
interface Trap {
  readonly path: string;
  readonly spring: () => Promise<void> | void;
  readonly sprung: () => void;
}

const portalPage = '<!doctype html><title>Wi-Fi</title><h1>Welcome</h1><p>Please accept the terms to go online.</p>';
/** Headers of a single connection; a proxy must not forward them. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'proxy-connection', 'upgrade']);

/**
 * Proxies requests to the server and can be told to fail. When set offline it refuses connections, which a browser sees as a pulled cable.
 * Otherwise each POST under the chosen path gets a fate, such as a cut connection: first every fate once, then random ones by the seed.
 */
export class FaultyProxy {
  readonly port: number;
  /** Number of requests so far, by what the proxy did with them. */
  readonly fates = new Map<RequestFateKind, number>();
  #upstreamPort: number;
  #random: () => number;
  #rates: RequestFateRates = {};
  #victims = '/api/';
  #maxDelayMs = 0;
  /** Fates of the next requests, last one first. When none is left, fates are drawn at random. */
  #dealt: RequestFate[] = [];
  #server: Server | undefined;
  #sockets = new Set<Socket>();
  #frozen = false;
  #trap: Trap | undefined;
  readonly #held = new Map<string, Promise<void>>();

  constructor(port: number, upstreamPort: number, seed: number) {
    this.port = port;
    this.#upstreamPort = upstreamPort;
    this.#random = createSeededRandom(seed);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Sets the rates of each fate for calls whose path begins with `path`; `{}` passes everything. `maxDelayMs`: longest delay in
   * milliseconds.
   */
  misbehave(rates: RequestFateRates, { path = '/api/', maxDelayMs = 1500 }: { path?: string; maxDelayMs?: number } = {}): void {
    this.#rates = rates;
    this.#victims = path;
    this.#maxDelayMs = maxDelayMs;
    this.#dealt = createOneOfEachFate(rates, this.#random, maxDelayMs);
  }

  async online(): Promise<void> {
    if (this.#server) return;
    const server = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));
    server.keepAliveTimeout = 60_000;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.#server = server;
  }

  async offline(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Freezes the connection: requests are accepted, but never answered. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Breaks the frozen connections, as when a switch restarts; new connections work. */
  thaw(): void {
    this.#frozen = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Holds requests for `path` until the returned function is called. */
  holdBack(path: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(path, promise);
    return () => {
      this.#held.delete(path);
      resolve();
    };
  }

  /**
   * Waits until the server answers the next request to `path`: it has committed, and the client does not know yet. Then runs `spring`, for
   * example to kill the server, and cuts the connection. Resolves when that is done.
   */
  beforeReply(path: string, spring: () => Promise<void> | void): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { path, spring, sprung: resolve };
    });
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const body = await readAll(incoming);
      if (this.#frozen) return;
      const path = incoming.url ?? '/';
      await this.#held.get(path.replace(/\?.*/, ''));
      const mayFail = incoming.method === 'POST' && path.startsWith(this.#victims);
      const fate: RequestFate = mayFail ? (this.#dealt.pop() ?? drawFate(this.#rates, this.#random, this.#maxDelayMs)) : { kind: 'pass' };
      this.fates.set(fate.kind, (this.fates.get(fate.kind) ?? 0) + 1);
      await this.#meet(fate, path, incoming, body, outgoing);
    } catch {
      // The server is down, or the client has gone: cuts the connection to the client.
      outgoing.destroy();
    }
  }

  async #meet(fate: RequestFate, path: string, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> {
    if (fate.kind === 'halfOpen') return;
    if (fate.kind === 'drop') {
      outgoing.destroy();
      return;
    }
    if (fate.kind === 'portal') {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(portalPage);
      return;
    }
    if (fate.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fate.ms));
    if (fate.kind === 'repeat') await this.#forward(incoming, body, outgoing);
    const reply = await this.#forward(incoming, body, outgoing);

    const trap = this.#trap;
    if (trap && path.startsWith(trap.path)) {
      this.#trap = undefined;
      await trap.spring();
      outgoing.destroy();
      trap.sprung();
      return;
    }
    if (fate.kind === 'cutReply' || this.#frozen) {
      if (!this.#frozen) outgoing.destroy();
      return;
    }
    const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !hopByHop.has(name)));
    outgoing.writeHead(reply.status, { ...headers, 'content-length': reply.body.length });
    if (fate.kind === 'tearReply') {
      outgoing.write(reply.body.subarray(0, Math.floor(reply.body.length / 2)), () => outgoing.destroy());
    } else {
      outgoing.end(reply.body);
    }
  }

  /** Forwards a request and waits for the whole reply. A client that disconnects aborts the request, as on a real network. */
  #forward(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !hopByHop.has(name)));
      const upstream = request(
        {
          host: '127.0.0.1',
          port: this.#upstreamPort,
          method: incoming.method,
          path: incoming.url,
          headers: { ...headers, 'content-length': body.length },
        },
        (reply) => {
          readAll(reply).then((whole) => resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: whole }), reject);
        },
      );
      upstream.once('error', reject);
      outgoing.once('close', () => upstream.destroy());
      upstream.end(body);
    });
  }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
