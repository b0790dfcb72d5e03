import { describe, expect, it } from 'vitest';
import { defaultDirectory, serviceAddresses } from '../../../../../../sync/contract/people/directory.ts';
import type { DirectoryFault } from './connector.ts';
import type { DirectoryFetch } from './directory-fetch.ts';
import { createDingtalkConnector, createWecomConnector } from './work-app-connectors.ts';

const returnAddress = 'https://exam.school.test/sign-in/return';
const memory = { state: 'state-of-this-tab', nonce: '', verifier: '' };
const answer = `state=${memory.state}&code=right-code&authCode=right-code`;
const access = { ...defaultDirectory, account: 'company', agent: '1000002', secret: 'right-secret' };
const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no fault',
    (error: unknown) => (error as DirectoryFault).text.en,
  );

/** Stands in for a service: each request's path has an answer, written as the service documents it. The real service was not reached. */
const answerFrom =
  (answers: Readonly<Record<string, (query: URLSearchParams, body: Record<string, string>, headers: Headers) => object>>): DirectoryFetch =>
  async (url, { body, headers } = {}) => {
    const { origin, pathname, searchParams } = new URL(url);
    const reply = answers[`${origin}${pathname}`];
    if (!reply) throw new Error(`unknown request ${origin}${pathname}`);
    return Response.json(
      reply(searchParams, JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, string>, new Headers(headers)),
    );
  };

describe('31.2: WeCom', () => {
  const connect = (member: object = { userid: 'T001' }, secret = access.secret) =>
    createWecomConnector(
      { ...access, kind: 'wecom', address: serviceAddresses.wecom ?? '', secret },
      answerFrom({
        'https://qyapi.weixin.qq.com/cgi-bin/gettoken': (query) =>
          query.get('corpid') === 'company' && query.get('corpsecret') === 'right-secret'
            ? { errcode: 0, errmsg: 'ok', access_token: 'token', expires_in: 7200 }
            : { errcode: 40001, errmsg: 'invalid credential' },
        'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo': (query) =>
          query.get('code') === 'right-code' && query.get('access_token') === 'token'
            ? { errcode: 0, errmsg: 'ok', ...member }
            : { errcode: 40029, errmsg: 'invalid code' },
      }),
    );

  it('signs a member in by their userid', async () => {
    const url = new URL(await connect().begin(memory, returnAddress));
    expect(`${url.origin}${url.pathname}`).toBe('https://login.work.weixin.qq.com/wwlogin/sso/login');
    const expected = { login_type: 'CorpApp', appid: 'company', agentid: '1000002', redirect_uri: returnAddress, state: memory.state };
    expect(Object.fromEntries(url.searchParams)).toEqual(expected);
    expect(await connect().finish(answer, memory, returnAddress)).toEqual({ number: 'T001' });
  });

  it('refuses another state, a wrong code, a wrong secret and people outside of the company', async () => {
    expect(await faultOf(connect().finish('state=other&code=right-code', memory, returnAddress))).toContain('state');
    expect(await connect().finish(`state=${memory.state}`, memory, returnAddress)).toBeNull();
    expect(await faultOf(connect().finish(`state=${memory.state}&code=old`, memory, returnAddress))).toContain('40029 invalid code');
    expect(await faultOf(connect({}, 'expired').test(returnAddress, () => undefined))).toContain('40001 invalid credential');
    expect(await faultOf(connect({ openid: 'stranger' }).finish(answer, memory, returnAddress))).toContain('no number attribute "userid"');
    expect(await faultOf(connect().test(returnAddress, () => undefined))).toBe('no fault');
  });
});

describe('31.2: DingTalk', () => {
  const connect = ({ contactType = 0, job = 'T001', secret = access.secret } = {}) =>
    createDingtalkConnector(
      { ...access, kind: 'dingtalk', address: serviceAddresses.dingtalk ?? '', secret },
      answerFrom({
        'https://api.dingtalk.com/v1.0/oauth2/userAccessToken': (_query, body) =>
          body['code'] === 'right-code' && body['clientSecret'] === 'right-secret' && body['grantType'] === 'authorization_code'
            ? { accessToken: 'user-token', refreshToken: 'r', expireIn: 7200, corpId: 'ding1' }
            : { code: 'invalidCode', message: 'invalid code', requestid: '1' },
        'https://api.dingtalk.com/v1.0/contact/users/me': (_query, _body, headers) =>
          headers.get('x-acs-dingtalk-access-token') === 'user-token'
            ? { nick: '张', unionId: 'union', openId: 'open' }
            : { code: 'forbidden', message: '' },
        'https://api.dingtalk.com/v1.0/oauth2/accessToken': (_query, body) =>
          body['appKey'] === 'company' && body['appSecret'] === 'right-secret'
            ? { accessToken: 'app-token', expireIn: 7200 }
            : { code: 'invalidClientIdOrSecret', message: '无效的clientId或者clientSecret', requestid: '1' },
        'https://oapi.dingtalk.com/topapi/user/getbyunionid': (query, body) =>
          query.get('access_token') === 'app-token' && body['unionid'] === 'union'
            ? { errcode: 0, errmsg: 'ok', result: { contact_type: contactType, userid: 'manager1' }, request_id: '1' }
            : { errcode: 60121, errmsg: '找不到该用户' },
        'https://oapi.dingtalk.com/topapi/v2/user/get': (_query, body) =>
          body['userid'] === 'manager1'
            ? { errcode: 0, errmsg: 'ok', result: { userid: 'manager1', unionid: 'union', name: '张', job_number: job }, request_id: '1' }
            : { errcode: 33012, errmsg: '无效的USERID' },
      }),
    );

  it('signs a member in by their job number', async () => {
    const url = new URL(await connect().begin(memory, returnAddress));
    expect(`${url.origin}${url.pathname}`).toBe('https://login.dingtalk.com/oauth2/auth');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: 'company', redirect_uri: returnAddress, state: memory.state });
    expect(await connect().finish(answer, memory, returnAddress)).toEqual({ number: 'T001' });
  });

  it('refuses another state, a wrong code, a wrong secret, external contacts and members without a number', async () => {
    expect(await faultOf(connect().finish('state=other&authCode=right-code', memory, returnAddress))).toContain('state');
    expect(await faultOf(connect().finish(`state=${memory.state}&authCode=old`, memory, returnAddress))).toContain('invalidCode');
    expect(await faultOf(connect({ secret: 'expired' }).test(returnAddress, () => undefined))).toContain('invalidClientIdOrSecret');
    expect(await faultOf(connect({ contactType: 1 }).finish(answer, memory, returnAddress))).toContain('"job_number"');
    expect(await faultOf(connect({ job: '' }).finish(answer, memory, returnAddress))).toContain('"job_number"');
    expect(await faultOf(connect().test(returnAddress, () => undefined))).toBe('no fault');
  });
});
