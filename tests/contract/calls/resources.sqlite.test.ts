import { beforeEach, describe, expect, it } from 'vitest';
import { getEntityName } from '../../../server/features/platform/audit/audit-entry.ts';
import { readAuditEntries } from '../../fixtures/server/audit-entries.ts';
import { apiContract } from '../../../sync/contract/index.ts';
import { userTypes, type Role, type UserType } from '../../../sync/contract/roles.ts';
import { staleChange } from '../../../sync/contract/stale-change.ts';
import { createBlankDraft, pickResourceDraft, createExampleDraft, listFieldsWith } from '../../../sync/contract/resource.ts';
import type { Resource } from '../../../sync/contract/resource.ts';
import { resources } from '../../../sync/contract/resources.ts';
import {
  allTypes,
  type PostCall,
  requireDone,
  listFaultyFields,
  type RowReference,
  startTestServer,
  type TestServer,
} from '../server-fixture.ts';

type Row = RowReference & Record<string, unknown>;

/**
 * Checks that the calls of every declared resource do what its declaration says. Other tests cover what holds for every call: one transaction with
 * the audit entry (`entry-with-change`), repeated calls (`sent-thrice`, `idempotency`) and ids of other schools (`tenancy`).
 */
describe.each(Object.entries(resources))('%s: the declared resource', (module, thing) => {
  const at = (verb: string) => `/${module}/${verb}`;
  const table = thing.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const example: Record<string, unknown> = createExampleDraft(thing);
  const [role] = apiContract[module as keyof typeof resources].modify.access as readonly Role[];
  const type = allTypes.find((each) => userTypes[each].roles.some((one) => one === role)) as UserType;
  const title = thing.title;
  /** A second example with other values in the fields that must be unique. */
  const other = {
    ...example,
    ...Object.fromEntries(
      listFieldsWith(thing, 'unique').map((field) => [field, another[String(example[field])] ?? `${String(example[field])}甲`]),
    ),
  };
  const named = (name: string) => ({ ...example, [title]: name });
  let server: TestServer;
  let call: PostCall;
  beforeEach(async () => {
    server = await startTestServer();
    call = server.as(await server.openSession(type));
  });

  const count = (table: string, where = '1'): number =>
    server.raw.prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck().get() ?? 0;
  const rows = () => count(table);
  const entries = () => count('audit', `entity = '${thing.name}' AND code = 0`);

  it('is read back as written, and removed', async () => {
    const added = await requireDone(call(at('add'), example));
    const row = await requireDone<Row>(call(at('getById'), { id: added.id }));
    expect(pickResourceDraft<Resource>(thing, row)).toEqual(example);
    expect(await requireDone(call(at('remove'), added))).toEqual({});
    expect((await call(at('getById'), { id: added.id })).code).toBe(1005);
    expect([rows(), count('change_note', `kind = '${thing.name}'`), entries()]).toEqual([0, 0, 2]);
    const log = await readAuditEntries(server.deps.db);
    const told = log.map((row) => [row.entity_id, getEntityName(JSON.parse(row.detail) as object)]);
    expect(told).toEqual([0, 1].map(() => [String(added.id), example[title]]));
  });

  it('can be searched, sorted and filtered by each field that its declaration names', async () => {
    const { id } = await requireDone(call(at('add'), example));
    const found = async (input: object) => (await requireDone<{ items: Row[] }>(call(at('getList'), input))).items.map((row) => row.id);
    for (const field of listFieldsWith(thing, 'search')) expect(await found({ filter: { keyword: example[field] } })).toEqual([id]);
    expect(await found({ filter: { keyword: '没有这样的' } })).toEqual([]);
    for (const field of [...listFieldsWith(thing, 'sort'), 'updatedMs']) expect(await found({ sort: `-${field}` })).toEqual([id]);
    for (const field of listFieldsWith(thing, 'filter')) expect(await found({ filter: { [field]: example[field] } })).toEqual([id]);
    expect((await call(at('getList'), { sort: 'id' })).code).toBe(1001);
  });

  it('takes one of two concurrent changes; the other is a conflict with who changed what, and when', async () => {
    const added = await requireDone(call(at('add'), example));
    const answers = await Promise.all(['甲', '乙'].map((name) => call(at('modify'), { ...named(name), ...added })));
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([0, 1006]));
    const stale = answers.find((answer) => answer.code === 1006);
    expect(staleChange.parse(stale?.data)).toMatchObject({ by: [`用户${type}`], atMs: server.time.nowMs, changed: [title] });
    expect(stale?.msg).toMatch(/（[^（）a-z]+）/);
    expect((await call(at('remove'), added)).code).toBe(1006);
    expect([rows(), entries()]).toEqual([1, 2]);
  });

  it('refuses a duplicate value in a unique field', async () => {
    const unique = listFieldsWith(thing, 'unique');
    await requireDone(call(at('add'), example));
    const second = await requireDone(call(at('add'), other));
    for (const field of unique) {
      const twin = { ...other, [field]: example[field] };
      expect(listFaultyFields(await call(at('add'), twin)).map((fault) => fault.path)).toContain(field);
      expect(listFaultyFields(await call(at('modify'), { ...twin, ...second })).map((fault) => fault.path)).toEqual([field]);
    }
    expect([rows(), entries()]).toEqual([2, 2]);
  });

  it.skipIf(thing.of === 'platform')('of a school is hidden from other schools, which may use the same unique values', async () => {
    const added = await requireDone(call(at('add'), example));
    const stranger = await server.callAs(type, 1);
    expect(await requireDone(stranger(at('getList'), {}))).toEqual({ items: [], total: 0 });
    const tries = [
      stranger(at('getById'), { id: added.id }),
      stranger(at('modify'), { ...other, ...added }),
      stranger(at('remove'), added),
    ];
    expect((await Promise.all(tries)).map((answer) => answer.code)).toEqual([1005, 1005, 1005]);
    await requireDone(stranger(at('add'), example));
    expect([rows(), entries()]).toEqual([2, 2]);
  });

  it('has a blank draft that lacks only the title and other required fields', () => {
    const missing = thing.draft.safeParse(createBlankDraft(thing)).error?.issues.map((issue) => String(issue.path[0]));
    expect(missing).toContain(title);
  });
});

/** Replacement values for examples that become invalid when a letter is appended. */
const another: Readonly<Record<string, string>> = { '6-31-01-03': '6-31-01-04' };
