import { beforeAll, describe, expect, it } from 'vitest';
import { createSingleChoice } from '../../../../tests/fixtures/server/bank-data.ts';
import { startTestServer, type CallAnswer } from '../../../../tests/contract/server-fixture.ts';

type Call = (path: string, body: unknown) => Promise<CallAnswer>;
interface Row {
  id: number;
  version: number;
  code: string;
  offered: boolean;
  areas: string[];
  schoolCount: number;
  trades: { id: number; name: string }[];
}

const draft = (code: string, name: string, more: object = {}) => ({
  code,
  name,
  levels: [5, 4, 3],
  trades: [],
  standard: '',
  remark: '',
  ...more,
});

describe('professions', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let admin: Call;
  let school: Call;
  let other: Call;
  const one = async (call: Call, id: number): Promise<Row> => (await call('/prof/getById', { id })).data as Row;
  const codes = async (call: Call, filter: object): Promise<string[]> =>
    ((await call('/prof/getList', { filter })).data as { items: Row[] }).items.map((row) => row.code);
  beforeAll(async () => {
    server = await startTestServer();
    admin = server.as(await server.openSession(1));
    school = server.as(await server.openSession(2));
    other = server.as(await server.openSession(2, server.schoolIds[1]));
  });

  it('are stored with trades and levels, and trades that swap names keep their ids', async () => {
    const response = await admin(
      '/prof/add',
      draft('4-01-06-01', '电子商务师', { trades: [{ name: '网商' }, { name: '跨境电子商务师' }] }),
    );
    const { id, version } = response.data as Row;
    const before = await one(admin, id);
    expect(before).toMatchObject({ code: '4-01-06-01', levels: [3, 4, 5], offered: false, updatedByName: '用户1' });
    const [first, second] = before.trades;
    // Two trades that swap names keep their ids.
    const trades = [{ id: second?.id, name: '网商' }, { id: first?.id, name: '跨境电子商务师' }, { name: '直播电商' }];
    expect((await admin('/prof/modify', { id, version, ...draft('4-01-06-01', '电子商务师', { trades }) })).code).toBe(0);
    const after = await one(admin, id);
    expect(after.trades.map((trade) => trade.name)).toEqual(['网商', '跨境电子商务师', '直播电商']);
    expect(after.trades[0]?.id).toBe(second?.id);
  });

  it('refuse a malformed or used code, repeated levels or trades, and a trade of another profession', async () => {
    await admin('/prof/add', draft('9-01-01-01', '甲'));
    const fields = async (body: object) => {
      const { code, data } = await admin('/prof/add', body);
      return [code, ...(data as { fields: { path: string }[] }).fields.map((field) => field.path)];
    };
    expect(await fields(draft('9-1-01-01', '乙'))).toEqual([1001, 'code']);
    expect(await fields(draft('9-01-01-01', '乙'))).toEqual([1001, 'code']);
    expect(await fields(draft('9-01-01-02', '乙', { levels: [4, 4] }))).toEqual([1001, 'levels']);
    expect(await fields(draft('9-01-01-02', '乙', { levels: [] }))).toEqual([1001, 'levels']);
    expect(await fields(draft('9-01-01-02', '乙', { trades: [{ name: '丙' }, { name: '丙' }] }))).toEqual([1001, 'trades.1.name']);
    expect(await fields(draft('9-01-01-02', '乙', { trades: [{ id: 1, name: '别人的工种' }] }))).toEqual([1001, 'trades.0.id']);
    const { id, version } = (await admin('/prof/add', draft('9-01-01-03', '丁'))).data as Row;
    expect((await admin('/prof/modify', { id, version, ...draft('9-01-01-01', '丁') })).code).toBe(1001);
    expect(await codes(admin, { keyword: '9-01-01-02' })).toEqual([]);
  });

  it('keep a trade that questions refer to', async () => {
    const profession = (await admin('/prof/add', draft('9-08-01-01', '有题', { trades: [{ name: '在用' }, { name: '空着' }] })))
      .data as Row;
    const before = await one(admin, profession.id);
    const trades = before.trades;
    const question = {
      ...createSingleChoice('电流的单位是', { profId: profession.id, tradeId: trades[0]?.id ?? null }),
      bank: 'certified',
    };
    expect((await admin('/question/add', question)).code).toBe(0);
    const modify = (keptTrades: Row['trades']) =>
      admin('/prof/modify', { id: profession.id, version: profession.version, ...draft('9-08-01-01', '有题', { trades: keptTrades }) });
    expect(await modify(trades.slice(1))).toMatchObject({
      code: 1001,
      msg: '工种“在用”下还有题目，不能删除',
      data: { fields: [{ path: 'trades' }] },
    });
    expect((await modify(trades.slice(0, 1))).code).toBe(0);
  });

  it('are offered by each school on its own, and can be left out of single areas', async () => {
    const { id } = (await admin('/prof/add', draft('9-03-01-01', '开设'))).data as Row;
    expect((await school('/prof/setOffered', { ids: [id], offered: true })).data).toEqual({ changed: 1 });
    expect((await school('/prof/setOffered', { ids: [id], offered: true })).data).toEqual({ changed: 0 });
    expect(await one(school, id)).toMatchObject({ offered: true, schoolCount: 1 });
    expect(await one(other, id)).toMatchObject({ offered: false, areas: [], schoolCount: 1 });
    expect(await codes(school, { offered: true })).toEqual(['9-03-01-01']);
    expect(await codes(other, { offered: true })).toEqual([]);
    expect(await codes(other, { offered: false })).toContain('9-03-01-01');

    expect((await school('/prof/setArea', { ids: [id], area: 'course', offered: false })).data).toEqual({ changed: 1 });
    expect(await codes(school, { area: 'course' })).toEqual([]);
    expect(await codes(school, { area: 'exam' })).toEqual(['9-03-01-01']);
    // A call on a profession that the caller's school does not offer gets "not found".
    expect((await other('/prof/setArea', { ids: [id], area: 'course', offered: false })).code).toBe(1005);
    expect((await school('/prof/setOffered', { ids: [id, 999_999], offered: false })).code).toBe(1005);
    expect((await one(school, id)).offered).toBe(true);
  });

  it('cannot be removed while a school offers them, and cannot be newly offered once disabled', async () => {
    const { id, version } = (await admin('/prof/add', draft('9-04-01-01', '停用'))).data as Row;
    await school('/prof/setOffered', { ids: [id], offered: true });
    expect((await admin('/prof/remove', { id, version })).code).toBe(1002);
    const off = (await admin('/prof/setStatus', { id, version, enabled: false })).data as Row;
    expect((await other('/prof/setOffered', { ids: [id], offered: true })).code).toBe(1002);
    await school('/prof/setOffered', { ids: [id], offered: false });
    expect((await admin('/prof/remove', { id, version })).code).toBe(1006);
    expect((await admin('/prof/remove', { id, version: off.version })).code).toBe(0);
    expect((await admin('/prof/getById', { id })).code).toBe(1005);
  });

  it('can be searched by name and code, and wildcards are plain characters', async () => {
    await admin('/prof/add', draft('9-05-01-01', '百分%之一'));
    expect(await codes(admin, { keyword: '%之' })).toEqual(['9-05-01-01']);
    expect(await codes(admin, { keyword: '9-05-' })).toEqual(['9-05-01-01']);
    expect(await codes(admin, { level: 1 })).toEqual([]);
    expect((await admin('/prof/getList', { sort: 'remark' })).code).toBe(1001);
  });

  it('are part of the session user, with that of the school as the fallback', async () => {
    const { id } = (await admin('/prof/add', draft('9-06-01-01', '会话'))).data as Row;
    server.raw.prepare("UPDATE user SET prof_id = ? WHERE login_name = 'type7'").run(id);
    const student = server.as(await server.openSession(7));
    expect((await student('/user/getInfo', {})).data).toMatchObject({
      user: { mohrss_prof_no: '9-06-01-01', mohrss_prof_allname: '会话' },
    });
    // A user without a profession gets the profession that the row of the user's school names.
    server.raw.prepare("UPDATE school SET mohrss_prof_no = '9-06-01-02', mohrss_prof_allname = '全校' WHERE website = 'demo'").run();
    const info = async (type: 6 | 7) => (await server.as(await server.openSession(type))('/user/getInfo', {})).data;
    expect(await info(6)).toMatchObject({ user: { mohrss_prof_no: '9-06-01-02', mohrss_prof_allname: '全校' } });
    expect(await info(7)).toMatchObject({ user: { mohrss_prof_no: '9-06-01-01', mohrss_prof_allname: '会话' } });
  });
});
