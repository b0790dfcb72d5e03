import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { apiErrors } from '../../../sync/contract/errors.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { makeCall, CallFailure, isFinalRefusal, onCallFailure, setCallTexts } from './call.ts';

let failures: CallFailure[];
let stop: () => void;
let token: string | null;
beforeEach(() => {
  failures = [];
  token = null;
  stop = onCallFailure((failure) => failures.push(failure));
  setCallTexts({ unknown: '服务器未知错误!', network: '网络连接失败', timeout: '请求超时' });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('sessionStorage', { getItem: () => token });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const answering = (body: string, status = 200) => {
  const fetched = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
const failing = (promise: Promise<unknown>): Promise<CallFailure> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (failure: CallFailure) => failure,
  );

test('a call is a POST under /api with the session token, if any, and resolves with the data', async () => {
  const fetched = answering(JSON.stringify({ code: 0, msg: '', data: { ok: 1 } }));
  expect(await makeCall('/user/logout', {})).toEqual({ ok: 1 });
  token = 'abc';
  await makeCall('/user/logout', {});
  const headers = fetched.mock.calls.map(([path, init]) => [path, init.method, (init.headers as Record<string, string>)['X-Token']]);
  expect(headers).toEqual([
    ['/api/user/logout', 'POST', undefined],
    ['/api/user/logout', 'POST', 'abc'],
  ]);
});

test('a repeat before the answer has the same idempotency key, a repeat after the answer another one', async () => {
  const keys: string[] = [];
  const answer = (reply: () => Promise<Response>) =>
    vi.stubGlobal('fetch', (_path: string, { headers }: RequestInit) => {
      keys.push((headers as Record<string, string>)['X-Request-Key'] ?? '');
      return reply();
    });
  const add = (name: string) => makeCall('/class/add', { ...createBlankDraft(classResource), name }, { quiet: true });
  answer(() => Promise.reject(new TypeError('Failed to fetch')));
  await failing(add('a'));
  answer(() => Promise.resolve(Response.json({ code: 1007, msg: 'later' }, { status: 429 })));
  await failing(add('a'));
  answer(() => Promise.resolve(Response.json({ code: 0, msg: '', data: {} })));
  await Promise.all([add('a'), add('a')]);
  await add('a');
  await add('b');
  const [first, ...others] = keys;
  expect(first).toMatch(/^[A-Za-z0-9-]{16,64}$/);
  expect(others.slice(0, 3)).toEqual([first, first, first]);
  expect(new Set(keys).size).toBe(3);
});

test('an error code rejects with the server’s message or a fallback, and informs the listeners', async () => {
  answering(JSON.stringify({ code: 1002, msg: '开考前不能进入' }));
  expect(await failing(makeCall('/user/logout', {}))).toMatchObject({ code: 1002, message: '开考前不能进入', reaction: 'toast' });
  answering(JSON.stringify({ code: 1006, msg: '' }), 503);
  expect(await failing(makeCall('/user/logout', {}))).toMatchObject({ code: 1006, message: '服务器未知错误!' });
  expect(failures.map((failure) => failure.code)).toEqual([1002, 1006]);
});

test('codes 1004, 2001 and 3000 react by dialog, 4000 by dialog and toast, 1001 at the fields', async () => {
  const fields = [{ path: 'name', message: '必填' }];
  const reactions: unknown[] = [];
  for (const code of [1004, 2001, 3000, 4000, 1001]) {
    answering(JSON.stringify({ code, msg: 'x', data: { fields } }));
    reactions.push((await failing(makeCall('/user/logout', {}, { quiet: true, ownSession: true }))).reaction);
  }
  expect(reactions).toEqual(['dialog', 'dialog', 'dialog', 'dialogAndToast', 'fields']);
  expect((await failing(makeCall('/user/logout', {}, { quiet: true }))).fields).toEqual(fields);
  expect(failures).toEqual([]);
});

test('listeners hear of a lost session even from a quiet call, but not from sign-in and sign-out', async () => {
  const lostSessions: [number, boolean][] = [];
  const ending = onCallFailure((failure, quiet) => lostSessions.push([failure.code, quiet]));
  for (const { code } of Object.values(apiErrors)) {
    answering(JSON.stringify({ code, msg: 'x' }));
    await failing(makeCall('/progress/getById', { id: 1 }, { quiet: true }));
    await failing(makeCall('/user/logout', {}, { quiet: true, ownSession: true }));
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await failing(makeCall('/progress/getById', { id: 1 }, { quiet: true }));
  ending();
  expect(lostSessions).toEqual([
    [1004, true],
    [2001, true],
    [3000, true],
    [4000, true],
  ]);
});

test('a call refused for an old token is repeated with the token that another tab has renewed', async () => {
  token = 'old';
  vi.stubGlobal('fetch', (_path: string, { headers }: RequestInit) => {
    const sent = (headers as Record<string, string>)['X-Token'];
    token = 'new';
    return Promise.resolve(Response.json(sent === 'old' ? { code: 3000, msg: 'x' } : { code: 0, msg: '', data: { ok: 1 } }));
  });
  expect(await makeCall('/user/logout', {})).toEqual({ ok: 1 });
  expect(failures).toEqual([]);
});

test('a refusal is final if the session was ended meanwhile', async () => {
  token = 'old';
  vi.stubGlobal('fetch', () => {
    token = null;
    return Promise.resolve(Response.json({ code: 2001, msg: 'x' }));
  });
  expect((await failing(makeCall('/user/logout', {}))).code).toBe(2001);
});

test('a call without an answer for 60 s fails as a network error with a text of its own', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  });
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => Promise.reject(signal?.reason as Error));
  expect(await failing(makeCall('/user/logout', {}))).toMatchObject({ code: 0, network: true, message: '请求超时' });
  expect(limits).toEqual([60_000]);
  vi.restoreAllMocks();
});

test.each(Object.values(apiErrors).map((row) => [row.code, row.httpStatus, row.client] as const))(
  'code %i is recognised at HTTP status %i with the reaction %s',
  async (code, status, reaction) => {
    answering(JSON.stringify({ code, msg: 'why', data: null }), status);
    expect(await failing(makeCall('/user/logout', {}))).toMatchObject({ code, message: 'why', network: false, reaction });
    expect(failures).toHaveLength(1);
  },
);

test('a foreign page or a missing reply is a network error', async () => {
  answering('<html>login to the wifi</html>');
  expect(await failing(makeCall('/user/logout', {}))).toMatchObject({ code: 0, network: true, message: '网络连接失败' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect((await failing(makeCall('/user/logout', {}))).network).toBe(true);
});

test('an aborted call rejects with the caller’s abort reason and informs no listener', async () => {
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => Promise.reject(signal?.reason as Error));
  const gone = AbortSignal.abort(new DOMException('left the page', 'AbortError'));
  await expect(makeCall('/user/logout', {}, { signal: gone })).rejects.toThrow('left the page');
  expect(failures).toEqual([]);
});

test('only a refusal that a repeated request cannot change is final', () => {
  const final = Object.values(apiErrors).filter(({ code }) => isFinalRefusal(new CallFailure(code, '')));
  expect(new Set(final.map(({ code }) => code))).toEqual(new Set([1001, 1002, 1003, 1005, 1006, 1008]));
  // No answer, and codes of other or newer servers.
  for (const code of [0, 7777]) expect(isFinalRefusal(new CallFailure(code, ''))).toBe(false);
  expect(isFinalRefusal(new Error('another failure'))).toBe(false);
});
