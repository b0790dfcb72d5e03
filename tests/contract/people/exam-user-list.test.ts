import { beforeAll, describe, expect, it } from 'vitest';
import { userStatus } from '../../../sync/contract/codes.ts';
import { createUserStore } from '../../../server/features/people/user/user-store.ts';
import { startTestServer, type CallAnswer } from '../server-fixture.ts';

interface Listed {
  items: { name: string; login_name: string; ticket_no: string }[];
  total: number;
}

describe('/user/getExamUserList', () => {
  let ask: (input: object) => Promise<CallAnswer>;
  const list = async (input: object): Promise<Listed> => (await ask(input)).data as Listed;
  const names = async (input: object): Promise<string[]> => (await list(input)).items.map((item) => item.login_name);

  beforeAll(async () => {
    const server = await startTestServer();
    const users = createUserStore(server.deps.db);
    const add = (loginName: string, name: string, ticketNo?: string) =>
      users.add({ schoolId: server.schoolIds[0], loginName, userType: 8, name, pwdHash: '', ...(ticketNo && { ticketNo }) }, 0);
    await add('zhang_1', '张三', '20260003');
    await add('zhangX1', '张三', '20260001');
    await add('li%', '李四', '20260002');
    await add('gone', '王五', '20260004');
    server.raw.prepare("UPDATE user SET status = ? WHERE login_name = 'gone'").run(userStatus.disabled);
    const call = server.as(await server.openSession(6));
    ask = (input) => call('/user/getExamUserList', input);
  });

  it('lists only enabled students and examinees of the school, by login name', async () => {
    expect(await names({})).toEqual(['li%', 'type7', 'type8', 'zhang_1', 'zhangX1']);
    expect((await list({})).total).toBe(5);
  });

  it.each([
    ['login_name', ['li%', 'type7', 'type8', 'zhang_1', 'zhangX1']],
    ['-login_name', ['zhangX1', 'zhang_1', 'type8', 'type7', 'li%']],
    ['-ticket_no', ['zhang_1', 'li%', 'zhangX1', 'type8', 'type7']],
    // Names are sorted by code point, and users with equal names by login name.
    ['name', ['zhang_1', 'zhangX1', 'li%', 'type7', 'type8']],
  ])('sorts by %s', async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected);
  });

  it('returns pages without gaps or overlaps', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => names({ page, pageSize: 2, sort: 'name' })));
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 0]);
    expect(pages.flat()).toEqual(await names({ sort: 'name' }));
  });

  it.each([
    ['张三', ['zhang_1', 'zhangX1']],
    ['0002', ['li%']],
    ['g_1', ['zhang_1']],
    ['%', ['li%']],
    ['ZHANG', ['zhang_1', 'zhangX1']],
    ['nobody', []],
  ])('searches for %s literally', async (keyword, expected) => {
    expect(await names({ filter: { keyword } })).toEqual(expected);
  });
});
