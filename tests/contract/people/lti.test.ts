import { generateKeyPair } from 'jose';
import { TOTP } from 'otpauth';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { App } from '../../../server/context.ts';
import { createLocalLimits } from '../../../server/http/limits/limit-states.ts';
import { createJobRunner } from '../../../server/jobs/job-runner.ts';
import { mountLtiForms } from '../../../server/features/people/user/lti/lti-routes.ts';
import { defaultSettings } from '../../../sync/contract/platform/system.ts';
import { signLaunch } from '../../fixtures/server/lti-platform.ts';
import { validLtiDraft as platform } from '../fixtures/resource-drafts.ts';
import {
  type CallAnswer,
  createClient,
  listFaultyFields,
  requireDone,
  seededPassword,
  startTestServer,
  type TestServer,
} from '../server-fixture.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Registers the learning platform as the school's administrator. */
async function register(server: TestServer, draft: object = platform, at: 0 | 1 = 0) {
  const admin = await server.callAs(2, at);
  const { version } = await requireDone(admin('/lti/get', {}));
  await requireDone(admin('/lti/set', { ...draft, version }));
  return admin;
}

/** Starts a server with a public address, a registered learning platform, and a student with the number S2026001. */
async function startWithPlatform(draft: object = platform) {
  const server = await startTestServer();
  const system = await server.callAs(9);
  const { version } = await requireDone(system('/system/getSettings', {}));
  await requireDone(system('/system/modifySettings', { ...defaultSettings, publicAddress: 'https://exam.school.test', version }));
  await register(server, draft);
  server.raw.prepare("UPDATE user SET student_no = 'S2026001' WHERE login_name = 'type7'").run();
  return server;
}

const request = 'iss=https%3A%2F%2Flms.school.test&login_hint=42&lti_message_hint=9&client_id=wenkao-client';
const begin = (server: TestServer, sent = request, at: 0 | 1 = 0) =>
  server.post('/lti/begin', { school_id: server.schoolIds[at], request: sent });

/**
 * Begins a launch from the learning platform. The returned `finish` sends the platform's signed answer; its argument changes claims of the answer.
 */
async function beginLaunch(server: TestServer) {
  const { url, flow } = await requireDone<{ url: string; flow: string }>(begin(server));
  const asked = new URL(url).searchParams;
  const [state, nonce] = [asked.get('state') ?? '', asked.get('nonce') ?? ''];
  const sign = async (claims: Claims = {}) => signLaunch({ nonce, nowMs: server.time.nowMs, claims });
  const send = (token: string, more: { state?: string; flow?: string; code?: string } = {}): Promise<CallAnswer> =>
    server.post('/lti/finish', {
      flow: more.flow ?? flow,
      answer: new URLSearchParams({ state: more.state ?? state, id_token: token }).toString(),
      code: more.code ?? '',
    });
  return { url, flow, asked, nonce, sign, send, finish: async (claims: Claims = {}) => send(await sign(claims)) };
}
const launch = async (server: TestServer, claims: Claims = {}) => (await beginLaunch(server)).finish(claims);
const whoIs = async (server: TestServer, answer: CallAnswer) => {
  const { token } = answer.data as { token: string };
  return requireDone<{ user: { login_name: string }; roles: string[] }>(server.as(token)('/user/getInfo', {}));
};
const countSessions = (server: TestServer) => server.raw.prepare<[], number>('SELECT count(*) FROM session').pluck().get();

describe('the registration of a learning platform', () => {
  it('is read and changed by the administrator of its school, and shows the addresses to enter on the platform', async () => {
    const server = await startWithPlatform();
    const [schoolId] = server.schoolIds;
    const admin = await server.callAs(2);
    expect(await requireDone(admin('/lti/get', {}))).toEqual({
      ...platform,
      version: 2,
      loginAddress: `https://exam.school.test/lti/login/${schoolId}`,
      launchAddress: `https://exam.school.test/lti/launch/${schoolId}`,
    });
    expect(await requireDone((await server.callAs(2, 1))('/lti/get', {}))).toMatchObject({ issuer: '', enabled: false });
    expect((await (await server.callAs(6))('/lti/get', {})).code).toBe(1003);
  });

  it('names fields that are missing or not https', async () => {
    const admin = await (await startTestServer()).callAs(2);
    const refused = await admin('/lti/set', { ...platform, issuer: '', keySet: 'http://lms.school.test/certs', version: 1 });
    expect(listFaultyFields(refused).map(({ path }) => path)).toEqual(['issuer', 'keySet']);
  });
});

describe('a launch from a learning platform', () => {
  it('begins with a login request to the platform, which contains the platform’s own hints', async () => {
    const server = await startWithPlatform();
    const { url, asked, flow, nonce } = await beginLaunch(server);
    expect(url.startsWith(`${platform.authorisation}?`)).toBe(true);
    expect(Object.fromEntries(asked)).toMatchObject({
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: platform.clientId,
      redirect_uri: `https://exam.school.test/lti/launch/${server.schoolIds[0]}`,
      login_hint: '42',
      lti_message_hint: '9',
    });
    expect(flow).not.toContain(nonce);
  });

  it('signs in the student with this number, with the roles of the account, and returns the course', async () => {
    const server = await startWithPlatform();
    const answer = await launch(server, { roles: ['http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator'] });
    expect(answer).toMatchObject({ code: 0, data: { courseId: 12 } });
    expect(await whoIs(server, answer)).toMatchObject({ user: { login_name: 'type7' }, roles: ['student'] });
  });

  it('takes the course from the custom parameter, and the number of staff from Moodle’s user name', async () => {
    const server = await startWithPlatform({ ...platform, numberClaim: 'username' });
    const answer = await launch(server, { custom: { course: '34' }, ext: { user_username: 'type6' } });
    expect(answer.data).toMatchObject({ courseId: 34 });
    expect(await whoIs(server, answer)).toMatchObject({ user: { login_name: 'type6' }, roles: ['teacher'] });
    const none = await launch(server, { target_link_uri: 'https://exam.school.test', ext: { user_username: 'type6' } });
    expect(none.data).toMatchObject({ courseId: null });
  });

  it.each<[string, Claims]>([
    ['aud', { aud: 'another-client' }],
    ['azp', { aud: ['wenkao-client', 'another-client'] }],
    ['azp', { azp: 'another-client' }],
    ['iss', { iss: 'https://other.school.test' }],
    ['nonce', { nonce: 'of another launch' }],
    ['exp', { exp: 1_000_000_000 }],
    ['iat', { iat: 1_000_000_000 }],
    ['deployment_id', { deployment_id: '8' }],
    ['message_type', { message_type: 'LtiDeepLinkingRequest' }],
    ['version', { version: '1.1' }],
  ])('is refused for a wrong %s: %o', async (what, claims) => {
    const server = await startWithPlatform();
    const before = countSessions(server);
    const answer = await launch(server, claims);
    expect([answer.code, answer.msg]).toEqual([1002, expect.stringContaining(`启动信息无效（${what}）`)]);
    expect(countSessions(server)).toBe(before);
  });

  it('is refused with a foreign signature, without a signature, and with another state', async () => {
    const server = await startWithPlatform();
    const { nonce, send, sign } = await beginLaunch(server);
    const { privateKey } = await generateKeyPair('ES256');
    const forged = await signLaunch({ nonce, nowMs: server.time.nowMs, key: privateKey });
    expect((await send(forged)).msg).toContain('（signature）');
    const good = await sign();
    const [, body = ''] = good.split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await send(`${header}.${body}.`)).msg).toContain('（signature）');
    expect((await send(good, { state: 'another' })).msg).toContain('（state）');
    expect((await send(good)).code).toBe(0);
  });

  it('is accepted once, within ten minutes, and only with the settings that began it', async () => {
    const server = await startWithPlatform();
    const first = await beginLaunch(server);
    const token = await first.sign();
    expect((await first.send(token)).code).toBe(0);
    expect((await first.send(token)).msg).toContain('已经用过');
    expect((await first.finish()).msg).toContain('已经用过');
    const late = await beginLaunch(server);
    server.time.nowMs += 600_001;
    expect((await late.finish()).msg).toContain('用时过长');
    const changed = await beginLaunch(server);
    await register(server, { ...platform, name: '新平台' });
    expect((await changed.finish()).msg).toContain('重新打开');
    expect((await first.send(token, { flow: 'AAAA' })).msg).toContain('重新打开');
  });

  it('is accepted once even across a server restart, and remains usable if it opened no session', async () => {
    const server = await startWithPlatform();
    const replayed = await beginLaunch(server);
    const token = await replayed.sign();
    server.raw.prepare("UPDATE user SET status = 0 WHERE login_name = 'type7'").run();
    expect((await replayed.send(token)).code).toBe(4000);
    server.raw.prepare("UPDATE user SET status = 1 WHERE login_name = 'type7'").run();
    const both = await Promise.all([replayed.send(token), replayed.send(token)]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1002]));
    const sessions = countSessions(server);
    const restarted = createApp({ ...server.deps, jobs: createJobRunner(server.deps), limits: createLocalLimits() });
    const answer = new URLSearchParams({ state: replayed.asked.get('state') ?? '', id_token: token }).toString();
    expect((await createClient(restarted).post('/lti/finish', { flow: replayed.flow, answer, code: '' })).msg).toContain('已经用过');
    expect(countSessions(server)).toBe(sessions);
  });

  it('begins only for the registered platform, in a school that has enabled it', async () => {
    const server = await startWithPlatform();
    expect((await begin(server, 'iss=https%3A%2F%2Fevil.test&login_hint=1')).msg).toContain('不是本校登记的学习平台');
    expect((await begin(server, `${request}2`)).msg).toContain('不是本校登记的学习平台');
    expect((await begin(server, request, 1)).msg).toContain('没有启用学习平台接入');
    await register(server, { ...platform, enabled: false });
    expect((await begin(server)).msg).toContain('没有启用学习平台接入');
    await register(server);
    server.raw.prepare('UPDATE school SET status = 0 WHERE id = ?').run(server.schoolIds[0]);
    expect((await begin(server)).code).toBe(4000);
  });

  it('is refused as temporarily unavailable while the platform’s keys cannot be read', async () => {
    const server = await startWithPlatform({ ...platform, keySet: 'https://away.school.test/certs' });
    expect((await launch(server)).msg).toContain('暂时不能从学习平台打开课程');
  });
});

describe('the user of a launch', () => {
  it('gets no new account, but a message with the unknown number', async () => {
    const server = await startWithPlatform();
    const count = () => server.raw.prepare('SELECT count(*) FROM user').pluck().get();
    const before = count();
    expect(await launch(server, { lis: { person_sourcedid: 'S999' } })).toMatchObject({
      code: 1002,
      msg: '学习平台确认了您的身份，但本校没有编号为“S999”的账号，请联系学校管理员',
    });
    expect((await launch(server, { lis: {} })).msg).toContain('没有提供您的学号或工号');
    expect(count()).toBe(before);
  });

  it('cannot be an administrator, examinee or applicant, or belong to another school', async () => {
    const server = await startWithPlatform();
    for (const type of [1, 2, 3, 8, 9, 10, 11, 12])
      expect([type, (await launch(server, { lis: { person_sourcedid: `type${type}` } })).code]).toEqual([type, 1002]);
    server.raw.prepare("UPDATE user SET student_no = '' WHERE school_id = ?").run(server.schoolIds[0]);
    server.raw.prepare("UPDATE user SET student_no = 'S2026001' WHERE login_name = 'type7' AND school_id = ?").run(server.schoolIds[1]);
    expect((await launch(server)).msg).toContain('没有编号为“S2026001”的账号');
  });

  it('is refused if the account is disabled', async () => {
    const server = await startWithPlatform();
    server.raw.prepare("UPDATE user SET status = 0 WHERE login_name = 'type7'").run();
    expect((await launch(server)).code).toBe(4000);
  });

  it('enters the code of the second factor if the account has one', async () => {
    const server = await startWithPlatform();
    const teacher = await server.callAs(6);
    const begun = await requireDone<{ secret: string; setup: string }>(teacher('/user/beginSecondFactor', { login_pwd: seededPassword }));
    const makeCode = () => {
      server.time.nowMs += 30_000;
      return new TOTP({ secret: begun.secret }).generate({ timestamp: server.time.nowMs });
    };
    await requireDone(teacher('/user/confirmSecondFactor', { setup: begun.setup, code: makeCode() }));
    const { send, sign } = await beginLaunch(server);
    const asked = await send(await sign({ lis: { person_sourcedid: 'type6' } }));
    expect(asked).toMatchObject({ code: 1002, data: { secondFactor: true } });
    const { flow } = asked.data as { flow: string };
    expect((await send('', { flow, code: '000000' })).code).toBe(1001);
    const answer = await send('', { flow, code: makeCode() });
    expect(answer.data).toMatchObject({ courseId: 12 });
    expect(await whoIs(server, answer)).toMatchObject({ user: { login_name: 'type6' } });
  });

  it('cannot open a course of another school that the platform names', async () => {
    const server = await startWithPlatform();
    const other = await server.callAs(2, 1);
    const draft = { title: '别校课程', category: '', professionId: null, cover: '', summary: '', hourMinutes: 45, inOrder: false };
    const course = await requireDone(other('/course/add', { ...draft, beforeIds: [], sections: [], classes: [] }));
    const { token, courseId } = await requireDone<{ token: string; courseId: number }>(launch(server, { custom: { course: course.id } }));
    expect(courseId).toBe(course.id);
    expect((await server.as(token)('/learn/getById', { id: courseId })).code).toBe(1005);
  });
});

describe('the form posts of a learning platform', () => {
  const app: App = new Hono();
  mountLtiForms(app);
  const post = (path: string, body: string) =>
    app.request(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });

  it('redirect to the login page with a query, and to the launch page with a fragment', async () => {
    const login = await post('/lti/login/4', 'iss=https%3A%2F%2Flms.school.test&login_hint=4%202');
    expect([login.status, login.headers.get('location')]).toEqual([303, '/lti/login/4?iss=https%3A%2F%2Flms.school.test&login_hint=4+2']);
    const sent = await post('/lti/launch/4', 'id_token=a.b.c&state=s%0D%0Aset-cookie: x');
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/lti/launch/4#id_token=a.b.c&state=s%0D%0Aset-cookie%3A+x']);
  });

  it('are refused if they are too large or name no school', async () => {
    expect((await post('/lti/launch/4', 'x'.repeat(24_001))).status).toBe(413);
    expect((await post('/lti/launch/evil', 'id_token=a')).status).toBe(404);
  });
});
