import { afterEach, expect, test, vi } from 'vitest';
import { NetworkFault } from '../../../sync/engine/ports.ts';
import { syncTransport } from './sync-transport.ts';

const signal = new AbortController().signal;
const pull = { ticket: 't', newsSeen: 0, serverEpoch: 'e1', waitMs: 0 };
const answered = { serverEpoch: 'e1', serverNow: 5, news: null, heads: [] };

function reply(body: string, status = 200): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(() => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

test('a reply in the expected form is read at any HTTP status', async () => {
  reply(JSON.stringify({ code: 0, msg: '', data: answered }), 502);
  expect(await syncTransport.pull(pull, signal)).toEqual({ kind: 'ok', ...answered });
  reply(JSON.stringify({ code: 1008, msg: '太大' }), 413);
  expect(await syncTransport.pull(pull, signal)).toEqual({ kind: 'refused', code: 1008, msg: '太大' });
});

test('a captive portal’s page, a truncated body and JSON of another shape are network errors', async () => {
  for (const body of [
    '<html>请登录上网</html>',
    '{"code":0,"msg":"","da',
    '{"ok":true}',
    'null',
    '',
    JSON.stringify({ code: 0, msg: '', data: { serverNow: 5 } }),
  ]) {
    reply(body);
    await expect(syncTransport.pull(pull, signal), body).rejects.toBeInstanceOf(NetworkFault);
  }
});

test('codes to retry and codes that this build does not know are network errors', async () => {
  for (const code of [1007, 5000, 7777]) {
    reply(JSON.stringify({ code, msg: 'x' }));
    await expect(syncTransport.time(signal), String(code)).rejects.toBeInstanceOf(NetworkFault);
  }
});

test('SY11: a push carries no session token, and a refusal keeps its reason', async () => {
  const data = { reason: 'gap', head: null, kept: false, serverEpoch: 'e1' };
  const fetched = reply(JSON.stringify({ code: 1006, msg: '有缺口', data }));
  const stream = { streamId: 's', attemptId: 'a', epoch: 1, actor: 1, documentId: 'd', keyId: 'k' };
  const input = { ticket: 't', stream, fromSeq: 1, prevHash: 'h', ops: [], headHash: 'h', newsSeen: 0 };
  expect(await syncTransport.push(input, signal)).toEqual({ kind: 'refused', code: 1006, msg: '有缺口', data });
  const init = fetched.mock.calls[0]?.[1] as RequestInit;
  expect(Object.keys(init.headers ?? {})).not.toContain('X-Token');
  expect(init.redirect).toBe('error');
});
