import { request as sendRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerTicketCall } from './contract-mount.ts';
import { startListening, type ListeningServer } from './listen.ts';
import { createTicketDoor } from './ticket-door.ts';

const maxBytes = 100_000;

describe('29.6: calls with an upload token, past the application', () => {
  let listening: ListeningServer;
  let left = Promise.withResolvers<void>();
  let begun = Promise.withResolvers<void>();
  let kept: ReturnType<Parameters<AnswerTicketCall>[2]>;
  /** `/echo` answers with the text of its request, `/wait` when its client has left; `/keep` only reads. */
  const answer: AnswerTicketCall = (path, c, read) => {
    if (path === '/wait') {
      c.req.raw.signal.addEventListener('abort', () => left.resolve());
      begun.resolve();
      return left.promise.then(() => ({ status: 200, body: '' }));
    }
    if (path === '/keep') {
      kept = read(maxBytes);
      begun.resolve();
      return kept.then(() => ({ status: 200, body: '' }));
    }
    return path === '/echo'
      ? read(maxBytes).then((text) => ({ status: 418, body: JSON.stringify([c.req.path, c.req.header('x-language'), text]) }))
      : undefined;
  };

  beforeEach(async () => {
    left = Promise.withResolvers();
    begun = Promise.withResolvers();
    const app = { fetch: () => new Response('the application'), door: createTicketDoor(answer) };
    listening = await startListening(app, { host: '127.0.0.1', port: 0 });
  });
  afterEach(() => listening.close(0));

  const post = (path: string, body: string): Promise<Response> =>
    fetch(listening.url + path, { method: 'POST', body, headers: { 'x-language': 'en' } });

  it('reads a text in many parts and answers with status, headers and body', async () => {
    const text = '稳考'.repeat(15_000);
    const response = await post('/echo', text);
    expect(response.status).toBe(418);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual(['/echo', 'en', text]);
    expect(await (await post('/echo', '')).json()).toEqual(['/echo', 'en', '']);
  });

  it('reads a larger body to its end and says that it is too large', async () => {
    expect(await (await post('/echo', 'a'.repeat(maxBytes))).json()).toMatchObject({ 2: 'a'.repeat(maxBytes) });
    expect(await (await post('/echo', 'a'.repeat(20 * maxBytes))).json()).toMatchObject({ 2: { fault: 'tooLarge' } });
  });

  it('leaves every other request to the application', async () => {
    expect(await (await post('/other', '')).text()).toBe('the application');
    expect(await (await fetch(`${listening.url}/echo`)).text()).toBe('the application');
  });

  it('tells a call that waits when its client has left', async () => {
    const waiting = sendRequest(`${listening.url}/wait`, { method: 'POST' });
    waiting.on('error', () => undefined);
    waiting.end();
    await begun.promise;
    waiting.destroy();
    await expect(left.promise).resolves.toBeUndefined();
  });

  it('tells a call that its body was cut', async () => {
    const cut = sendRequest(`${listening.url}/keep`, { method: 'POST', headers: { 'content-length': '50' } });
    cut.on('error', () => undefined);
    cut.write('half');
    await begun.promise;
    cut.destroy();
    expect(await kept).toEqual({ fault: 'cut' });
  });
});
