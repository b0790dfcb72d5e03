import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { userTypes } from '../../../sync/contract/roles.ts';
import { type CallAnswer, requireDone, seededPassword, startTestServer, type TestServer } from '../server-fixture.ts';

const data = <T>(answer: CallAnswer): T => answer.data as T;
interface Begun {
  secret: string;
  uri: string;
  setup: string;
}
const halfMinuteMs = 30_000;

describe('the second factor of an account', () => {
  let server: TestServer;
  let secret: string;
  let recovery: readonly string[];
  const login = (code?: string, login_pwd = seededPassword) =>
    server.post('/user/login', { login_name: 'type2', login_pwd, school_id: server.schoolIds[0], ...(code === undefined ? {} : { code }) });
  const codeAt = (timestamp: number, of = secret): string => new TOTP({ secret: of }).generate({ timestamp });
  const codeNow = () => codeAt(server.time.nowMs);

  beforeEach(async () => {
    server = await startTestServer();
    const me = await server.callAs(2);
    const begun = await requireDone<Begun>(me('/user/beginSecondFactor', { login_pwd: seededPassword }));
    ({ secret } = begun);
    ({ recovery } = await requireDone<{ recovery: string[] }>(me('/user/confirmSecondFactor', { setup: begun.setup, code: codeNow() })));
    server.time.nowMs += halfMinuteMs;
  });

  it('is off until its first code is confirmed', async () => {
    const teacher = await server.callAs(6);
    const begun = await requireDone<Begun>(teacher('/user/beginSecondFactor', { login_pwd: seededPassword }));
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/.*type6\?issuer=.*secret=/);
    expect((await teacher('/user/confirmSecondFactor', { setup: begun.setup, code: '000000' })).code).toBe(1001);
    expect(data(await teacher('/user/getSecondFactor', {}))).toEqual({ on: false, recoveryLeft: 0 });
    const code = codeAt(server.time.nowMs, begun.secret);
    await requireDone(teacher('/user/confirmSecondFactor', { setup: begun.setup, code }));
    expect(data(await teacher('/user/getSecondFactor', {}))).toEqual({ on: true, recoveryLeft: 8 });
  });

  it('requires the code after the right password only, and accepts each code once', async () => {
    expect(await login()).toMatchObject({ code: 1002, data: { secondFactor: true } });
    const wrong = await login(codeNow(), 'wrong');
    expect(wrong).toMatchObject({ code: 1002, msg: '登录名或密码不正确' });
    expect(wrong.data).not.toMatchObject({ secondFactor: true });
    const code = codeNow();
    expect((await login(code)).code).toBe(0);
    expect(await login(code)).toMatchObject({ code: 1001, msg: expect.stringContaining('已经用过') as string });
    // Two sign-ins at once use the same code. Only one is accepted.
    server.time.nowMs += halfMinuteMs;
    const both = await Promise.all([login(codeNow()), login(codeNow())]);
    expect(both.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 1001]);
  });

  it('accepts the code of a phone that is half a minute off, but no older code', async () => {
    server.time.nowMs += 10 * halfMinuteMs;
    expect((await login(codeAt(server.time.nowMs - 2 * halfMinuteMs))).code).toBe(1001);
    expect((await login(codeAt(server.time.nowMs - halfMinuteMs))).code).toBe(0);
    expect((await login(codeAt(server.time.nowMs + halfMinuteMs))).code).toBe(0);
    // The accepted code was of a later time step. A code of an earlier step is refused from then on.
    expect((await login(codeNow())).code).toBe(1001);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const [first = ''] = recovery;
    expect((await login(first.toLowerCase().replace('-', ' '))).code).toBe(0);
    expect((await login(first)).code).toBe(1001);
    expect(data(await server.as(data<{ token: string }>(await login(recovery[1])).token)('/user/getSecondFactor', {}))).toEqual({
      on: true,
      recoveryLeft: 6,
    });
  });

  it('limits guessing to ten codes an hour, including right ones', async () => {
    // The code that turned on the second factor counts as the first of ten tries.
    for (let tries = 1; tries < 10; tries++) expect((await login('000000')).code).toBe(1001);
    expect((await login(codeNow())).code).toBe(1007);
    server.time.nowMs += 3_600_000;
    expect((await login(codeNow())).code).toBe(0);
  });

  it('is turned off by its owner with password and code', async () => {
    const me = server.as(data<{ token: string }>(await login(codeNow())).token);
    server.time.nowMs += halfMinuteMs;
    const end = (input: object) => me('/user/endSecondFactor', { login_pwd: seededPassword, code: codeNow(), ...input });
    expect((await end({ login_pwd: 'wrong' })).code).toBe(1001);
    expect((await end({ code: '000000' })).code).toBe(1001);
    expect((await login()).code).toBe(1002);
    expect((await end({})).code).toBe(0);
    expect((await login()).code).toBe(0);
  });

  it('is removed when an administrator resets the password', async () => {
    const chief = await server.callAs(1);
    const { passwords } = await requireDone<{ passwords: { password: string }[] }>(
      chief('/user/resetPassword', { ids: [server.idOf('type2')] }),
    );
    expect((await login(undefined, passwords[0]?.password)).code).toBe(0);
    expect(server.raw.prepare('SELECT count(*) FROM second_factor').pluck().get()).toBe(0);
  });

  it('ends sessions opened by password alone, and stores neither secret nor recovery codes in plain text', async () => {
    const [own, other] = [await server.callAs(6), await server.callAs(6)];
    const { setup, secret: mine } = await requireDone<Begun>(own('/user/beginSecondFactor', { login_pwd: seededPassword }));
    const { recovery: codes } = await requireDone<{ recovery: string[] }>(
      own('/user/confirmSecondFactor', { setup, code: codeAt(server.time.nowMs, mine) }),
    );
    expect((await other('/user/getMe', {})).code).toBe(1004);
    expect((await own('/user/getMe', {})).code).toBe(0);
    const kept = server.raw.serialize();
    for (const text of [mine, ...codes]) expect(kept.includes(text)).toBe(false);
  });

  it('revokes API tokens made by password alone, except those that their owner chooses to keep', async () => {
    const [own, other] = [await server.callAs(6), await server.callAs(11)];
    const make = (name: string, call = own, scope = 'readPeople') =>
      requireDone<{ id: number; token: string }>(call('/user/addApiToken', { login_pwd: seededPassword, name, scopes: [scope], days: 30 }));
    const [kept, revoked, strange] = [await make('教务系统'), await make('一卡通'), await make('门户', other, 'readApplications')];
    const begun = await requireDone<Begun>(own('/user/beginSecondFactor', { login_pwd: seededPassword }));
    const late = await make('开启时创建');
    const code = codeAt(server.time.nowMs, begun.secret);
    const input = { setup: begun.setup, code, kept_tokens: [kept.id, strange.id] };
    expect(await requireDone(own('/user/confirmSecondFactor', input))).toMatchObject({ endedApiTokens: 2 });
    const codeOf = async ({ token }: { token: string }, path = '/class/getList') =>
      (await server.post(path, {}, { authorization: `Bearer ${token}` })).code;
    expect([await codeOf(kept), await codeOf(revoked), await codeOf(late)]).toEqual([0, 1004, 1004]);
    expect(await codeOf(strange, '/enroll/getList')).not.toBe(1004);
  });

  it('refuses a setup that belongs to another user, has expired or was altered', async () => {
    const [teacher, marker] = [await server.callAs(6), await server.callAs(4)];
    const begun = await requireDone<Begun>(teacher('/user/beginSecondFactor', { login_pwd: seededPassword }));
    const code = codeAt(server.time.nowMs, begun.secret);
    expect((await marker('/user/confirmSecondFactor', { setup: begun.setup, code })).code).toBe(1002);
    expect((await teacher('/user/confirmSecondFactor', { setup: `${begun.setup.slice(0, -4)}AAAA`, code })).code).toBe(1002);
    server.time.nowMs += 16 * 60_000;
    const late = codeAt(server.time.nowMs, begun.secret);
    expect((await teacher('/user/confirmSecondFactor', { setup: begun.setup, code: late })).code).toBe(1002);
  });

  it('is available to every user type except students, examinees and applicants', async () => {
    for (const type of Object.keys(userTypes).map(Number)) {
      const call = await server.callAs(type as 1);
      expect((await call('/user/getSecondFactor', {})).code, `type ${type}`).toBe([7, 8, 12].includes(type) ? 1003 : 0);
    }
  });
});
