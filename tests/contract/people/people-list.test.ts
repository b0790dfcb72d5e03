import { beforeAll, describe, expect, it } from 'vitest';
import { rebuildPersonWords } from '../../../server/db/search/person-text-store.ts';
import { createAccountStore } from '../../../server/features/people/user/accounts/account-store.ts';
import { createPeopleStore } from '../../../server/features/people/user/people/people-store.ts';
import { createUserStore } from '../../../server/features/people/user/user-store.ts';
import { startTestServer, type CallAnswer } from '../server-fixture.ts';

describe('/user/getList', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let ask: (input: object) => Promise<CallAnswer>;
  let admin: (input: object) => Promise<CallAnswer>;
  const names = (answer: CallAnswer) => (answer.data as { items: { login_name: string }[] }).items.map((item) => item.login_name);

  beforeAll(async () => {
    server = await startTestServer();
    const users = createUserStore(server.deps.db);
    for (const n of ['1', '2', '3', '4', '5'])
      await users.add(
        {
          schoolId: server.schoolIds[0],
          loginName: `stu_${n}`,
          userType: 7,
          name: n < '4' ? '张三' : '李四',
          pwdHash: '',
          ticketNo: `T${n}`,
        },
        0,
      );
    server.raw.prepare("UPDATE user SET student_no = '2026' || login_name WHERE user_type = 7").run();
    server.raw.prepare("UPDATE user SET status = 2 WHERE login_name = 'stu_5'").run();
    await rebuildPersonWords(server.deps.db, server.raw.prepare<[], number>('SELECT id FROM user').pluck().all());
    server.raw.prepare("UPDATE user SET must_change = 1 WHERE login_name = 'stu_2'").run();
    const school = server.as(await server.openSession(2));
    ask = (input) => school('/user/getList', input);
    const above = server.as(await server.openSession(1));
    admin = (input) => above('/user/getList', input);
  });

  it.each([
    [{ filter: { user_type: 7 }, sort: 'login_name' }, ['stu_1', 'stu_2', 'stu_3', 'stu_4', 'stu_5', 'type7']],
    [{ filter: { user_type: 7 }, sort: '-name', pageSize: 2 }, ['type7', 'stu_5']],
    [{ filter: { user_types: [3, 2] }, sort: 'login_name' }, ['type2', 'type3']],
    [{ filter: { user_type: 7, status: 2 } }, ['stu_5']],
    [{ filter: { initial_password: true } }, ['stu_2']],
    [{ filter: { keyword: '张三' }, sort: '-created_ms' }, ['stu_3', 'stu_2', 'stu_1']],
    [{ filter: { keyword: '_4' } }, ['stu_4']],
    [{ filter: { keyword: 'T2' } }, ['stu_2']],
    [{ filter: { keyword: '2026STU' }, sort: 'student_no', page: 2, pageSize: 3 }, ['stu_4', 'stu_5']],
    [{ filter: { user_type: 7 }, sort: 'login_name', page: -1, pageSize: 2 }, ['stu_5', 'type7']],
    [{ filter: { user_type: 7 }, sort: 'login_name', page: -2, pageSize: 2 }, ['stu_3', 'stu_4']],
    [{ filter: { user_type: 7 }, sort: 'login_name', page: 3, pageSize: 2, total: 6 }, ['stu_5', 'type7']],
    [{ filter: { keyword: '%' } }, []],
    [{ filter: { user_type: 7, class_id: 99 } }, []],
  ])('returns the right people for %j', async (input, expected) => {
    expect(names(await ask(input))).toEqual(expected);
  });

  it('finds a renamed person by the new name only', async () => {
    const person = await createPeopleStore(server.deps.db).byId(server.idOf('stu_1'));
    if (!person) throw new Error('nobody is called stu_1');
    const account = createAccountStore(server.deps.db);
    const rename = async (name: string) => {
      person.version = (await account.modify(person, { name, avatar: '' }, { userId: person.id, nowMs: 0 })).version;
    };
    await rename('欧阳明月');
    expect(names(await ask({ filter: { keyword: '明月' } }))).toEqual(['stu_1']);
    expect(names(await ask({ filter: { keyword: '月明' } }))).toEqual([]);
    await rename('张三');
    expect(names(await ask({ filter: { keyword: '明月' } }))).toEqual([]);
  });

  it('returns the total with every page', async () => {
    const totals = await Promise.all(
      [1, 2, 3, 9].map(async (page) => ((await ask({ filter: { user_type: 7 }, page, pageSize: 4 })).data as { total: number }).total),
    );
    expect(totals).toEqual([6, 6, 6, 6]);
  });

  it('refuses an unknown sort, and one that is not available across all schools', async () => {
    for (const answer of [await ask({ sort: 'pwd_hash' }), await admin({ sort: 'student_no' })])
      expect(answer).toMatchObject({ code: 1001, data: { fields: [{ path: 'sort' }] } });
    expect(names(await admin({ pageSize: 200 }))).toHaveLength(29);
    expect(names(await admin({ sort: 'login_name', pageSize: 4 }))).toEqual(['stu_1', 'stu_2', 'stu_3', 'stu_4']);
    expect(names(await admin({ sort: '-name', pageSize: 2 }))).toEqual(['type9', 'type9']);
    expect(names(await admin({ sort: 'name', filter: { school_id: server.schoolIds[1] } }))).toHaveLength(12);
  });
});
