import { beforeEach, describe, expect, it } from 'vitest';
import { defaultCertificatePattern } from '../../../../sync/contract/certificate-number.ts';
import { seededPassword, startTestServer, type CallAnswer } from '../../../../tests/contract/server-fixture.ts';

type Call = (path: string, body: unknown) => Promise<CallAnswer>;

const draft = (extra: object = {}) => ({
  title: '东湖职业培训学校',
  website: 'donghu',
  logo: '',
  logoCustom: '',
  logoCustomStatus: 0,
  cover: '',
  record: 'HB-2026-001',
  mohrssProfNo: '',
  mohrssProfAllname: '',
  siteCode: '420101',
  contact: '陈老师',
  phone: '027-88880000',
  address: '东湖路 1 号',
  config: {},
  ...extra,
});
const defaultConfig = {
  config_coursehour_text: 1,
  config_courseware_size_mb: 2048,
  config_courseware_minutes: 600,
  config_registration: 1,
  config_enrol_at_once: 0,
  config_body_code: '',
  config_province_code: '',
  config_certificate_pattern: defaultCertificatePattern,
  config_retention_paper_years: 3,
  config_retention_years: 5,
  config_time_zone: 'Asia/Shanghai',
};
const picture = (letter: string): string => `/uploads/${letter.repeat(32)}.png`;
const fieldsOf = (answer: CallAnswer) => (answer.data as { fields: { path: string; message: string }[] }).fields;

describe('schools', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let admin: Call;
  const get = async (id: number) => (await admin('/school/getById', { id })).data as Record<string, unknown> & { version: number };
  const add = async (extra: object = {}) => {
    const answer = await admin('/school/add', draft(extra));
    expect(answer.code, answer.msg).toBe(0);
    return answer.data as { id: number; version: number };
  };

  beforeEach(async () => {
    server = await startTestServer();
    admin = server.as(await server.openSession(1));
  });

  it('are created with the defaults of the config and read back whole', async () => {
    const { id, version } = await add();
    expect(version).toBe(1);
    expect(await get(id)).toEqual({
      ...draft(),
      id,
      version: 1,
      status: 1,
      config: defaultConfig,
      userCount: 0,
      examCount: 0,
      runningExamCount: 0,
      createdMs: server.time.nowMs,
      updatedMs: server.time.nowMs,
    });
  });

  it('keep config keys that this version does not know', async () => {
    const { id } = await add({ config: { config_courseware_minutes: 90, other_program: { a: 1 } } });
    const whole = await get(id);
    const changed = await admin('/school/modify', { ...draft({ config: { config_courseware_minutes: 45 } }), id, version: whole.version });
    expect(changed.data).toEqual({ id, version: 2 });
    expect((await get(id))['config']).toEqual({ ...defaultConfig, config_courseware_minutes: 45, other_program: { a: 1 } });
  });

  it('can be read although a stored value breaks a current rule', async () => {
    const { id } = await add();
    server.raw.prepare('UPDATE school SET config = ? WHERE id = ?').run('{"config_courseware_minutes":-1,"kept":2}', id);
    expect((await get(id))['config']).toMatchObject({ config_courseware_minutes: 600, kept: 2 });
  });

  it.each([
    [{ title: '' }, 'title', 'must not be empty'],
    [{ title: '长'.repeat(61) }, 'title', 'takes at most 60 characters'],
    [{ website: 'a b' }, 'website', 'is not in the right format'],
    [{ website: '../../../modules' }, 'website', 'is not in the right format'],
    [{ website: 'a-' }, 'website', 'is not in the right format'],
    [{ siteCode: '12345' }, 'siteCode', 'is not in the right format'],
    [{ logo: 'https://elsewhere.example/a.png' }, 'logo', 'is not in the right format'],
    [{ cover: '/uploads/../keys.json' }, 'cover', 'is not in the right format'],
    [{ logoCustomStatus: 2 }, 'logoCustomStatus', 'must be one of: 0, 1'],
    [{ logoCustomStatus: 1 }, 'logoCustom', 'Upload a custom logo first'],
    [{ config: { config_coursehour_text: 9 } }, 'config.config_coursehour_text', 'must be one of: 0, 1, 2'],
    [{ config: { config_courseware_size_mb: 0 } }, 'config.config_courseware_size_mb', 'must be at least 1'],
    [{ config: { big: 'x'.repeat(20_000) } }, 'config', 'must be at most 16 KB'],
    [{ website: 'DEMO2' }, 'website', 'The website code is used by "乙学院"'],
  ])('refuse %j at its field', async (fault, path, message) => {
    const answer = await server.post('/school/add', draft(fault), { 'x-token': await server.openSession(1), 'x-language': 'en' });
    expect(answer.code).toBe(1001);
    expect(fieldsOf(answer)).toContainEqual({ path, message });
  });

  it('refuse a site code that another school has', async () => {
    await add();
    const second = await admin('/school/add', draft({ website: 'other' }));
    expect(fieldsOf(second)).toEqual([{ path: 'siteCode', message: '站点代码已被“东湖职业培训学校”使用' }]);
  });

  it('reject sign-ins with a message once disabled, and end their sessions for good', async () => {
    const [, id] = server.schoolIds;
    const login = () => server.post('/user/login', { login_name: 'type6', login_pwd: seededPassword, school_id: id });
    const teacher = server.as(await server.openSession(6, id));
    expect((await admin('/school/setStatus', { id, version: 1, status: 0 })).code).toBe(0);
    const words = { code: 4000, msg: '您的学校已被平台停用，暂时不能登录，请联系平台管理员' };
    expect(await teacher('/user/getInfo', {})).toMatchObject(words);
    expect(await login()).toMatchObject(words);
    expect((await server.post('/user/login', { login_name: 'type6', login_pwd: 'wrong', school_id: id })).code).toBe(1002);
    expect((await server.post('/school/getByWebsite', { website: 'demo2' })).data).toMatchObject({ enabled: false });

    expect((await admin('/school/setStatus', { id, version: 2, status: 1 })).code).toBe(0);
    expect((await teacher('/user/getInfo', {})).code).toBe(2001);
    expect((await login()).code).toBe(0);
  });

  it('cannot be disabled if the caller or the only system administrator belongs to them', async () => {
    const [own, other] = server.schoolIds;
    expect(await admin('/school/setStatus', { id: own, version: 1, status: 0 })).toMatchObject({ code: 1002, msg: /您自己所在的学校/ });
    expect((await admin('/school/remove', { id: own, version: 1 })).code).toBe(1002);
    server.raw.prepare('UPDATE user SET status = 0 WHERE user_type = 9 AND school_id = ?').run(own);
    expect(await admin('/school/setStatus', { id: other, version: 1, status: 0 })).toMatchObject({
      code: 1002,
      msg: /唯一可用的系统管理员/,
    });
  });

  it('can be removed only without dependent rows, and the refusal counts these rows', async () => {
    const { id, version } = await add();
    const [, full] = server.schoolIds;
    expect(await admin('/school/remove', { id: full, version: 1 })).toMatchObject({
      code: 1002,
      msg: '学校还有用户 12 条，不能删除；不再使用时请停用',
      data: { hanging: [{ table: 'user', count: 12 }] },
    });
    expect((await admin('/school/remove', { id, version })).code).toBe(0);
    expect((await admin('/school/getById', { id })).code).toBe(1005);
    // After the removal, the website code can be used again.
    await add();
  });

  it('are listed with their numbers of users, searched, filtered and sorted', async () => {
    await add({ logo: picture('a'), logoCustom: picture('b'), logoCustomStatus: 1 });
    const list = async (input: object) =>
      (await admin('/school/getList', input)).data as { items: Record<string, unknown>[]; total: number };
    const all = await list({});
    expect(all.total).toBe(3);
    expect(all.items.map((item) => item['userCount'])).toEqual([0, 12, 12]);
    expect(all.items.find((item) => item['website'] === 'donghu')).toMatchObject({ logo: picture('b'), siteCode: '420101' });
    expect((await list({ sort: '-website' })).items.map((item) => item['website'])).toEqual(['donghu', 'demo2', 'demo']);
    expect((await list({ filter: { keyword: '陈' } })).total).toBe(1);
    expect((await list({ filter: { keyword: '%' } })).total).toBe(0);
    expect((await list({ filter: { status: 0 } })).total).toBe(0);
    expect((await list({ page: 2, pageSize: 2 })).items).toHaveLength(1);
    const bad = await admin('/school/getList', { sort: 'pwd' });
    expect(bad.code).toBe(1001);
    expect(fieldsOf(bad)[0]?.path).toBe('sort');
  });

  it('show the custom logo on the sign-in page while it is on', async () => {
    const pictures = { logo: picture('a'), logoCustom: picture('b'), cover: picture('c') };
    const { id, version } = await add({ ...pictures, logoCustomStatus: 1 });
    const readShown = async () => (await server.post('/school/getByWebsite', { website: 'donghu' })).data;
    expect(await readShown()).toMatchObject({ logo: picture('b'), cover: picture('c'), enabled: true });
    await admin('/school/modify', { ...draft({ ...pictures, logoCustomStatus: 0 }), id, version });
    expect(await readShown()).toMatchObject({ logo: picture('a') });
  });
});
