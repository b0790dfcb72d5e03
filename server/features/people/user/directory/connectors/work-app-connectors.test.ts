import { describe, expect, it } from 'vitest';
import { defaultDirectory, serviceAddresses, usualNumberAttributes } from '../../../../../../sync/contract/people/directory.ts';
import {
  createFakeCompany,
  type FakeCompany,
  serveDingtalk,
  serveWecom,
} from '../../../../../../tests/fixtures/server/work-app-service.ts';
import type { DirectoryFault, DirectoryAccess } from './connector.ts';
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

/** Simulates WeCom or DingTalk: answers each request path as the service documents it. The tests never reach the real service. */
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

describe('the WeCom connector', () => {
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

describe('the DingTalk connector', () => {
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

const kinds = ['wecom', 'dingtalk'] as const;
type Kind = (typeof kinds)[number];

function connect(kind: Kind, company: FakeCompany, settings: Partial<DirectoryAccess> = {}) {
  const numberAttribute = usualNumberAttributes[kind];
  const places = { studentBase: '2', staffBase: '3', classAttribute: 'department', numberAttribute };
  const access = { ...defaultDirectory, kind, address: serviceAddresses[kind] ?? '', secret: 'right-secret', ...places, ...settings };
  return kind === 'wecom' ? createWecomConnector(access, serveWecom(company)) : createDingtalkConnector(access, serveDingtalk(company));
}

const listFault = async (kind: Kind, change: (company: FakeCompany) => void, settings: Partial<DirectoryAccess> = {}): Promise<string> => {
  const company = createFakeCompany();
  change(company);
  return (
    connect(kind, company, settings)
      .listPeople?.()
      .then(
        () => 'no fault',
        (error: unknown) => (error as DirectoryFault).text.en,
      ) ?? 'no list'
  );
};

/** Path of the call that lists the members of a department. */
const membersPath = { wecom: '/cgi-bin/user/list', dingtalk: '/topapi/v2/user/list' } as const;

describe.each(kinds)('listPeople of %s', (kind) => {
  it('lists the members of a department and all below it once, with the class of their main department', async () => {
    expect(await connect(kind, createFakeCompany()).listPeople?.()).toEqual({
      students: [
        { entry: 'S3', number: 'S3', name: '王五', className: '' },
        { entry: 'S1', number: 'S1', name: '张三', className: '数控一班' },
        { entry: 'S2', number: 'S2', name: '李四', className: '电工二班' },
      ],
      staff: [
        { entry: 'type6', number: 'type6', name: '王老师', className: '' },
        { entry: 'T9', number: 'T9', name: '新来的', className: '' },
      ],
    });
    const few = await connect(kind, createFakeCompany(), { staffBase: '', classAttribute: '' }).listPeople?.();
    expect(few).toMatchObject({ students: [{ className: '' }, { className: '' }, { className: '' }], staff: null });
  });

  it('lists everybody although the access token expires meanwhile', async () => {
    const company = createFakeCompany();
    company.instead = (path, count) => {
      if (path === membersPath[kind] && count === 2) company.token = 'token-2';
      return undefined;
    };
    expect((await connect(kind, company).listPeople?.())?.students).toHaveLength(3);
  });

  it('returns no list if every token is refused, after it has requested one new token', async () => {
    let tokens = 0;
    const fault = await listFault(kind, (company) => {
      company.instead = (path) => {
        if (/token/i.test(path)) tokens += 1;
        else return { errcode: 42001, errmsg: 'access_token expired' };
        return undefined;
      };
    });
    expect([fault, tokens]).toEqual([expect.stringContaining('42001 access_token expired'), 2]);
  });

  it.each<[string, string | RegExp, (company: FakeCompany) => void, Partial<DirectoryAccess>?]>([
    ['an expired secret', 'the secret was reset or has expired', (company) => void (company.secret = 'new')],
    [
      'a rate limit in the middle',
      'limits the number of requests',
      (company) =>
        void (company.instead = (path, count) =>
          path === membersPath[kind] && count === 3
            ? kind === 'wecom'
              ? { errcode: 45009, errmsg: 'reach max api daily quota limit' }
              : {
                  errcode: 88,
                  errmsg: 'ding talk error',
                  sub_code: '90018',
                  sub_msg: '您的服务器调用钉钉开放平台当前接口的所有请求都被暂时禁用了',
                }
            : undefined),
    ],
    [
      'a department that the application may not see',
      'is not allowed to do this (60011',
      (company) => void (company.instead = (path) => (path === membersPath[kind] ? { errcode: 60011, errmsg: 'no privilege' } : undefined)),
    ],
    [
      'an address that is not trusted',
      'accepts no requests from this server',
      (company) =>
        void (company.instead = (path) =>
          path === membersPath[kind] ? { errcode: 60020, errmsg: 'not allow to access from your ip' } : undefined),
    ],
    ['a department that is gone', 'There is no such department', () => undefined, { studentBase: '99' }],
    ['no department', 'No department of students or staff is set', () => undefined, { studentBase: '', staffBase: '' }],
    [
      'an empty department',
      'Nobody is in department 2',
      (company) => void (company.members = company.members.filter(({ id }) => !id.startsWith('S'))),
    ],
    [
      'a renamed list',
      /unexpected answer: (userlist|result\.list)$/,
      (company) =>
        void (company.instead = (path) =>
          path === membersPath[kind] ? { errcode: 0, errmsg: 'ok', users: [], result: { has_more: false, users: [] } } : undefined),
    ],
    [
      'a renamed id',
      /unexpected answer: (userlist|result\.list)\.userid$/,
      (company) =>
        void (company.instead = (path) =>
          path === membersPath[kind]
            ? {
                errcode: 0,
                errmsg: 'ok',
                userlist: [{ user_id: 'S1' }, { user_id: 'S2' }],
                result: { has_more: false, list: [{ id: 'S1' }] },
              }
            : undefined),
    ],
    [
      'names that the application may not read',
      '"name": it may have been renamed',
      (company) => void (company.members = company.members.map((member) => ({ ...member, name: '' }))),
    ],
  ])('returns no list for %s', async (_what, said, change, settings) => {
    expect(await listFault(kind, change, settings)).toEqual(
      said instanceof RegExp ? expect.stringMatching(said) : expect.stringContaining(said),
    );
  });

  it('tests in the settings, step by step, whether the departments can be read', async () => {
    const company = createFakeCompany();
    const steps: string[] = [];
    const test = (settings: Partial<DirectoryAccess> = {}) =>
      connect(kind, company, settings)
        .test('https://exam.school.test/return', (text) => void steps.push(text.en))
        .then(
          () => 'no fault',
          (error: unknown) => (error as DirectoryFault).text.en,
        );
    expect(await test()).toBe('no fault');
    expect(steps.slice(3)).toEqual([
      'Department 2 "学生" can be read; departments below it: 2',
      'Department 3 "教职工" can be read; departments below it: 0',
    ]);
    expect(await test({ staffBase: '98' })).toContain('There is no such department');
    company.instead = (path) => (path === membersPath[kind] ? { errcode: 48002, errmsg: 'api forbidden' } : undefined);
    expect(await test()).toContain('48002 api forbidden');
  });
});

describe('an incomplete list', () => {
  it('of WeCom is refused if it lacks the department itself', async () => {
    const fault = await listFault('wecom', (company) => {
      company.instead = (path) =>
        path === '/cgi-bin/department/list' ? { errcode: 0, errmsg: 'ok', department: [{ id: 21, name: '数控一班' }] } : undefined;
    });
    expect(fault).toContain('has no department 2, so it is incomplete');
  });

  it('of WeCom leaves out members who are disabled or have left', async () => {
    const company = createFakeCompany();
    company.members = company.members.map((member) => (member.id === 'S1' ? { ...member, status: 5 } : member));
    expect((await connect('wecom', company).listPeople?.())?.students?.map(({ number }) => number)).toEqual(['S3', 'S2']);
  });

  it.each([
    ['that ends without its next page', { has_more: true, list: [] }],
    ['whose next page is the same again', { has_more: true, next_cursor: 0, list: [{ userid: 'S1', name: '张三', job_number: 'S1' }] }],
  ])('of DingTalk %s is refused', async (_what, result) => {
    const fault = await listFault('dingtalk', (company) => {
      company.instead = (path) => (path === membersPath.dingtalk ? { errcode: 0, errmsg: 'ok', result } : undefined);
    });
    expect(fault).toContain('did not end');
  });

  it('of DingTalk is refused if it has fewer members than the department', async () => {
    const fault = await listFault('dingtalk', (company) => {
      company.instead = (path, _count, usual) => {
        if (path !== '/topapi/user/listid') return undefined;
        const { result } = usual() as { result: { userid_list: string[] } };
        return { errcode: 0, errmsg: 'ok', result: { userid_list: [...result.userid_list, 'hidden'] } };
      };
    });
    expect(fault).toContain('An incomplete list is not used');
  });
});
