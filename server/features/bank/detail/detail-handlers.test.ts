import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type CallAnswer } from '../../../../tests/contract/server-fixture.ts';
import { freezeTableInUse } from './detail-writes.ts';

type Call = (path: string, body: unknown) => Promise<CallAnswer>;
interface Key {
  id: number;
  version: number;
}
interface Line {
  id?: number;
  code: string;
  name: string;
}
interface Table extends Key {
  status: number;
  edition: number;
  pointCount: number;
  lines: Line[];
  history: { event: string; figures: object | null }[];
  editions: { edition: number }[];
}

const scope = (depth: number, code: string, weight: number) => ({ depth, code, name: `范围${code}`, weight, ratio: { x: 1, y: 0, z: 0 } });
const point = (code: string) => ({ depth: 4, code, name: `点${code}`, importance: 'X' });
const good = [scope(1, 'A', 100), scope(2, 'A', 100), scope(3, 'A', 100), point('001'), point('002')];

describe('the detail table', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let admin: Call;
  let teacher: Call;
  let nextCode = 0;
  beforeAll(async () => {
    server = await startTestServer();
    admin = server.as(await server.openSession(1));
    teacher = server.as(await server.openSession(6));
  });
  /** Adds a profession with two trades and returns functions that call the server about its detail tables. */
  const place = async () => {
    nextCode += 1;
    const code = `8-01-01-${String(nextCode).padStart(2, '0')}`;
    const added = await admin('/prof/add', {
      code,
      name: '电工',
      levels: [4, 5],
      trades: [{ name: '甲' }, { name: '乙' }],
      standard: '',
      remark: '',
    });
    const { id: professionId } = added.data as Key;
    const { trades } = (await admin('/prof/getById', { id: professionId })).data as { trades: { id: number }[] };
    return { professionId, tradeId: null as number | null, level: 4, trades };
  };
  const begin = async (lines: readonly object[] = good) => {
    const { trades: _trades, ...at } = await place();
    const made = (await admin('/detail/add', at)).data as Key;
    const saved = (await admin('/detail/modify', { ...made, lines })).data as Key;
    return { at, key: saved };
  };
  const read = async (id: number, as: Call = admin): Promise<Table> => (await as('/detail/getById', { id })).data as Table;
  const publish = async (key: Key): Promise<Key> => (await admin('/detail/publish', key)).data as Key;

  it('getList with `newest` returns the latest published edition of each table', async () => {
    const { at, key } = await begin();
    const first = await publish(key);
    const choose = async () => {
      const filter = { newest: true, professionId: at.professionId };
      return ((await teacher('/detail/getList', { filter })).data as { items: { id: number; edition: number }[] }).items;
    };
    expect((await choose()).map((table) => table.id)).toEqual([first.id]);
    const copy = (await admin('/detail/add', { ...at, copyOf: key.id })).data as Key;
    expect((await choose()).map((table) => table.id)).toEqual([first.id]);
    await publish(copy);
    expect((await choose()).map(({ id, edition }) => [id, edition])).toEqual([[copy.id, 2]]);
  });

  it('goes from draft to published to frozen; after that a copy becomes the next edition', async () => {
    const { at, key } = await begin();
    expect((await teacher('/detail/getById', { id: key.id })).code).toBe(1005);
    const published = await publish(key);
    expect(await read(key.id, teacher)).toMatchObject({ status: 1, pointCount: 2, weightTotal: 100, history: [] });
    expect((await admin('/detail/modify', { ...published, lines: [] })).code).toBe(1002);

    expect(await freezeTableInUse(server.deps.db, key.id, 1, 1)).toBe(true);
    const used = await read(key.id);
    expect(used).toMatchObject({ status: 2, version: published.version + 1 });
    expect((await admin('/detail/withdraw', used)).code).toBe(1002);
    expect((await admin('/detail/remove', { id: used.id, version: used.version })).code).toBe(1002);

    const copy = (await admin('/detail/add', { ...at, copyOf: key.id })).data as Key;
    const next = await read(copy.id);
    expect(next).toMatchObject({ status: 0, edition: 2, pointCount: 2 });
    expect(next.lines.map((line) => line.name)).toEqual(good.map((line) => line.name));
    expect(next.history.map((each) => each.event)).toEqual(['copy']);
    const roots = server.raw.prepare('SELECT root_id FROM detail_line WHERE table_id = ? ORDER BY position').pluck();
    expect(roots.all(copy.id)).toEqual(roots.all(key.id));
    expect((await admin('/detail/add', { ...at, copyOf: key.id })).code).toBe(1002);
    expect((await read(key.id, teacher)).editions.map((each) => each.edition)).toEqual([1]);
  });

  it('modify replaces all lines: lines that stay keep their ids, and the history counts the changes', async () => {
    const { key } = await begin();
    const before = (await read(key.id)).lines;
    const [first, ...rest] = before;
    const lines = [first, ...rest.slice(0, 2), { ...rest[3], name: '改名' }, point('003')];
    expect((await admin('/detail/modify', { ...key, lines })).code).toBe(0);
    const after = await read(key.id);
    expect(after.lines.map((line) => line.name)).toEqual(['范围A', '范围A', '范围A', '改名', '点003']);
    expect(after.lines.slice(0, 4).map((line) => line.id)).toEqual([before[0]?.id, before[1]?.id, before[2]?.id, before[4]?.id]);
    expect(after.history[0]).toMatchObject({ event: 'save', figures: { added: 1, removed: 1, changed: 1 } });
    const full = server.raw.prepare('SELECT full_code FROM detail_line WHERE table_id = ? ORDER BY position DESC').pluck();
    expect(full.get(key.id)).toBe('A-A-A-003');
  });

  it('publish refuses an unfinished table, names each invalid line and leaves a draft', async () => {
    const { key } = await begin([scope(1, 'A', 60), scope(2, 'A', 61), scope(3, 'A', 61), point('001'), point('001'), scope(1, 'B', 41)]);
    const refused = await admin('/detail/publish', key);
    expect(refused.code).toBe(1002);
    const { fields } = refused.data as { fields: { path: string; message: string }[] };
    expect(fields.map((field) => field.path).toSorted()).toEqual(['lines', 'lines.0.weight', 'lines.4.code', 'lines.5']);
    expect(fields.find((field) => field.path === 'lines')?.message).toContain('合计 101');
    expect((await read(key.id)).status).toBe(0);
  });

  it('modify refuses lines that skip a depth, belong to another table, appear twice or have a bad weight', async () => {
    const { key } = await begin();
    const other = await begin();
    const foreign = (await read(other.key.id)).lines;
    const own = (await read(key.id)).lines;
    const paths = async (lines: readonly object[]) => {
      const { code, data } = await admin('/detail/modify', { ...key, lines });
      return [code, ...((data as { fields?: { path: string }[] }).fields ?? []).map((field) => field.path)];
    };
    expect(await paths([scope(1, 'A', 1), point('001')])).toEqual([1001, 'lines.1.depth']);
    expect(await paths(foreign)).toEqual([1001, 'lines']);
    expect(await paths([own[0] ?? {}, own[0] ?? {}])).toEqual([1001, 'lines']);
    expect(await paths([{ ...scope(1, 'A', 1), weight: 33.333 }])).toEqual([1001, 'lines.0.weight']);
    expect(await paths([{ ...scope(1, 'A', 1), depth: 5 }])).toEqual([1001, 'lines.0.depth']);
    expect((await read(key.id)).lines).toEqual(own);
  });

  it('add allows one table for each trade and level that the profession has', async () => {
    const { trades, ...at } = await place();
    expect((await admin('/detail/add', at)).code).toBe(0);
    expect((await admin('/detail/add', at)).code).toBe(1002);
    expect((await admin('/detail/add', { ...at, tradeId: trades[0]?.id })).code).toBe(0);
    expect((await admin('/detail/add', { ...at, level: 1 })).code).toBe(1001);
    expect((await admin('/detail/add', { ...at, tradeId: 999_999 })).code).toBe(1001);
    expect((await admin('/detail/add', { ...at, professionId: 999_999 })).code).toBe(1005);
    const elsewhere = await begin();
    expect((await admin('/detail/add', { ...at, level: 5, copyOf: elsewhere.key.id })).code).toBe(1001);
    // A level or trade for which there is a detail table cannot be removed from its profession.
    const { id: _id, ...prof } = (await admin('/prof/getById', { id: at.professionId })).data as Key & {
      trades: object[];
      levels: number[];
    };
    const change = (more: object) => admin('/prof/modify', { ...prof, id: at.professionId, ...more });
    expect((await change({ levels: [5] })).code).toBe(1001);
    expect((await change({ trades: prof.trades.slice(1) })).code).toBe(1001);
    expect((await change({ trades: prof.trades.slice(0, 1) })).code).toBe(0);
    expect((await admin('/prof/remove', { id: at.professionId, version: prof.version + 1 })).code).toBe(1002);
  });

  it('withdraw turns an unused table into a draft again, unless its next edition is a draft', async () => {
    const { at, key } = await begin();
    const published = await publish(key);
    const second = (await admin('/detail/add', { ...at, copyOf: key.id })).data as Key;
    expect((await admin('/detail/withdraw', published)).code).toBe(1002);
    expect((await admin('/detail/remove', second)).code).toBe(0);
    const draft = (await admin('/detail/withdraw', published)).data as Key;
    expect(await read(draft.id)).toMatchObject({ status: 0, edition: 1 });
    expect(await freezeTableInUse(server.deps.db, draft.id, 1, 1)).toBe(false);
  });

  it('getList shows drafts to the administrator only, and filters by level and keyword', async () => {
    const { at, key } = await begin();
    const list = async (as: Call, filter: object) => (await as('/detail/getList', { filter })).data as { items: Table[]; total: number };
    expect((await list(admin, { professionId: at.professionId })).items).toMatchObject([{ id: key.id, status: 0, pointCount: 2 }]);
    expect((await list(teacher, { professionId: at.professionId })).total).toBe(0);
    await publish(key);
    expect((await list(teacher, { professionId: at.professionId, level: 4, keyword: '电' })).total).toBe(1);
    expect((await list(teacher, { professionId: at.professionId, keyword: '%' })).total).toBe(0);
    expect((await admin('/detail/getList', { sort: 'name' })).code).toBe(1001);
  });
});
