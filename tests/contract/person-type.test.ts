import { beforeEach, describe, expect, it } from 'vitest';
import { startServer, type Answer } from './server-fixture.ts';

type Call = (path: string, body: unknown) => Promise<Answer>;

describe('/user/setType', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let admin: Call;
  let school: Call;
  const idOf = (loginName: string, at: 0 | 1 = 0): number =>
    server.raw
      .prepare<[string, number], number>('SELECT id FROM user WHERE login_name = ? AND school_id = ?')
      .pluck()
      .get(loginName, server.schoolIds[at]) ?? 0;
  beforeEach(async () => {
    server = await startServer();
    admin = server.as(await server.openSession(1));
    school = server.as(await server.openSession(2));
  });

  it('makes a teacher the leader: sessions end, roles of the old type go, and the log says so', async () => {
    const id = idOf('type6');
    server.raw.prepare(`UPDATE user SET extra_roles = '["marker"]' WHERE id = ?`).run(id);
    const teacher = server.as(await server.openSession(6));
    expect((await admin('/user/setType', { id, version: 1, user_type: 3 })).data).toEqual({ id, version: 2 });
    expect((await teacher('/user/getInfo', {})).code).toBe(1004);
    expect((await admin('/user/getById', { id })).data).toMatchObject({ user_type: 3, extra_roles: [] });
    const logged = server.raw.prepare("SELECT * FROM audit WHERE call = '/user/setType'").all();
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('user_type');
  });

  it.each([
    ['an administrator may not be made by a school', 'type6', 2, 1003],
    ['nor may one be unmade', 'type2', 6, 1003],
    ['a leader is not theirs either', 'type3', 6, 1003],
    ['a teacher may become a marker', 'type6', 4, 0],
    ['the same type is no change', 'type6', 6, 1002],
    ['no type beyond the school', 'type6', 9, 1003],
  ])('%s', async (_what, who, type, code) => {
    expect((await school('/user/setType', { id: idOf(who), version: 1, user_type: type })).code).toBe(code);
  });

  it('is no way to change oneself, nor anybody of another school', async () => {
    expect((await admin('/user/setType', { id: idOf('type1'), version: 1, user_type: 2 })).code).toBe(1002);
    expect((await school('/user/setType', { id: idOf('type6', 1), version: 1, user_type: 4 })).code).toBe(1005);
  });

  it('says who was quicker, and what stands in the way', async () => {
    const id = idOf('type6');
    const room = { name: '一班', grade: '', head_teacher_id: null, teacher_ids: [id], note: '' };
    expect((await school('/class/add', room)).code).toBe(0);
    expect(await school('/user/setType', { id, version: 1, user_type: 4 })).toMatchObject({
      code: 1002,
      msg: '用户6 还有1 个任教班级，不能改为这一类',
    });
    const other = idOf('type5');
    expect((await school('/user/setType', { id: other, version: 1, user_type: 4 })).code).toBe(0);
    expect(await admin('/user/setType', { id: other, version: 1, user_type: 5 })).toMatchObject({
      code: 1006,
      data: { by: ['用户2'], changed: ['user_type'] },
    });
  });
});
