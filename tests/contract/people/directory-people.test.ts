import { beforeEach, describe, expect, it } from 'vitest';
import type { DirectoryPreview } from '../../../sync/contract/people/directory-people.ts';
import { directoryGroups } from '../../../sync/contract/people/directory-people.ts';
import { directoryUserTypes } from '../../../sync/contract/people/directory.ts';
import type { DirectoryPeople } from '../../../server/features/people/user/directory/connectors/connector.ts';
import { directorySecret as secret, listedPeople, onePerson } from '../../fixtures/server/directory-double.ts';
import { validDirectoryDraft } from '../fixtures/resource-drafts.ts';
import { type CallAnswer, requireDone, startTestServer, type TestServer } from '../server-fixture.ts';

const address = 'people.school.test';
const draft = { ...validDirectoryDraft, address, studentBase: 'ou=students', staffBase: 'ou=staff', classAttribute: 'ou' };

describe('synchronising people from the directory by a preview', () => {
  let server: TestServer;
  let admin: Awaited<ReturnType<TestServer['callAs']>>;
  const list = (people: Partial<DirectoryPeople>) => listedPeople.set(address, { students: null, staff: null, ...people });
  const preview = () => requireDone<DirectoryPreview>(admin('/directory/previewPeople', {}));
  const keysOf = ({ add, change, disable }: DirectoryPreview) => [...add, ...change, ...disable].map(({ key }) => key);
  const apply = (keys: readonly string[], confirmFew = false): Promise<CallAnswer> => admin('/directory/applyPeople', { keys, confirmFew });
  const applyAll = async () =>
    requireDone<{ added: number; passwords: { login_name: string; password: string }[] }>(apply(keysOf(await preview())));
  const accounts = () =>
    server.raw
      .prepare(
        `SELECT login_name, user_type, student_no, name, extra_roles, status, (SELECT class.name FROM class WHERE class.id = class_id) AS class
         FROM user WHERE school_id = ? ORDER BY id`,
      )
      .all(server.schoolIds[0]);
  const set = (column: string, value: unknown, login: string): unknown =>
    server.raw
      .prepare(`UPDATE user SET ${column} = ?, version = version + 1 WHERE login_name = ? AND school_id = ?`)
      .run(value, login, server.schoolIds[0]);
  const statusOf = (login: string) =>
    server.raw.prepare('SELECT status FROM user WHERE login_name = ? AND school_id = ?').pluck().get(login, server.schoolIds[0]);

  beforeEach(async () => {
    server = await startTestServer();
    admin = await server.callAs(2);
    await requireDone(admin('/directory/set', { ...draft, secret, version: 1 }));
    list({
      students: [onePerson('S1', '张三', '数控一班'), onePerson('S2', '李四')],
      staff: [onePerson('type6', '王老师'), onePerson('T9', '新来的')],
    });
  });

  it('adds, changes and disables the ticked rows, gives initial passwords, and changes nothing the second time', async () => {
    const first = await preview();
    expect(first).toMatchObject({
      found: 4,
      same: 0,
      add: [
        { group: 'students', number: 'S1', name: '张三', class_name: '数控一班' },
        { group: 'students', number: 'S2', name: '李四', class_name: '' },
        { group: 'staff', number: 'T9', name: '新来的', class_name: '' },
      ],
      change: [{ group: 'staff', number: 'type6', fields: [{ field: 'name', from: '用户6', to: '王老师' }] }],
      disable: [],
      unusable: [],
      newClasses: ['数控一班'],
      few: [],
    });
    const before = accounts();
    expect(before).toEqual(accounts());
    const done = await requireDone<{ passwords: { login_name: string; password: string }[] }>(apply(keysOf(first)));
    expect(done).toMatchObject({ added: 3, changed: 1, disabled: 0, skipped: [] });
    expect(accounts().slice(before.length)).toEqual([
      { login_name: 'S1', user_type: 7, student_no: 'S1', name: '张三', extra_roles: '[]', status: 1, class: '数控一班' },
      { login_name: 'S2', user_type: 7, student_no: 'S2', name: '李四', extra_roles: '[]', status: 1, class: null },
      { login_name: 'T9', user_type: 5, student_no: '', name: '新来的', extra_roles: '[]', status: 1, class: null },
    ]);
    for (const { login_name, password } of done.passwords)
      expect((await server.post('/user/login', { school_id: server.schoolIds[0], login_name, login_pwd: password })).code).toBe(0);
    expect(await preview()).toMatchObject({ same: 4, add: [], change: [], disable: [], unusable: [] });
    expect((await apply(keysOf(first))).data).toMatchObject({ added: 0, changed: 0, disabled: 0, skipped: keysOf(first) });
  });

  it('moves a student to the directory’s class, and keeps the class if the directory names none', async () => {
    await applyAll();
    list({ students: [onePerson('S1', '张三', '数控二班'), onePerson('S2', '李四')] });
    expect((await preview()).change).toMatchObject([{ number: 'S1', fields: [{ field: 'class_id', from: '数控一班', to: '数控二班' }] }]);
    await applyAll();
    expect(accounts()).toContainEqual(expect.objectContaining({ login_name: 'S1', class: '数控二班' }));
    list({ students: [onePerson('S1', '张三'), onePerson('S2', '李四')] });
    expect(await preview()).toMatchObject({ same: 2, change: [] });
  });

  it('disables only accounts it has found before, and neither enables them again nor deletes them', async () => {
    list({ students: [onePerson('S1', '张三'), onePerson('S2', '李四'), onePerson('S3', '赵六')] });
    await applyAll();
    list({ students: [onePerson('S1', '张三'), onePerson('S2', '李四')] });
    const { disable, few } = await preview();
    expect(disable).toMatchObject([{ number: 'S3', name: '赵六' }]);
    expect(few).toEqual([]);
    await applyAll();
    expect(statusOf('S3')).toBe(0);
    expect(await preview()).toMatchObject({ same: 2, disable: [] });
    list({ students: [onePerson('S1', '张三'), onePerson('S2', '李四'), onePerson('S3', '赵六')] });
    expect(await preview()).toMatchObject({
      add: [],
      unusable: [{ number: 'S3', reason: '“赵六”的账号已停用，同步不会重新启用：确需恢复时，请在人员列表中启用' }],
    });
  });

  it('asks for confirmation before it disables half of a group, and never disables a group that is not listed', async () => {
    await applyAll();
    list({ students: [onePerson('S9', '别人')], staff: null });
    const found = await preview();
    expect(found.few).toEqual([{ group: 'students', linked: 2, missing: 2 }]);
    expect(found.disable.map(({ number }) => number)).toEqual(['S1', 'S2']);
    const refused = await apply(keysOf(found));
    expect(refused).toMatchObject({ code: 1002, msg: expect.stringContaining('需要再次确认') });
    expect([statusOf('S1'), statusOf('S9')]).toEqual([1, undefined]);
    expect((await apply(keysOf(found), true)).data).toMatchObject({ added: 1, disabled: 2 });
    expect([statusOf('S1'), statusOf('S2'), statusOf('T9'), statusOf('type6')]).toEqual([0, 0, 1, 1]);
  });

  it('changes nothing if the directory fails, and gives the reason', async () => {
    await applyAll();
    const found = await preview();
    await requireDone(admin('/directory/set', { ...draft, address: 'away.school.test', secret, version: 2 }));
    expect(await admin('/directory/previewPeople', {})).toMatchObject({ code: 1002, msg: 'unreachable' });
    expect(await apply([...keysOf(found), 'x'.repeat(22)], true)).toMatchObject({ code: 1002, msg: 'unreachable' });
    await requireDone(admin('/directory/set', { ...draft, kind: 'cas', address: 'https://sso.school.test', secret, version: 3 }));
    expect((await admin('/directory/previewPeople', {})).msg).toContain('只有 LDAP');
  });

  it('skips a ticked row if the directory or the account has changed since the preview', async () => {
    const { add, change } = await preview();
    set('note', '改过', 'type6');
    list({ students: [onePerson('S1', '张三丰', '数控一班'), onePerson('S2', '李四')], staff: [onePerson('type6', '王老师')] });
    const { skipped } = await requireDone<{ skipped: string[] }>(apply([...add, ...change].map(({ key }) => key)));
    const names = [...add, ...change].filter(({ key }) => skipped.includes(key)).map(({ name }) => name);
    expect(names).toEqual(['张三', '新来的', '用户6']);
    expect(statusOf('S1')).toBeUndefined();
    expect(statusOf('S2')).toBe(1);
  });

  it('lists each unusable person with the reason', async () => {
    set('student_no', 'S5', 'type8');
    set('status', 2, 'type4');
    list({
      students: [
        onePerson('', '无号'),
        onePerson('S1', ''),
        onePerson('S3', '同号甲'),
        onePerson('s3', '同号乙'),
        onePerson('S 4', '有空格'),
        onePerson('S5', '考生'),
        onePerson('type2', '管理员'),
        onePerson('type7', '学生'),
        onePerson('S6', '班级', '长'.repeat(61)),
      ],
      staff: [onePerson('type2x', '<b>'), onePerson('type4', '阅卷员'), onePerson('type3', '校领导')],
    });
    const { unusable, add, change, disable } = await preview();
    expect([add, change, disable]).toEqual([[], [], []]);
    expect(unusable.map(({ number, reason }) => [number, reason])).toEqual([
      ['', '没有编号（employeeNumber）'],
      ['S1', '没有姓名（cn）'],
      ['S3', '目录中有 2 人是这个编号'],
      ['s3', '目录中有 2 人是这个编号'],
      ['S 4', '学号：只能用字母、数字和短横线'],
      ['S5', '学号与“用户8”（考生）的相同'],
      ['type2', '登录名与“用户2”（学校管理员）的相同，这一类账号不与目录同步'],
      ['type7', '学生“用户7”的登录名是这个编号，但学号不是：请先在学生页改正其学号'],
      ['S6', '班级：最多 60 个字'],
      ['type2x', '姓名不能含有换行、引号或尖括号'],
      ['type4', '“用户4”的账号还在等待审核：请先审核'],
      ['type3', '登录名与“用户3”（校领导）的相同，这一类账号不与目录同步'],
    ]);
  });

  it('changes neither administrators nor additional roles, whatever the directory says', async () => {
    set('extra_roles', '["marker"]', 'type6');
    list({ students: [onePerson('type6', '学生名')], staff: [onePerson('type2', '我自己'), onePerson('type5', '监考')] });
    await applyAll();
    list({ staff: [onePerson('nobody', '别人')] });
    const keys = keysOf(await preview());
    await requireDone(apply(keys, true));
    expect(accounts()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ login_name: 'type2', user_type: 2, name: '用户2', status: 1 }),
        expect.objectContaining({ login_name: 'type6', user_type: 6, name: '用户6', extra_roles: '["marker"]', status: 1 }),
        expect.objectContaining({ login_name: 'type5', user_type: 5, status: 0 }),
      ]),
    );
    const types = Object.values(directoryGroups).flatMap((group) => [...group.types, group.newType]);
    for (const type of types) expect(directoryUserTypes).toContain(type);
  });

  it('stays within the administrator’s school, and is refused to a leader', async () => {
    await applyAll();
    const other = await server.callAs(2, 1);
    await requireDone(other('/directory/set', { ...draft, secret, version: 1 }));
    const theirs = await requireDone<DirectoryPreview>(other('/directory/previewPeople', {}));
    expect(theirs.add.map(({ number }) => number)).toEqual(['S1', 'S2', 'T9']);
    expect(theirs.disable).toEqual([]);
    expect((await (await server.callAs(3))('/directory/previewPeople', {})).code).toBe(1003);
  });
});
