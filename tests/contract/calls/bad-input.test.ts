import { beforeAll, describe, expect, it } from 'vitest';
import { readOnlyUserType, userTypes, type UserType } from '../../../sync/contract/roles.ts';
import { createApp } from '../../../server/app.ts';
import { allCalls, gateHandlers } from '../fixtures/every-call.ts';
import { allTypes, createClient, startTestServer, type CallAnswer, type TestServer } from '../server-fixture.ts';

const fieldsOf = (answer: CallAnswer) => (answer.data as { fields: { path: string; message: string }[] }).fields;

describe('bad input', () => {
  it('malformed JSON is answered 1001 with the position', async () => {
    const { post } = await startTestServer();
    const answer = await post('/user/login', '{"login_name": "a", ', { 'x-language': 'en' });
    expect(answer).toMatchObject({ status: 200, code: 1001 });
    expect(answer.msg).toMatch(/not valid JSON: .*(position|JSON input)/);
  });

  it('every faulty field is named, in the requested language', async () => {
    const { post } = await startTestServer();
    const body = { login_name: '   ', login_pwd: 7, school_id: -1, login_type: 3 };
    const english = await post('/user/login', body, { 'accept-language': 'en-GB,en;q=0.9' });
    expect(english).toMatchObject({ status: 200, code: 1001, msg: '4 fields are not as required' });
    expect(fieldsOf(english)).toEqual([
      { path: 'login_name', message: 'must not be empty' },
      { path: 'login_pwd', message: 'must be text' },
      { path: 'school_id', message: 'must be more than 0' },
      { path: 'login_type', message: 'must be one of: 1, 2' },
    ]);
    const chinese = await post('/user/login', body);
    expect(chinese.msg).toBe('有 4 处内容不符合要求');
    expect(fieldsOf(chinese).map((fault) => fault.message)).toEqual(['不能为空', '应为文本', '必须大于 0', '只能是：1、2']);
  });

  it('faulty nested fields are named by their path', async () => {
    const server = await startTestServer();
    const call = server.as(await server.openSession(6));
    const answer = await call('/paper/add', {
      name: '卷',
      sections: [{ title: '一', type: 1, count: 0, pointsEach: 0.3, categories: [], partial: 'no' }],
      rules: { layout: 'one', shuffleQuestions: true, shuffleOptions: true },
    });
    expect(fieldsOf(answer).map((fault) => fault.path)).toEqual([
      'sections.0.count',
      'sections.0.pointsEach',
      'sections.0.pointsEach',
      'sections.0.partial',
      'rules.passPoints',
    ]);
  });

  it.each([['[]'], ['null'], ['7'], ['"text"']])('a body that is no object (%s) is answered 1001', async (body) => {
    const { post } = await startTestServer();
    const answer = await post('/school/getByWebsite', body, { 'x-language': 'en' });
    expect(answer.code).toBe(1001);
    expect(fieldsOf(answer)).toEqual([{ path: '', message: 'must be an object' }]);
  });

  it('a body that is nested too deeply is refused', async () => {
    const { post } = await startTestServer();
    const answer = await post('/school/getByWebsite', `{"website":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, { 'x-language': 'en' });
    expect(answer).toMatchObject({ code: 1001, msg: expect.stringContaining('nested too deeply') as string });
  });

  it('an unknown call is answered 1005 with HTTP 404 and its name', async () => {
    const { post, app } = await startTestServer();
    for (const path of ['/user/nothing', '/nothing/getList', '/user', '/user/login/']) {
      const answer = await post(path, {});
      expect(answer).toMatchObject({ status: 404, code: 1005 });
      expect(answer.msg).toContain(`/api${path}`);
    }
    const got = await app.request('/api/user/login', { headers: { 'x-language': 'en' } });
    expect(got.status).toBe(404);
    expect(await got.json()).toMatchObject({ code: 1005, msg: 'The call /api/user/login accepts only POST' });
  });

  describe('a body above the size limit', () => {
    // All calls may use one server, because a refused body changes nothing.
    let server: TestServer;
    let client: ReturnType<typeof createClient>;
    beforeAll(async () => {
      server = await startTestServer();
      client = createClient(createApp(server.deps, gateHandlers));
    });
    it.each(allCalls.map((call) => [call.path, call] as const))('is refused by %s', async (path, call) => {
      const admitted = (type: UserType) => userTypes[type].roles.some((role: string) => (call.access as readonly string[]).includes(role));
      const token = await server.openSession(
        (Array.isArray(call.access) && allTypes.find((type) => type !== readOnlyUserType && admitted(type))) || 6,
      );
      const maxBytes = call.maxBytes ?? 1024 * 1024;
      const answer = await client.as(token)(path, `"${'a'.repeat(maxBytes)}"`);
      expect(answer).toMatchObject({ status: 413, code: 1008 });
      expect(answer.msg).toMatch(/\d+(\.\d)? (KB|MB)/);
    });
  });

  it('is refused even if it does not declare its length', async () => {
    const { app } = await startTestServer();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 40) controller.close();
        else controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const response = await app.request('/api/user/login', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 1008 });
    // The server reads the whole body, so the client is never cut off while it sends.
    expect(sent).toBe(41);
  });

  it('an empty body counts as an empty input', async () => {
    const server = await startTestServer();
    expect((await server.as(await server.openSession(6))('/user/getInfo', '')).code).toBe(0);
  });
});

describe('a bug in a handler', () => {
  it('is answered 5000 with a reference to the server’s log, without its cause', async () => {
    const server = await startTestServer();
    const broken = createApp(server.deps, {
      ...server.handlers,
      school: { ...gateHandlers.school, getByWebsite: () => Promise.reject(new Error('secret detail')) },
    });
    const answer = await createClient(broken).post('/school/getByWebsite', { website: 'demo' });
    expect(answer).toMatchObject({ status: 200, code: 5000 });
    expect(JSON.stringify(answer)).not.toContain('secret detail');
    const reference = /编号 (.*)）/.exec(answer.msg)?.[1];
    expect(server.logged).toEqual([expect.objectContaining({ requestId: reference, path: '/api/school/getByWebsite' })]);
  });

  it('returns no field that the contract does not declare', async () => {
    const server = await startTestServer();
    const leaky = createApp(server.deps, {
      ...server.handlers,
      school: {
        ...gateHandlers.school,
        getByWebsite: () => ({
          id: 1,
          title: '',
          logo: '',
          cover: '',
          website: 'demo',
          enabled: true,
          registration: true,
          enrolAtOnce: false,
          zone: 'Asia/Shanghai',
          pwd_hash: 'leak',
        }),
      },
    });
    const answer = await createClient(leaky).post('/school/getByWebsite', { website: 'demo' });
    expect(answer.data).toEqual({
      id: 1,
      title: '',
      logo: '',
      cover: '',
      website: 'demo',
      enabled: true,
      registration: true,
      enrolAtOnce: false,
      zone: 'Asia/Shanghai',
    });
  });
});
