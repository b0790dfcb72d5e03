import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Balancer } from './balancer.ts';
import { findFreePort } from './free-port.ts';

/** A server that answers each request with its own name. While `isFailing`, it reads requests and cuts the connection. */
class NamedServer {
  readonly origin: string;
  readonly seen: string[] = [];
  isFailing = false;
  readonly #server: Server;

  constructor(name: string, port: number) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#server = createServer((request, reply) => {
      if (request.url === '/readyz') return void reply.end();
      this.seen.push(request.url ?? '');
      if (this.isFailing) request.socket.destroy();
      else reply.end(name);
    }).listen(port, '127.0.0.1');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let a: NamedServer;
let b: NamedServer;
let balancer: Balancer;
beforeEach(async () => {
  a = new NamedServer('a', await findFreePort());
  b = new NamedServer('b', await findFreePort());
  balancer = new Balancer(await findFreePort(), [a, b], 1);
  await vi.waitUntil(() => balancer.isReady(a) && balancer.isReady(b), { timeout: 30_000 });
});
afterEach(async () => {
  balancer.close();
  await Promise.all([a.close(), b.close()]);
});

let asked = 0;
/** Makes this many requests, each to a path of its own, and returns the answers. */
async function ask(method: 'GET' | 'POST', times: number): Promise<string[]> {
  const answers: string[] = [];
  for (let at = 0; at < times; at += 1) {
    asked += 1;
    const reply = await fetch(`${balancer.origin}/${asked}`, { method, ...(method === 'POST' && { body: 'x' }) });
    answers.push(reply.ok ? await reply.text() : String(reply.status));
  }
  return answers;
}

it('sends requests to both servers', async () => {
  expect(new Set(await ask('POST', 20))).toEqual(new Set(['a', 'b']));
  expect(a.seen.length + b.seen.length).toBe(20);
});

it('sends everything to the other server while one is stopped, and to both after its restart', async () => {
  await a.close();
  expect(await ask('POST', 20)).toEqual(Array.from({ length: 20 }, () => 'b'));
  expect(balancer.isReady(a)).toBe(false);
  a = new NamedServer('a', Number(new URL(a.origin).port));
  await expect.poll(async () => new Set(await ask('POST', 20))).toEqual(new Set(['a', 'b']));
});

it('repeats a GET whose connection broke, but not a POST, which the server may have handled', async () => {
  a.isFailing = true;
  expect(await ask('GET', 20)).toEqual(Array.from({ length: 20 }, () => 'b'));
  const sentBefore = a.seen.length;
  await expect.poll(() => ask('POST', 20)).toContain('502');
  expect(a.seen.slice(sentBefore).filter((path) => b.seen.includes(path))).toEqual([]);
});
