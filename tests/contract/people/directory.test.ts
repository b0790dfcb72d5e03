import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { defaultDirectory, directoryUserTypes } from '../../../sync/contract/people/directory.ts';
import { userRights } from '../../../sync/contract/people/user-rights.ts';
import { defaultSettings } from '../../../sync/contract/platform/system.ts';
import { directorySecret as secret } from '../../fixtures/server/directory-double.ts';
import { validDirectoryDraft as ldap } from '../fixtures/resource-drafts.ts';
import { listFaultyFields, requireDone, seededPassword, startTestServer, type TestServer } from '../server-fixture.ts';

const oidc = { ...ldap, kind: 'oidc', address: 'https://login.school.test', account: 'wenkao' };

/** Stores the settings as the school's administrator. */
async function setUp(server: TestServer, draft: object) {
  const admin = await server.callAs(2);
  const { version } = await requireDone(admin('/directory/get', {}));
  await requireDone(admin('/directory/set', { ...draft, secret, version }));
  return admin;
}
async function setPublicAddress(server: TestServer, publicAddress: string): Promise<void> {
  const system = await server.callAs(9);
  const { version } = await requireDone(system('/system/getSettings', {}));
  await requireDone(system('/system/modifySettings', { ...defaultSettings, publicAddress, version }));
}
const signIn = (server: TestServer, login: string, password = `right-${login}`, at: 0 | 1 = 0) =>
  server.post('/directory/signIn', { school_id: server.schoolIds[at], login_name: login, login_pwd: password });
/** Changes a column of the account with this login name directly in the database. */
const setColumn = (server: TestServer, column: string, value: unknown, login: string): unknown =>
  server.raw.prepare(`UPDATE user SET ${column} = ? WHERE login_name = ? AND school_id = ?`).run(value, login, server.schoolIds[0]);
/** Turns on the second factor of the teacher whom the directory calls `zhang`. Returns a function that moves the clock and makes a new code. */
async function addSecondFactor(server: TestServer): Promise<() => string> {
  const teacher = await server.callAs(6);
  const begun = await requireDone<{ secret: string; setup: string }>(teacher('/user/beginSecondFactor', { login_pwd: seededPassword }));
  const makeCode = (): string => {
    server.time.nowMs += 30_000;
    return new TOTP({ secret: begun.secret }).generate({ timestamp: server.time.nowMs });
  };
  await requireDone(teacher('/user/confirmSecondFactor', { setup: begun.setup, code: makeCode() }));
  return makeCode;
}
const whoIs = async (server: TestServer, answer: Awaited<ReturnType<typeof signIn>>) => {
  const { token } = answer.data as { token: string };
  return requireDone<{ user: { login_name: string; must_change_password: boolean }; roles: string[] }>(
    server.as(token)('/user/getInfo', {}),
  );
};

describe('the directory settings', () => {
  it('are shown on the sign-in page only once they are complete and enabled', async () => {
    const server = await startTestServer();
    const shown = () => requireDone(server.post('/directory/getPublic', { school_id: server.schoolIds[0] }));
    expect(await shown()).toEqual({ directory: null });
    expect((await signIn(server, 'zhang')).msg).toBe('这所学校没有启用机构账号登录');
    await setUp(server, { ...ldap, enabled: false });
    expect(await shown()).toEqual({ directory: null });
    await setUp(server, ldap);
    expect(await shown()).toEqual({ directory: { name: ldap.name, way: 'password' } });
    server.raw.prepare('UPDATE school SET status = 0 WHERE id = ?').run(server.schoolIds[0]);
    expect(await shown()).toEqual({ directory: null });
  });

  it('never return the secret, store it sealed, and keep it out of the audit log', async () => {
    const server = await startTestServer();
    const admin = await setUp(server, ldap);
    const stored = await requireDone<object>(admin('/directory/get', {}));
    expect(stored).toMatchObject({ hasSecret: true, address: ldap.address });
    const { entries } = { entries: (await requireDone<{ items: { id: number }[] }>(admin('/audit/getList', {}))).items };
    const details = await Promise.all(entries.map(({ id }) => admin('/audit/getById', { id })));
    const rows = server.raw.prepare('SELECT * FROM directory').all();
    for (const text of [stored, details, rows, server.logged].map((each) => JSON.stringify(each))) expect(text).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('base64'));
  });

  it.each([
    ['address', { address: 'evil.test:636' }],
    ['encryption', { security: 'startTls' }],
    ['own authority', { certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
    ['account', { account: 'cn=other' }],
    ['kind', { kind: 'oidc', address: 'https://evil.test' }],
  ])('require the secret again if the %s changes, so that it is not sent to another server', async (_what, change) => {
    const server = await startTestServer();
    const admin = await setUp(server, ldap);
    const refused = await admin('/directory/set', { ...ldap, ...change, secret: '', version: 2 });
    expect(listFaultyFields(refused)).toEqual([{ path: 'secret', message: '改动会把密钥发往别处，请重新填写密钥' }]);
    await requireDone(admin('/directory/set', { ...ldap, name: '新名称', secret: '', version: 2 }));
    expect((await signIn(server, 'zhang')).code).toBe(0);
  });

  it('name the missing or invalid fields of each kind of directory', async () => {
    const admin = await (await startTestServer()).callAs(2);
    const paths = async (draft: object) =>
      listFaultyFields(await admin('/directory/set', { ...ldap, ...draft, secret, version: 1 })).map(({ path }) => path);
    expect(await paths({ ...defaultDirectory, name: '' })).toEqual(expect.arrayContaining(['name', 'address']));
    expect(await paths({ searchBase: '', loginAttribute: '' })).toEqual(['searchBase', 'loginAttribute']);
    expect(await paths({ address: 'https://ldap.school.test' })).toEqual(['address']);
    expect(await paths({ ...oidc, account: '', address: 'http://login.school.test' })).toEqual(['account', 'address']);
  });

  it('can be tested step by step, and the test shows the account of a person', async () => {
    const server = await startTestServer();
    const admin = await setUp(server, ldap);
    const test = (login_name: string) => requireDone<{ steps: object[] }>(admin('/directory/test', { login_name }));
    expect((await test('zhang')).steps).toEqual([
      { ok: true, text: '已连接' },
      { ok: true, text: '对应本校账号：用户6' },
    ]);
    expect((await test('zhao')).steps[1]).toEqual({ ok: false, text: '本校没有对应此编号的账号，此人还不能登录' });
    await setUp(server, { ...ldap, address: 'away.school.test' });
    expect((await test('')).steps).toEqual([{ ok: false, text: 'unreachable' }]);
    for (let n = 0; n < 17; n += 1) await test('');
    expect((await admin('/directory/test', { login_name: '' })).code).toBe(1007);
  });
});

describe('password sign-in at a directory', () => {
  it('opens a session of the account with this number, with the roles of the account', async () => {
    const server = await startTestServer();
    await setUp(server, ldap);
    setColumn(server, 'must_change', 1, 'type6');
    setColumn(server, 'student_no', 'S2026001', 'type7');
    expect(await whoIs(server, await signIn(server, 'zhang'))).toMatchObject({
      user: { login_name: 'type6', must_change_password: false },
      roles: ['teacher'],
    });
    expect(await whoIs(server, await signIn(server, 'li'))).toMatchObject({ user: { login_name: 'type7' }, roles: ['student'] });
  });

  it('refuses a wrong password without revealing whether the person exists, and limits guessing', async () => {
    const server = await startTestServer();
    await setUp(server, ldap);
    const [wrong, unknown] = [await signIn(server, 'zhang', 'guess'), await signIn(server, 'nobody', 'guess')];
    expect([wrong.code, wrong.msg]).toEqual([unknown.code, unknown.msg]);
    for (let n = 0; n < 12; n += 1) await signIn(server, 'zhang', `guess ${n}`);
    expect((await signIn(server, 'zhang', 'another')).code).toBe(1007);
    // The directory's name `zhang` belongs to account `type6`, whose own password still works: guessing at the directory locks no account.
    expect((await server.login('type6', seededPassword)).code).toBe(0);
  });

  it('refuses user types that the school administrator does not manage, such as administrator or examinee', async () => {
    const server = await startTestServer();
    await setUp(server, ldap);
    expect(directoryUserTypes.every((type) => userRights[2].manages.includes(type))).toBe(true);
    for (const type of [1, 2, 3, 8, 9, 10, 11, 12]) {
      setColumn(server, 'login_name', `other${type}`, 'type2');
      setColumn(server, 'login_name', 'type2', `type${type}`);
      setColumn(server, 'student_no', 'type2', 'type2');
      const answer = await signIn(server, 'wang');
      expect([type, answer.code, answer.msg]).toEqual([type, 1002, '机构账号登录成功，但本校没有编号为“type2”的账号，请联系学校管理员']);
      setColumn(server, 'student_no', '', 'type2');
      setColumn(server, 'login_name', `type${type}`, 'type2');
      setColumn(server, 'login_name', 'type2', 'other2');
    }
  });

  it('finds accounts of its own school only', async () => {
    const server = await startTestServer();
    await setUp(server, ldap);
    expect((await signIn(server, 'zhang', 'right-zhang', 1)).code).toBe(1002);
    setColumn(server, 'login_name', 'moved', 'type6');
    expect((await signIn(server, 'zhang')).msg).toContain('没有编号为“type6”的账号');
  });

  it('refuses a disabled account with code 4000', async () => {
    const server = await startTestServer();
    await setUp(server, ldap);
    setColumn(server, 'status', 0, 'type6');
    expect((await signIn(server, 'zhang')).code).toBe(4000);
  });

  it('refuses a number that two accounts have', async () => {
    const server = await startTestServer();
    await setUp(server, ldap);
    setColumn(server, 'student_no', 'type6', 'type7');
    expect((await signIn(server, 'zhang')).msg).toContain('本校有多个账号对应编号“type6”');
  });

  it('refers to the account’s own password while the directory is unreachable', async () => {
    const server = await startTestServer();
    await setUp(server, { ...ldap, address: 'away.school.test' });
    const answer = await signIn(server, 'zhang');
    expect(answer.msg).toContain('请改用本平台的账号和密码');
    expect(answer.msg).not.toContain('unreachable');
    expect((await server.login('type6', seededPassword)).code).toBe(0);
  });
});

describe('the second factor of an account after a sign-in at a directory', () => {
  const byPassword = (server: TestServer, code: string, password = 'right-zhang') =>
    server.post('/directory/signIn', { school_id: server.schoolIds[0], login_name: 'zhang', login_pwd: password, code });

  it('is required after the right password only, accepts a code once, and shares its limit with the own password', async () => {
    const server = await startTestServer();
    await setUp(server, ldap);
    const makeCode = await addSecondFactor(server);
    expect(await byPassword(server, '')).toMatchObject({ code: 1002, data: { secondFactor: true } });
    expect((await byPassword(server, makeCode(), 'guess')).data).not.toMatchObject({ secondFactor: true });
    const code = makeCode();
    expect(await whoIs(server, await byPassword(server, code))).toMatchObject({ user: { login_name: 'type6' } });
    expect(await byPassword(server, code)).toMatchObject({ code: 1001, data: { secondFactor: true } });
    const own = (typed: string) =>
      server.post('/user/login', { login_name: 'type6', login_pwd: seededPassword, school_id: server.schoolIds[0], code: typed });
    expect((await own(code)).code).toBe(1001);
    // Four codes were tried so far: one to turn the factor on, and three at sign-ins. Six wrong ones use up the limit of ten.
    for (let tries = 4; tries < 10; tries += 1) expect((await byPassword(server, '000000')).code).toBe(1001);
    expect((await own(makeCode())).code).toBe(1007);
    expect((await byPassword(server, makeCode())).code).toBe(1007);
  });

  it('is required after the directory’s page has answered; the returned flow opens no session without a code', async () => {
    const server = await startTestServer();
    await setPublicAddress(server, 'https://exam.school.test');
    await setUp(server, oidc);
    const makeCode = await addSecondFactor(server);
    const begun = await requireDone<{ url: string; flow: string }>(server.post('/directory/begin', { school_id: server.schoolIds[0] }));
    const state = new URL(begun.url).searchParams.get('state') ?? '';
    const asked = await server.post('/directory/finish', { flow: begun.flow, answer: `state=${state}&login=zhang` });
    expect(asked).toMatchObject({ code: 1002, data: { secondFactor: true } });
    const { flow } = asked.data as { flow: string };
    expect(flow).not.toContain('type6');
    const finish = (code: string) => server.post('/directory/finish', { flow, answer: '', code });
    expect((await finish('')).code).toBe(1002);
    expect((await finish('000000')).code).toBe(1001);
    const code = makeCode();
    expect(await whoIs(server, await finish(code))).toMatchObject({ user: { login_name: 'type6' } });
    expect((await finish(code)).code).toBe(1001);
    // Asking for the code again does not prolong the sign-in: it ends ten minutes after it began.
    const renewed = (await finish('')).data as { flow: string };
    server.time.nowMs += 600_001;
    const late = await server.post('/directory/finish', { flow: renewed.flow, answer: '', code: makeCode() });
    expect(late.msg).toContain('请重新登录');
  });
});

describe('sign-in at a directory’s own page', () => {
  async function startFlow() {
    const server = await startTestServer();
    await setPublicAddress(server, 'https://exam.school.test');
    await setUp(server, oidc);
    const begun = await requireDone<{ url: string; flow: string }>(server.post('/directory/begin', { school_id: server.schoolIds[0] }));
    const state = new URL(begun.url).searchParams.get('state') ?? '';
    const finish = (answer: string, flow = begun.flow) => server.post('/directory/finish', { flow, answer });
    return { server, begun, state, finish };
  }

  it('returns to the public address and opens the session', async () => {
    const { server, begun, state, finish } = await startFlow();
    expect(new URL(begun.url).searchParams.get('redirect_uri')).toBe('https://exam.school.test/sign-in/return');
    expect(begun.flow).not.toContain(state);
    expect(await whoIs(server, await finish(`state=${state}&login=zhang`))).toMatchObject({ user: { login_name: 'type6' } });
  });

  it('refuses an answer with a wrong state or flow, after ten minutes, or after changed settings', async () => {
    const { server, state, finish } = await startFlow();
    expect((await finish('state=other&login=zhang')).code).toBe(1002);
    expect((await finish(`state=${state}&login=zhang`, 'AAAA')).msg).toContain('请重新登录');
    expect((await finish('error=access_denied')).msg).toContain('没有在机构的登录页完成登录');
    server.time.nowMs += 600_001;
    expect((await finish(`state=${state}&login=zhang`)).msg).toContain('请重新登录');
    server.time.nowMs -= 600_001;
    await setUp(server, { ...oidc, address: 'https://new.school.test' });
    expect((await finish(`state=${state}&login=zhang`)).msg).toContain('请重新登录');
  });

  it('requires an https public address', async () => {
    const { server } = await startFlow();
    const admin = await server.callAs(2);
    const steps = async () => (await requireDone<{ steps: { text: string }[] }>(admin('/directory/test', { login_name: '' }))).steps;
    for (const address of ['http://exam.school.test', '']) {
      await setPublicAddress(server, address);
      expect((await server.post('/directory/begin', { school_id: server.schoolIds[0] })).code).toBe(1002);
      expect((await steps())[0]?.text).toContain('公开地址');
    }
  });
});
