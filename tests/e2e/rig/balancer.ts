import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSeededRandom } from '../../../server/seeded-random.ts';
import { passTime } from './slowness.ts';

/** A server behind the balancer. */
interface BalancedServer {
  readonly origin: string;
}

/** Time between two checks of a server, in milliseconds. */
const checkMs = 200;
/** Methods of requests that a balancer may send twice. A POST may have been handled before its answer was lost. */
const idempotentMethods = new Set(['GET', 'HEAD']);

/**
 * Balances requests over equal servers, as nginx or HAProxy does. Each request goes to a random server that is ready. If that server fails,
 * the request goes to another one. The client gets 502 if no server is left, or for a POST that the failed server may have handled.
 */
export class Balancer {
  readonly port: number;
  readonly #random: () => number;
  readonly #ready = new Set<BalancedServer>();
  readonly #balancer = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));
  #isClosed = false;

  /** `seed` decides which server gets which request. */
  constructor(port: number, servers: readonly BalancedServer[], seed: number) {
    this.port = port;
    this.#random = createSeededRandom(seed);
    this.#balancer.listen(port, '127.0.0.1');
    for (const server of servers) void this.#watch(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  isReady(server: BalancedServer): boolean {
    return this.#ready.has(server);
  }

  close(): void {
    this.#isClosed = true;
    this.#balancer.closeAllConnections();
    this.#balancer.close();
  }

  async #watch(server: BalancedServer): Promise<void> {
    while (!this.#isClosed) {
      // Opens a new connection for each check: the server may close an idle one just as it is used again.
      const reply = await fetch(`${server.origin}/readyz`, { headers: { connection: 'close' } }).catch(() => null);
      if (reply?.ok) this.#ready.add(server);
      else this.#ready.delete(server);
      await passTime(checkMs);
    }
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      outgoing.destroy();
      return;
    }
    const body = Buffer.concat(chunks);
    const untried = new Set(this.#ready);
    while (untried.size > 0) {
      const server = [...untried][Math.floor(this.#random() * untried.size)] as BalancedServer;
      untried.delete(server);
      const outcome = await this.#forward(server, incoming, body, outgoing);
      if (outcome === 'answered' || outgoing.destroyed) return;
      this.#ready.delete(server);
      if (outcome === 'lost' && !idempotentMethods.has(incoming.method ?? '')) break;
    }
    outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
  }

  /** Sends a request to a server. `unsent`: the server has not seen it; `lost`: it may have handled it; `answered`: the answer has begun. */
  #forward(
    server: BalancedServer,
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<'unsent' | 'lost' | 'answered'> {
    return new Promise((resolve) => {
      const { method, headers, url = '/' } = incoming;
      const onward = request(new URL(url, server.origin), { method, headers, agent: false }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
        reply.once('error', () => outgoing.destroy());
        resolve('answered');
      });
      onward.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'unsent' : 'lost'));
      outgoing.once('close', () => onward.destroy());
      onward.end(body);
    });
  }
}
