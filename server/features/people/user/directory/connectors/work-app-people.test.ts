import { describe, expect, it } from 'vitest';
import {
  createFakeCompany,
  type FakeCompany,
  serveDingtalk,
  serveWecom,
} from '../../../../../../tests/fixtures/server/work-app-service.ts';
import { defaultDirectory, serviceAddresses, usualNumberAttributes } from '../../../../../../sync/contract/people/directory.ts';
import type { DirectoryAccess, DirectoryFault } from './connector.ts';
import { createDingtalkConnector, createWecomConnector } from './work-app-connectors.ts';

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

describe.each(kinds)('31.7: people of %s', (kind) => {
  it('are listed with those of all departments below, once each, with the class of their main department', async () => {
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

  it('are listed to the end although the access token expires meanwhile', async () => {
    const company = createFakeCompany();
    company.instead = (path, count) => {
      if (path === membersPath[kind] && count === 2) company.token = 'token-2';
      return undefined;
    };
    expect((await connect(kind, company).listPeople?.())?.students).toHaveLength(3);
  });

  it('are not listed with a token that is always refused, and a new one is asked for once only', async () => {
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
  ])('are refused for %s', async (_what, said, change, settings) => {
    expect(await listFault(kind, change, settings)).toEqual(
      said instanceof RegExp ? expect.stringMatching(said) : expect.stringContaining(said),
    );
  });

  it('can be read as far as the test of the settings says, step by step', async () => {
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

describe('31.7: half a list', () => {
  it('of WeCom, in which the department itself is missing, is refused', async () => {
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

  it('of DingTalk that has fewer members than the department is refused', async () => {
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
