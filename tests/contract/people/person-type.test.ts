import { beforeEach, describe, expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { type PostCall, startTestServer, type TestServer } from '../server-fixture.ts';

describe('/user/setType', () => {
  let server: TestServer;
  let admin: PostCall;
  let school: PostCall;
  beforeEach(async () => {
    server = await startTestServer();
    admin = await server.callAs(1);
    school = await server.callAs(2);
  });

  it('makes a teacher a leader: ends the sessions, removes additional roles, and writes an audit entry', async () => {
    const id = server.idOf('type6');
    server.raw.prepare(`UPDATE user SET extra_roles = '["marker"]' WHERE id = ?`).run(id);
    const teacher = await server.callAs(6);
    expect((await admin('/user/setType', { id, version: 1, user_type: 3 })).data).toEqual({ id, version: 2 });
    expect((await teacher('/user/getInfo', {})).code).toBe(1004);
    expect((await admin('/user/getById', { id })).data).toMatchObject({ user_type: 3, extra_roles: [] });
    const logged = server.raw.prepare("SELECT * FROM audit WHERE call = '/user/setType'").all();
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('user_type');
  });

  it.each([
    ['a school may not make an administrator', 'type6', 2, 1003],
    ['a school may not change the type of an administrator', 'type2', 6, 1003],
    ['a school may not change the type of a leader', 'type3', 6, 1003],
    ['a school makes a teacher a marker', 'type6', 4, 0],
    ['the same type is refused', 'type6', 6, 1002],
    ['a school may not give a type of the platform', 'type6', 9, 1003],
  ])('%s', async (_what, who, type, code) => {
    expect((await school('/user/setType', { id: server.idOf(who), version: 1, user_type: type })).code).toBe(code);
  });

  it('refuses to change the caller’s own type, and anybody of another school', async () => {
    expect((await admin('/user/setType', { id: server.idOf('type1'), version: 1, user_type: 2 })).code).toBe(1002);
    expect((await school('/user/setType', { id: server.idOf('type6', 1), version: 1, user_type: 4 })).code).toBe(1005);
  });

  it('refuses with the reason that prevents the change, and a conflict with the name of the faster caller', async () => {
    const id = server.idOf('type6');
    const room = { ...createBlankDraft(classResource), name: '一班', teacherIds: [id] };
    expect((await school('/class/add', room)).code).toBe(0);
    expect(await school('/user/setType', { id, version: 1, user_type: 4 })).toMatchObject({
      code: 1002,
      msg: '用户6 还有1 个任教班级，不能改为这一类',
    });
    const other = server.idOf('type5');
    expect((await school('/user/setType', { id: other, version: 1, user_type: 4 })).code).toBe(0);
    expect(await admin('/user/setType', { id: other, version: 1, user_type: 5 })).toMatchObject({
      code: 1006,
      data: { by: ['用户2'], changed: ['user_type'] },
    });
  });
});
