import { beforeEach, describe, expect, it } from 'vitest';
import { type PostCall, listFaultyFields, startTestServer, type TestServer } from '../server-fixture.ts';
import { solveWorkProof } from '../../../sync/crypto/work-proof.ts';
import { validPersonDraft } from '../fixtures/resource-drafts.ts';

const zhang = { ...validPersonDraft, user_type: 7 };
describe('registration of an account', () => {
  let server: TestServer;
  let school: PostCall;
  let leader: PostCall;
  let teacher: PostCall;

  beforeEach(async () => {
    server = await startTestServer();
    school = await server.callAs(2);
    leader = await server.callAs(3);
    teacher = await server.callAs(6);
  });

  const form = {
    website: 'demo',
    login_name: 'neu',
    login_pwd: 'Wo-shi-xin-1',
    name: '新生',
    phone: '13812345678',
    sex: 0,
    id_type: 1,
    id_number: '',
    student_no: '',
    employer: '',
    note: '一班',
  };

  it('waits for approval, is approved by the leader, and can then sign in', async () => {
    expect((await server.post('/user/isExist', { website: 'demo', login_name: 'neu' })).data).toEqual({ exists: false });
    expect(await server.post('/user/addRS', form)).toMatchObject({ code: 0, data: { waits: true } });
    expect((await server.post('/user/isExist', { website: 'demo', login_name: 'NEU' })).data).toEqual({ exists: true });
    expect((await server.login('neu', form.login_pwd)).msg).toBe('账号正在等待审核，通过后才能登录');
    const id = server.idOf('neu');
    expect((await teacher('/user/setStatus', { items: [{ id, version: 1 }], status: 1 })).code).toBe(1003);
    expect((await leader('/user/setStatus', { items: [{ id, version: 1 }], status: 1 })).code).toBe(0);
    expect((await leader('/user/setStatus', { items: [{ id, version: 2 }], status: 0 })).code).toBe(1003);
    expect((await server.login('neu', form.login_pwd)).code).toBe(0);
  });

  it('reports each faulty field, but of other accounts only that the login name is taken', async () => {
    const faulty = await server.post('/user/addRS', { ...form, name: '', phone: '', login_pwd: 'abc', id_number: '110105194912310021' });
    expect(listFaultyFields(faulty).map((fault) => fault.path)).toEqual(['name', 'id_number', 'phone', 'login_pwd']);
    expect((await school('/user/add', { ...zhang, student_no: 'S1', id_number: '11010519491231002X' })).code).toBe(0);
    expect(listFaultyFields(await server.post('/user/addRS', { ...form, login_name: 'zhang3' }))).toEqual([
      { path: 'login_name', message: '这个登录名已经有人使用，请换一个' },
    ]);
    // The registration does not reveal that the numbers are taken. The school learns it when it approves the account.
    expect((await server.post('/user/addRS', { ...form, student_no: 'S1', id_number: '11010519491231002X' })).code).toBe(0);
    const approval = await school('/user/setStatus', { items: [{ id: server.idOf('neu'), version: 1 }], status: 1 });
    expect(listFaultyFields(approval).map((fault) => fault.path)).toEqual(['student_no', 'id_number']);
    const target = { items: [{ id: server.idOf('neu'), version: 1 }], status: 0 };
    expect(listFaultyFields(await school('/user/setStatus', { ...target, reason: ' ' })).map((fault) => fault.path)).toEqual(['reason']);
    expect((await school('/user/setStatus', { ...target, reason: '已有账号' })).code).toBe(0);
    expect((await school('/user/getById', { id: server.idOf('neu') })).data).toMatchObject({
      status: 0,
      note: '一班',
      rejected_reason: '已有账号',
    });
    expect(await server.login('neu', form.login_pwd)).toMatchObject({
      code: 4000,
      msg: '您的注册申请没有通过：已有账号。如有疑问请联系学校',
    });
    expect((await server.login('neu', 'wrong')).msg).toBe('登录名或密码不正确');
    expect((await server.post('/user/addRS', { ...form, website: 'nowhere' })).code).toBe(1005);
  });

  it('is refused if the school has not opened it', async () => {
    const [id] = server.schoolIds;
    const open = async () =>
      ((await server.post('/school/getByWebsite', { website: 'demo' })).data as { registration: boolean }).registration;
    expect(await open()).toBe(true);
    server.raw.prepare('UPDATE school SET config = ? WHERE id = ?').run('{"config_registration":0}', id);
    expect(await open()).toBe(false);
    expect(await server.post('/user/addRS', form)).toMatchObject({ code: 1002, msg: '甲学院没有开放自行注册，请联系学校开通账号' });
  });

  it('admits applicants at once if the school allows it, without claiming their unchecked ID number', async () => {
    const asked = { ...form, id_number: '11010519491231002X' };
    expect((await server.post('/user/addRS', { ...asked, user_type: 12, login_name: 'waits' })).data).toEqual({ waits: true });
    const { version } = (await school('/school/getRegistration', {})).data as { version: number };
    expect((await school('/school/setRegistration', { version, open: true, enrolAtOnce: true })).code).toBe(0);
    expect((await server.post('/school/getByWebsite', { website: 'demo' })).data).toMatchObject({ enrolAtOnce: true });
    expect((await server.post('/user/addRS', { ...asked, user_type: 12 })).data).toEqual({ waits: false });
    expect((await server.login('neu', form.login_pwd)).code).toBe(0);
    expect(server.raw.prepare('SELECT id_number_index FROM "user" WHERE login_name = ?').pluck().get('neu')).toBeNull();
    expect((await server.post('/user/addRS', { ...asked, login_name: 'pupil' })).data).toEqual({ waits: true });
    // The reply is the same if an account of the school has this ID number, so a stranger cannot find out which numbers are known.
    expect((await school('/user/add', { ...zhang, id_number: '11010519491231002X' })).code).toBe(0);
    expect((await server.post('/user/addRS', { ...asked, user_type: 12, login_name: 'again' })).data).toEqual({ waits: false });
    server.raw
      .prepare('UPDATE school SET config = ? WHERE id = ?')
      .run('{"config_registration":0,"config_enrol_at_once":1}', server.schoolIds[0]);
    expect((await server.post('/user/addRS', { ...asked, user_type: 12, login_name: 'shut' })).code).toBe(1002);
  });

  it('beyond the hourly limit of an address requires a proof of work, which is accepted once', async () => {
    let taken = 0;
    const send = (login_name: string, proof?: object) => server.post('/user/addRS', { ...form, login_name, ...(proof && { proof }) });
    // Use up the hourly limit with a login name that is taken: such a request counts but writes nothing.
    while ((await send('type7')).code === 1001) taken += 1;
    expect(taken).toBe(200);
    const refused = await send('pupil201');
    expect(refused).toMatchObject({ code: 1007, data: { challenge: expect.any(String) } });
    const proof = await solveWorkProof((refused.data as { challenge: string }).challenge);
    expect(await send('pupil201', proof)).toMatchObject({ code: 0 });
    expect((await send('pupil202', proof)).code).toBe(1007);
    const forged = await solveWorkProof(`${server.time.nowMs + 60_000}.AAAAAAAAAAAA.AAAA`);
    expect((await send('pupil202', forged)).code).toBe(1007);
    const late = (await send('pupil202')).data as { challenge: string };
    server.time.nowMs += 11 * 60_000;
    // After 11 minutes some requests are allowed again. Use them up.
    while ((await send('type7')).code === 1001);
    expect((await send('pupil202', await solveWorkProof(late.challenge))).code).toBe(1007);
  }, 60_000);

  it('is limited to 200 calls in a burst', async () => {
    const codes = new Set<number>();
    const call = async (n: number) =>
      codes.add((await server.post('/user/addRS', { ...form, login_pwd: 'Wo-shi-xin-1', login_name: `type${(n % 12) + 1}` })).code);
    for (let n = 0; n < 200; n += 1) await call(n);
    expect([...codes]).toEqual([1001]);
    await call(0);
    expect([...codes]).toEqual([1001, 1007]);
    server.time.nowMs += 60_000;
    codes.clear();
    await call(0);
    expect([...codes]).toEqual([1001]);
  }, 60_000);
});
