import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../opening/open.ts';

let folder: string;
let open: OpenDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wenkao-db-'));
  open = openDatabase(join(folder, 'wenkao.db'), 0);
});
afterEach(async () => {
  await open.db.destroy();
  open.raw.close();
  rmSync(folder, { recursive: true });
});

const add = (db: OpenDatabase['db'], website: string) =>
  db.insertInto('school').values({ website, title: website, created_ms: 1 }).returning('id').executeTakeFirstOrThrow();
const websites = async (db: OpenDatabase['db']) =>
  (await db.selectFrom('school').select('website').orderBy('id').execute()).map((row) => row.website);

it('a read during an open transaction sees the last commit and does not wait', async () => {
  await add(open.db, 'before');
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: writeDone, resolve: hasWritten } = Promise.withResolvers<void>();
  const work = open.db.transaction().execute(async (tx) => {
    await add(tx, 'within');
    expect(await websites(tx)).toEqual(['before', 'within']);
    hasWritten();
    await ended;
  });
  await writeDone;
  expect(await websites(open.db)).toEqual(['before']);
  end();
  await work;
  expect(await websites(open.db)).toEqual(['before', 'within']);
});

it('writers run one after the other, and no statement gets into another writer’s transaction', async () => {
  const order: string[] = [];
  const one = open.db.transaction().execute(async (tx) => {
    await add(tx, 'a');
    await new Promise((go) => setImmediate(go));
    order.push(...(await websites(tx)));
    throw new Error('given up');
  });
  const two = add(open.db, 'b');
  const three = open.db.transaction().execute(async (tx) => add(tx, 'c'));
  await expect(one).rejects.toThrow('given up');
  await Promise.all([two, three]);
  expect(order).toEqual(['a']);
  expect(await websites(open.db)).toEqual(['b', 'c']);
});

it('the connection is usable after a failed statement', async () => {
  await add(open.db, 'twice');
  await expect(add(open.db, 'twice')).rejects.toThrow(/UNIQUE/);
  await add(open.db, 'again');
  expect(await websites(open.db)).toEqual(['twice', 'again']);
});
