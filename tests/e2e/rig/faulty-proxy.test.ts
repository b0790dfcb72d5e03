import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FaultyProxy } from './faulty-proxy.ts';
import { findFreePort } from './free-port.ts';
import { drawFate, type RequestFateRates } from './request-fate.ts';
import { createSeededRandom } from '../../../server/seeded-random.ts';

describe('FaultyProxy', () => {
  let server: Server;
  let proxy: FaultyProxy;
  /** Bodies that the server received, in order. */
  let received: string[];

  beforeEach(async () => {
    received = [];
    server = createServer((request, reply) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(body);
        reply.setHeader('content-type', 'application/json').end(JSON.stringify({ n: received.length, body }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = new FaultyProxy(await findFreePort(), (server.address() as AddressInfo).port, 7);
    await proxy.online();
  });
  afterEach(async () => {
    await proxy.offline();
    server.closeAllConnections();
    server.close();
  });

  const post = (body: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${proxy.origin}/api/sync/push`, { method: 'POST', body, ...(signal ? { signal } : {}) });
  const always = (kind: keyof RequestFateRates): void => proxy.misbehave({ [kind]: 1 }, { maxDelayMs: 30 });

  it('forwards requests and answers', async () => {
    expect(await (await post('a')).json()).toEqual({ n: 1, body: 'a' });
    expect(received).toEqual(['a']);
  });

  it('drop: the server receives nothing', async () => {
    always('drop');
    await expect(post('a')).rejects.toThrow('fetch failed');
    expect(received).toEqual([]);
  });

  it('delay: the answer arrives', async () => {
    always('delay');
    expect(await (await post('a')).json()).toEqual({ n: 1, body: 'a' });
  });

  it('repeat: the server receives the request twice, the client gets one answer', async () => {
    always('repeat');
    expect(await (await post('a')).json()).toEqual({ n: 2, body: 'a' });
    expect(received).toEqual(['a', 'a']);
  });

  it('portal: a captive portal’s page answers instead of the server', async () => {
    always('portal');
    const reply = await post('a');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(received).toEqual([]);
  });

  it('cutReply: the connection breaks after the server has handled the request', async () => {
    always('cutReply');
    await expect(post('a')).rejects.toThrow('fetch failed');
    expect(received).toEqual(['a']);
  });

  it('tearReply: the answer breaks off half-way', async () => {
    always('tearReply');
    const reply = await post('a');
    await expect(reply.json()).rejects.toThrow('terminated');
    expect(received).toEqual(['a']);
  });

  it('halfOpen: the request hangs until the client aborts it', async () => {
    always('halfOpen');
    const client = new AbortController();
    const asked = post('a', client.signal);
    await vi.waitFor(() => expect(proxy.fates.get('halfOpen')).toBe(1), { timeout: 20_000 });
    client.abort();
    await expect(asked).rejects.toThrow('aborted');
    expect(received).toEqual([]);
    proxy.misbehave({});
    proxy.freeze();
    await expect(post('b', AbortSignal.timeout(50))).rejects.toThrow('timeout');
    proxy.thaw();
    // The first request may still break on a frozen connection.
    await vi.waitFor(async () => expect(await (await post('c')).json()).toMatchObject({ body: 'c' }), { timeout: 20_000 });
  });

  it('refuses connections when offline, and works on the same port when online again', async () => {
    await post('a');
    await proxy.offline();
    await expect(post('b')).rejects.toThrow('fetch failed');
    await proxy.online();
    expect((await post('c')).status).toBe(200);
    expect(received).toEqual(['a', 'c']);
  });

  it('beforeReply runs its callback after the server’s commit and drops the reply', async () => {
    const seen: string[][] = [];
    const sprung = proxy.beforeReply('/api/sync/push', () => {
      seen.push([...received]);
    });
    await expect(post('a')).rejects.toThrow('fetch failed');
    await sprung;
    expect(seen).toEqual([['a']]);
    expect((await post('b')).status).toBe(200);
  });

  it('breaks calls only, never the loading of a page', async () => {
    always('drop');
    expect((await fetch(`${proxy.origin}/index.html`)).status).toBe(200);
  });

  it('draws the same faults from the same seed, about as often as configured', () => {
    const rates: RequestFateRates = { drop: 0.2, repeat: 0.3, portal: 0.1 };
    const draw = (seed: number): string[] => {
      const random = createSeededRandom(seed);
      return Array.from({ length: 1000 }, () => drawFate(rates, random, 10).kind);
    };
    expect(draw(3)).toEqual(draw(3));
    expect(draw(3)).not.toEqual(draw(4));
    const share = (kind: string): number => draw(3).filter((drawn) => drawn === kind).length / 1000;
    expect(share('drop')).toBeCloseTo(0.2, 1);
    expect(share('repeat')).toBeCloseTo(0.3, 1);
    expect(share('pass')).toBeCloseTo(0.4, 1);
  });
});
