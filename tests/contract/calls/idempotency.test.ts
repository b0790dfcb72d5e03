import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { readAuditEntries } from '../../fixtures/server/audit-entries.ts';
import type { CallSpec } from '../../../sync/contract/call.ts';
import { apiContract } from '../../../sync/contract/index.ts';
import { createClient, startTestServer, type CallAnswer, type TestServer } from '../server-fixture.ts';
import { validPersonDraft } from '../fixtures/resource-drafts.ts';

const paper = {
  name: '甲卷',
  sections: [{ title: '单选', type: 1, count: 2, pointsEach: 2, categories: [], partial: false }],
  rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 2 },
};
const person = { ...validPersonDraft, user_type: 7 };
const key = '6e1d4f0a-58f2-4a7e-8c55-b7a0f9f3d001';

describe('a call that is repeated with its idempotency key', () => {
  let server: TestServer;
  let token: string;
  const asked = (path: string, body: unknown, requestKey = key, by = token, app = server.app): Promise<CallAnswer> =>
    createClient(app).post(path, body, { 'x-token': by, 'x-request-key': requestKey });
  const papers = (): number => server.raw.prepare<[], number>('SELECT count(*) FROM paper').pluck().get() ?? 0;
  beforeEach(async () => {
    server = await startTestServer();
    token = await server.openSession(2);
  });

  it('returns the first answer, changes nothing, and has one audit entry', async () => {
    const first = await asked('/paper/add', paper);
    expect(first.code).toBe(0);
    expect([await asked('/paper/add', paper), await asked('/paper/add', paper)]).toEqual([first, first]);
    expect(papers()).toBe(1);
    await server.deps.audit.settled();
    expect((await readAuditEntries(server.deps.db)).filter((row) => row.call === '/paper/add')).toHaveLength(1);
  });

  it('waits for the first call if that is still running', async () => {
    const answers = await Promise.all([asked('/paper/add', paper), asked('/paper/add', paper), asked('/paper/add', paper)]);
    expect(answers.map(({ code, data }) => [code, data])).toEqual(answers.map(() => [0, answers[0]?.data]));
    expect(papers()).toBe(1);
  });

  it('28: is done by one of two servers that get it at once, and both return the same answer', async () => {
    const other = createApp(server.deps, server.handlers);
    const answers = await Promise.all([asked('/paper/add', paper), asked('/paper/add', paper, key, token, other)]);
    expect(answers.map(({ code, data }) => [code, data])).toEqual(answers.map(() => [0, answers[0]?.data]));
    expect(papers()).toBe(1);
  });

  it('counts as a new call with another key, input or caller, or without a valid key', async () => {
    await asked('/paper/add', paper);
    await asked('/paper/add', paper, `${key}-2`);
    await asked('/paper/add', { ...paper, name: '乙卷' });
    await asked('/paper/add', paper, key, await server.openSession(6));
    await asked('/paper/add', paper, 'short');
    await server.as(token)('/paper/add', paper);
    expect(papers()).toBe(6);
  });

  it('is tried again after a refusal', async () => {
    const leader = await server.openSession(3);
    expect((await asked('/class/add', { name: '', grade: '' })).code).toBe(1001);
    expect((await asked('/paper/add', paper, key, leader)).code).toBe(1003);
    const { handlers } = server;
    const { refuse } = await import('../../../server/http/handler.ts');
    const refusing = createApp(server.deps, {
      ...handlers,
      paper: { ...handlers.paper, add: () => refuse('refused', { 'zh-CN': '不行', en: 'no' }) },
    });
    expect((await asked('/paper/add', paper, key, token, refusing)).code).toBe(1002);
    expect((await asked('/paper/add', paper)).code).toBe(0);
  });

  /** Makes a call at a server that stops between the change and the response. Resolves when the change is stored; no response arrives. */
  async function askStopping(path: string, input: object): Promise<void> {
    const { handlers } = server;
    const stored = Promise.withResolvers<void>();
    const gone = async (done: unknown): Promise<never> => {
      await done;
      stored.resolve();
      return new Promise<never>(() => undefined);
    };
    const stopping = createApp(server.deps, {
      ...handlers,
      paper: { ...handlers.paper, add: (given, context) => gone(handlers.paper.add(given, context)) },
      user: {
        ...handlers.user,
        add: (given, context) => gone(handlers.user.add(given, context)),
        resetPassword: (given, context) => gone(handlers.user.resetPassword(given, context)),
      },
    });
    void asked(path, input, key, token, stopping);
    await stored.promise;
  }

  it('returns the result of a call whose server stopped before it could answer', async () => {
    await askStopping('/paper/add', paper);
    expect(await asked('/paper/add', paper)).toMatchObject({ code: 0, data: { id: 1, version: 1 } });
    expect(papers()).toBe(1);
    await askStopping('/user/add', person);
    expect(await asked('/user/add', person)).toMatchObject({ code: 0, data: { password: expect.any(String) as string } });
    const ids = [server.idOf('type7'), server.idOf('type6')];
    const hash = () => server.raw.prepare('SELECT pwd_hash FROM user WHERE id = ?').pluck().get(ids[0]);
    await askStopping('/user/resetPassword', { ids });
    const given = hash();
    const again = await asked('/user/resetPassword', { ids });
    expect(again).toMatchObject({ code: 0, data: { passwords: [{ id: ids[0] }, { id: ids[1] }] } });
    expect(hash()).toEqual(given);
  });

  it('returns a generated password again, which is not readable in the database', async () => {
    const first = await asked('/user/add', person);
    const { password } = first.data as { password: string };
    expect(await asked('/user/add', person)).toEqual(first);
    const [row] = server.raw.prepare<[], { answer: Buffer; name: Buffer }>('SELECT * FROM idempotent_response').all();
    expect(row?.answer.length).toBeGreaterThan(40);
    expect(server.raw.serialize().includes(Buffer.from(password))).toBe(false);
    expect(server.raw.serialize().includes(Buffer.from(key))).toBe(false);
  });

  it('is done again after a day', async () => {
    await asked('/paper/add', paper);
    server.time.nowMs += 25 * 60 * 60 * 1000;
    token = await server.openSession(2);
    await asked('/paper/add', paper);
    expect(papers()).toBe(2);
    expect(server.raw.prepare('SELECT count(*) FROM idempotent_response').pluck().get()).toBe(1);
  });
});

/** This test file checks the calls that are declared with an idempotency key. call-tables.sqlite.test.ts checks which calls must be declared so. */
describe('every call declared with an idempotency key', () => {
  const calls = Object.values(apiContract).flatMap((module) => Object.values(module) as (CallSpec & { path: string })[]);

  it('changes something and needs a session', () => {
    const strange = calls.filter(
      (call) => call.once !== undefined && (!call.changes || call.access === 'public' || call.access === 'ticket'),
    );
    expect(strange.map((call) => call.path)).toEqual([]);
  });
});
