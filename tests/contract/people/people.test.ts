import { beforeEach, describe, expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { type CallAnswer, type PostCall, listFaultyFields, startTestServer, type TestServer } from '../server-fixture.ts';
import { validPersonDraft } from '../fixtures/resource-drafts.ts';

const zhang = { ...validPersonDraft, user_type: 7 };

describe('people (/user calls)', () => {
  let server: TestServer;
  let school: PostCall;
  let leader: PostCall;
  let teacher: PostCall;
  let admin: PostCall;
  const add = async (call: PostCall, person: object): Promise<{ id: number; version: number; password: string }> => {
    const answer = await call('/user/add', person);
    expect(answer.msg).toBe('');
    return answer.data as { id: number; version: number; password: string };
  };
  const tokenOf = (answer: CallAnswer) => (answer.data as { token: string }).token;

  beforeEach(async () => {
    server = await startTestServer();
    school = await server.callAs(2);
    leader = await server.callAs(3);
    teacher = await server.callAs(6);
    admin = await server.callAs(1);
  });

  it('get an initial password that must be changed, and changing it ends their other sessions', async () => {
    const { id, password } = await add(school, { ...zhang, user_type: 6, id_number: '11010519491231002X', sex: 2 });
    const token = tokenOf(await server.login('zhang3', password.toLowerCase()));
    const other = tokenOf(await server.login('zhang3', password));
    const me = server.as(token);
    expect((await me('/user/getInfo', {})).data).toMatchObject({ user: { id, must_change_password: true } });
    expect(listFaultyFields(await me('/user/changePassword', { old_password: 'wrong', new_password: 'Jiandan-77' }))).toEqual([
      { path: 'old_password', message: '原密码不正确' },
    ]);
    expect(listFaultyFields(await me('/user/changePassword', { old_password: password, new_password: '12345678' }))).toEqual([
      { path: 'new_password', message: '密码应包含字母、数字、符号中的至少两种' },
    ]);
    expect((await me('/user/changePassword', { old_password: password, new_password: 'Jiandan-77' })).data).toEqual({
      endedSessions: 1,
      endedApiTokens: 0,
    });
    expect((await server.as(other)('/user/getInfo', {})).code).toBe(1004);
    expect((await me('/user/getInfo', {})).data).toMatchObject({ user: { must_change_password: false } });
    expect((await server.login('zhang3', password)).code).toBe(1002);
    expect((await server.login('zhang3', 'Jiandan-77')).code).toBe(0);
    expect(server.raw.serialize().includes(password)).toBe(false);
  });

  it('who signed in by admission ticket need not change a password', async () => {
    await add(school, { ...zhang, ticket_no: '20260001', id_number: '11010519491231002X' });
    const answer = await server.post('/user/login', {
      login_name: '20260001',
      login_pwd: '11010519491231002X',
      school_id: server.schoolIds[0],
      login_type: 2,
    });
    expect((await server.as(tokenOf(answer))('/user/getInfo', {})).data).toMatchObject({ user: { must_change_password: false } });
  });

  it('are managed only by the user types that the table of rights names', async () => {
    const codes = async (call: PostCall, type: number) =>
      (await call('/user/add', { ...zhang, login_name: `neu${type}`, user_type: type })).code;
    for (const type of [4, 5, 6, 7, 8, 12]) expect(await codes(school, type), `school adds ${type}`).toBe(0);
    for (const type of [1, 2, 3, 9, 10, 11]) expect(await codes(school, type), `school adds ${type}`).toBe(1003);
    for (const type of [1, 2, 3, 9, 10, 11])
      expect((await admin('/user/add', { ...zhang, login_name: `a${type}`, user_type: type, school_id: server.schoolIds[1] })).code).toBe(
        0,
      );
    expect((await leader('/user/add', { ...zhang, user_type: 7 })).code).toBe(1003);
    expect((await teacher('/user/add', { ...zhang, user_type: 6 })).code).toBe(1003);
    expect((await school('/user/getById', { id: server.idOf('type9') })).code).toBe(1005);
    expect((await teacher('/user/getById', { id: server.idOf('type2') })).code).toBe(1005);
    expect((await leader('/user/getById', { id: server.idOf('type2') })).code).toBe(0);
    expect((await leader('/user/getIdNumber', { id: server.idOf('type7') })).code).toBe(1003);
    expect((await school('/user/resetPassword', { ids: [server.idOf('type3')] })).code).toBe(1003);
  });

  it('in a class are managed by the teachers of the class, not by other teachers', async () => {
    const room = { ...createBlankDraft(classResource), name: '电工一班', grade: '2026', teacherIds: [server.idOf('type6')] };
    const mine = (await school('/class/add', room)).data as { id: number; version: number };
    const other = (await school('/class/add', { ...room, name: '二班', teacherIds: [] })).data as { id: number };
    expect(listFaultyFields(await teacher('/user/add', zhang)).map((fault) => fault.path)).toEqual(['class_id']);
    expect(listFaultyFields(await teacher('/user/add', { ...zhang, class_id: other.id })).map((fault) => fault.path)).toEqual(['class_id']);
    const { id, version } = await add(teacher, { ...zhang, class_id: mine.id });
    expect(
      listFaultyFields(await teacher('/user/modify', { ...zhang, id, version, class_id: other.id })).map((fault) => fault.path),
    ).toEqual(['class_id']);
    expect((await teacher('/user/resetPassword', { ids: [id] })).code).toBe(0);
    expect((await teacher('/user/remove', { id, version: 2 })).code).toBe(1003);
    await school('/class/modify', { ...room, ...mine, teacherIds: [] });
    expect((await teacher('/user/resetPassword', { ids: [id] })).code).toBe(1003);
  });

  it('cannot be changed with an outdated version: the conflict names who changed which fields', async () => {
    const { id, version } = await add(school, zhang);
    expect((await school('/user/modify', { ...zhang, id, version, phone: '13812345678' })).data).toEqual({ id, version: 2 });
    expect((await admin('/user/modify', { ...zhang, id, version: 2, phone: '13812345678', education: 3, note: '转学' })).code).toBe(0);
    const stale = await school('/user/modify', { ...zhang, id, version, name: '张叁' });
    expect(stale.code).toBe(1006);
    expect(stale.msg).toMatch(/^这个用户已被用户1、用户2于 .*修改（文化程度、备注、手机号）/);
    expect(stale.data).toMatchObject({ by: ['用户1', '用户2'], changed: ['education', 'note', 'phone'] });
    expect((await school('/user/getById', { id })).data).toMatchObject({ name: '张三', note: '转学', version: 3 });
  });

  it('have unique login names and numbers; each duplicate is reported at its field', async () => {
    await add(school, { ...zhang, student_no: 'S1', ticket_no: 'T1', id_number: '11010519491231002X' });
    const again = await school('/user/add', {
      ...zhang,
      login_name: 'ZHANG3',
      student_no: 'S1',
      ticket_no: 'T1',
      id_number: '11010519491231002x',
    });
    expect(listFaultyFields(again)).toEqual([
      { path: 'login_name', message: '登录名已被 张三 使用' },
      { path: 'ticket_no', message: '准考证号已被 张三 使用' },
      { path: 'student_no', message: '学号已被 张三 使用' },
      { path: 'id_number', message: '证件号码与 张三 的相同' },
    ]);
    expect(
      listFaultyFields(await school('/user/add', { ...zhang, name: '', login_name: 'x', phone: '1' })).map((fault) => fault.path),
    ).toEqual(['name', 'login_name', 'phone']);
    expect(
      listFaultyFields(await school('/user/add', { ...zhang, login_name: 'li4', password: 'short' })).map((fault) => fault.path),
    ).toEqual(['password']);
  });

  it('have a sealed and masked ID number, shown in full only to their managers and logged', async () => {
    const { id } = await add(school, { ...zhang, id_number: '11010519491231002X' });
    expect(server.raw.serialize().includes('11010519491231002X')).toBe(false);
    expect((await teacher('/user/getById', { id })).data).toMatchObject({ id_number_masked: '110***********002X' });
    expect((await teacher('/user/getIdNumber', { id })).code).toBe(1003);
    expect((await school('/user/getIdNumber', { id })).data).toEqual({ id_number: '11010519491231002X' });
    expect(server.logged).toContainEqual(expect.objectContaining({ userId: id, by: server.idOf('type2') }));
  });

  it('are signed out when they are disabled; the reasons against a deletion are listed', async () => {
    const token = await server.openSession(7);
    const [student, self] = [server.idOf('type7'), server.idOf('type2')];
    const answer = await school('/user/setStatus', {
      items: [
        { id: student, version: 1 },
        { id: self, version: 1 },
        { id: server.idOf('type7', 1), version: 1 },
      ],
      status: 0,
    });
    expect(answer.data).toEqual({
      changed: 1,
      refused: [
        { id: self, name: '用户2', reason: '您没有管理这个用户的权限' },
        { id: server.idOf('type7', 1), name: '', reason: '没有这个用户' },
      ],
    });
    expect((await server.as(token)('/user/getInfo', {})).code).toBe(4000);
    expect(await school('/user/setStatus', { items: [{ id: student, version: 2 }], status: 0 })).toMatchObject({
      code: 1002,
      msg: '账号已经是停用状态',
    });
    expect((await school('/user/setStatus', { items: [{ id: student, version: 1 }], status: 1 })).code).toBe(1006);
    expect((await school('/user/setStatus', { items: [{ id: student, version: 2 }], status: 1 })).code).toBe(0);
    expect((await admin('/user/setStatus', { items: [{ id: server.idOf('type1'), version: 1 }], status: 0 })).code).toBe(1002);
  });

  it('changed and deleted at the same moment: one of the two calls is refused as a conflict', async () => {
    const { id, version } = await add(school, zhang);
    const [changed, removed] = await Promise.all([
      school('/user/modify', { ...zhang, id, version, name: '张叁' }),
      admin('/user/remove', { id, version }),
    ]);
    expect([changed.code, removed.code].toSorted((a, b) => a - b)).toEqual([0, 1006]);
    const found = await school('/user/getById', { id });
    expect(found.code).toBe(changed.code === 0 ? 0 : 1005);
    if (changed.code === 0) expect(removed.data).toMatchObject({ by: ['用户2'], changed: ['name'] });
  });

  it('lose their profession when it is deleted', async () => {
    const draft = { code: '6-31-01-04', name: '钳工', levels: [4], trades: [], standard: '', remark: '' };
    const prof = (await admin('/prof/add', draft)).data as { id: number; version: number };
    await school('/prof/setOffered', { ids: [prof.id], offered: true });
    const { id } = await add(school, { ...zhang, prof_id: prof.id });
    await school('/prof/setOffered', { ids: [prof.id], offered: false });
    expect((await admin('/prof/remove', { id: prof.id, version: prof.version })).code).toBe(0);
    expect((await school('/user/getById', { id })).data).toMatchObject({ prof_id: null, prof_name: '' });
  });

  it('who are the last enabled system administrator cannot be disabled, deleted or changed in type', async () => {
    const [id, other] = [server.idOf('type9'), server.idOf('type9', 1)];
    const disable = (userId: number) => admin('/user/setStatus', { items: [{ id: userId, version: 1 }], status: 0 });
    expect((await disable(other)).code).toBe(0);
    const words = { code: 1002, msg: '这是最后一个可用的系统管理员账号，不能停用或删除；请先新增或启用另一个' };
    expect(await disable(id)).toMatchObject(words);
    expect(await admin('/user/remove', { id, version: 1 })).toMatchObject(words);
    expect(await admin('/user/setType', { id, version: 1, user_type: 2 })).toMatchObject(words);
    expect((await admin('/user/remove', { id: other, version: 2 })).code).toBe(0);
    server.raw.prepare('UPDATE school SET status = 0 WHERE id = ?').run(server.schoolIds[1]);
    await add(admin, { ...zhang, login_name: 'sys2', user_type: 9, school_id: server.schoolIds[1] });
    expect(await disable(id)).toMatchObject(words);
    await add(admin, { ...zhang, login_name: 'sys3', user_type: 9 });
    expect((await disable(id)).code).toBe(0);
  });

  it('can only get a profession that their school offers, and keep it when other fields change', async () => {
    const draft = { code: '6-31-01-03', name: '电工', levels: [4], trades: [], standard: '', remark: '' };
    const prof = (await admin('/prof/add', draft)).data as { id: number };
    expect(listFaultyFields(await school('/user/add', { ...zhang, prof_id: prof.id })).map((fault) => fault.path)).toEqual(['prof_id']);
    await school('/prof/setOffered', { ids: [prof.id], offered: true });
    const { id, version } = await add(school, { ...zhang, prof_id: prof.id });
    await school('/prof/setOffered', { ids: [prof.id], offered: false });
    expect((await school('/user/modify', { ...zhang, id, version, prof_id: prof.id, phone: '13812345678' })).code).toBe(0);
    expect((await school('/user/modify', { ...zhang, id, version: 2 })).code).toBe(0);
    expect((await school('/user/getById', { id })).data).toMatchObject({ prof_id: prof.id, prof_name: '电工' });
    expect((await school('/user/modify', { ...zhang, id, version: 3, prof_id: null })).code).toBe(0);
    expect((await school('/user/getById', { id })).data).toMatchObject({ prof_id: null, prof_name: '' });
  });

  it('lose their sessions when their password is reset', async () => {
    const token = await server.openSession(7);
    const answer = await school('/user/resetPassword', { ids: [server.idOf('type7'), server.idOf('type9')] });
    const { passwords, refused } = answer.data as { passwords: { password: string; login_name: string }[]; refused: object[] };
    expect(refused).toEqual([{ id: server.idOf('type9'), name: '', reason: '没有这个用户' }]);
    expect((await server.as(token)('/user/getInfo', {})).code).toBe(1004);
    expect((await server.login('type7', passwords[0]?.password ?? '')).code).toBe(0);
  });

  it('can be deleted if nothing refers to them; with exams or classes they can only be disabled', async () => {
    const { id, version } = await add(school, zhang);
    expect((await school('/user/remove', { id, version })).code).toBe(0);
    expect((await school('/user/getById', { id })).code).toBe(1005);
    const head = server.idOf('type6');
    await school('/class/add', { name: '一班', grade: '', headTeacherId: head, teacherIds: [], note: '' });
    expect(await school('/user/remove', { id: head, version: 1 })).toMatchObject({
      code: 1002,
      msg: '用户6 还有1 个任教班级，不能删除；可以改为停用',
    });
  });

  it('see their sessions and end one or all others', async () => {
    const tokens = [await server.openSession(7), await server.openSession(7), await server.openSession(7)];
    const me = server.as(tokens[0] ?? '');
    const list = async () => ((await me('/user/getSessions', {})).data as { items: { id: number; current: boolean }[] }).items;
    const before = await list();
    expect(before.filter((item) => item.current)).toHaveLength(1);
    expect(before).toHaveLength(3);
    const stranger = await server.callAs(8);
    const others = before.filter((item) => !item.current);
    expect((await stranger('/user/removeSession', { session_id: others[0]?.id })).code).toBe(1005);
    expect((await me('/user/removeSession', { session_id: others[0]?.id })).data).toEqual({ ended: 1 });
    expect((await me('/user/removeSession', { session_id: null })).data).toEqual({ ended: 1 });
    expect((await list()).map((item) => item.current)).toEqual([true]);
  });

  it('change their own name and picture, including leaders', async () => {
    expect((await leader('/user/modifyMe', { version: 1, name: '王校长', avatar: '' })).data).toEqual({ version: 2 });
    expect((await leader('/user/modifyMe', { version: 1, name: '王校长', avatar: '' })).code).toBe(1006);
    for (const avatar of ['http://elsewhere/x.png', '//elsewhere/x.png', '/uploads/../api/x', '/api/upload'])
      expect(listFaultyFields(await leader('/user/modifyMe', { version: 2, name: '', avatar })).map((fault) => fault.path)).toEqual([
        'avatar',
      ]);
    expect((await leader('/user/getMe', {})).data).toMatchObject({ name: '王校长', version: 2 });
  });

  it('who sit exams cannot change the name and picture that verify their identity', async () => {
    for (const type of [7, 8] as const) {
      const examinee = await server.callAs(type);
      const { version, name } = (await examinee('/user/getMe', {})).data as { version: number; name: string };
      for (const change of [
        { name: '替考者', avatar: '' },
        { name, avatar: '/uploads/0123456789abcdef0123456789abcdef.png' },
      ])
        expect(await examinee('/user/modifyMe', { version, ...change })).toMatchObject({
          code: 1002,
          msg: '姓名和照片用于核验考生身份，请联系老师修改',
        });
      expect((await examinee('/user/getMe', {})).data).toMatchObject({ name, version, avatar: '' });
    }
  });

  it('are counted by type and status', async () => {
    const { total, counts } = (await school('/user/getCount', {})).data as { total: number; counts: object[] };
    expect(total).toBe(9);
    expect(counts).toContainEqual({ user_type: 7, status: 1, count: 1 });
    expect(((await admin('/user/getCount', {})).data as { total: number }).total).toBe(24);
  });
});
