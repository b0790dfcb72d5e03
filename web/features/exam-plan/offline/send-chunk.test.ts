import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendChunk } from './send-chunk.ts';

const chunk = { ticket: 't', itemId: '2/3fa9c1d2', at: 0, sealed: 'AA', carried: true } as const;
const heldReply = { code: 0, msg: '', data: { serverEpoch: 'e1' } };
const busyReply = { code: 1007, msg: '稍后再试' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Sends one attachment chunk to a fake server that gives these replies in turn and then repeats the last one. Returns the outcome and the number of
 * requests.
 */
async function sendToFakeServer(...answers: object[]): Promise<{ came: string; asked: number }> {
  let requestCount = 0;
  const fetched = vi.fn((_: string, __: RequestInit) => {
    requestCount += 1;
    return Promise.resolve(new Response(JSON.stringify(answers[Math.min(requestCount, answers.length) - 1])));
  });
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } });
  vi.stubGlobal('fetch', fetched);
  const sending = sendChunk(chunk).catch(() => 'no answer');
  await vi.runAllTimersAsync();
  const [path, init] = fetched.mock.calls[0] ?? [];
  // The request carries the chunk's own upload token and no session.
  expect([path, JSON.parse(init?.body as string), Object.keys(init?.headers ?? {})]).toEqual([
    '/api/sync/piece',
    chunk,
    ['content-type', 'accept-language'],
  ]);
  return { came: await sending, asked: requestCount };
}

test('sendChunk returns stored, refused or unreferenced, as the server reports', async () => {
  expect(await sendToFakeServer(heldReply)).toEqual({ came: 'held', asked: 1 });
  for (const code of [1002, 1003]) expect(await sendToFakeServer({ code, msg: '不收' })).toEqual({ came: 'refused', asked: 1 });
  expect(await sendToFakeServer({ code: 1006, msg: '没有作答提到' })).toEqual({ came: 'unnamed', asked: 1 });
});

test('sendChunk retries at a busy server, and reports no answer after three tries', async () => {
  expect(await sendToFakeServer(busyReply, heldReply)).toEqual({ came: 'held', asked: 2 });
  expect(await sendToFakeServer(busyReply)).toEqual({ came: 'no answer', asked: 3 });
});

test('sendChunk treats the response of a foreign server as no answer', async () => {
  for (const answer of [{ code: 0, msg: '' }, { code: 0, msg: '', data: {} }, { code: 7777, msg: '' }, { ok: true }])
    expect((await sendToFakeServer(answer)).came).toBe('no answer');
});
