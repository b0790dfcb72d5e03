import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemorySharedLog } from '../../../tests/fixtures/memory-shared-log.ts';
import { createRawPostgres } from '../../../tests/fixtures/postgres/raw-postgres.ts';
import { createServerDatabase, type ServerDatabase } from '../../../tests/fixtures/postgres/server-database.ts';
import { systemRandom } from '../../system-ports.ts';
import { openPostgresLog } from './postgres-log.ts';
import type { LogRow, PlacedLogRow, SharedLog } from './shared-log.ts';

const batch = (attemptId: string, fromSeq: number): LogRow => ({
  kind: 'batch',
  attemptId,
  streamId: `s-${attemptId}`,
  fromSeq,
  headHash: `h${fromSeq}`,
  raw: '[[1,"answer.set@1",0,1,1,"甲"]]',
});
const places = (found: readonly ({ pos: number } | null)[]) => found.map((place) => place?.pos ?? null);

let database: ServerDatabase;
const open: SharedLog[] = [];
beforeEach(async () => {
  const made = await createServerDatabase();
  if (!made) throw new Error('there is no PostgreSQL');
  database = made;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((log) => log.close()));
  await database.drop();
});
const openLog = async (kind: 'memory' | 'postgres'): Promise<SharedLog> => {
  const log =
    kind === 'memory'
      ? new MemorySharedLog({ serverEpoch: 'e', nowMs: () => Date.now() })
      : await openPostgresLog(database.url, systemRandom);
  open.push(log);
  return log;
};

describe.each(['memory', 'postgres'] as const)('a shared log: %s', (kind) => {
  it('numbers rows without gaps and returns them unchanged', async () => {
    const log = await openLog(kind);
    expect(await log.readState()).toMatchObject({ end: 0 });
    const chunk: LogRow = { kind: 'piece', attemptId: 'b', hash: 'x', sealed: Buffer.from([0, 255, 1]), receivedMs: 5 };
    const aside: LogRow = {
      kind: 'aside',
      attemptId: 'b',
      digest: 'd',
      epoch: 1,
      streamId: 's-b',
      reason: 'fork',
      fromSeq: 2,
      opCount: 1,
      receivedMs: 5,
      raw: '{"ops":[]}',
    };
    const given: LogRow[] = [batch('a', 1), chunk, aside, { kind: 'start', attemptId: 'c', startMs: 77 }];
    const stored = await log.append(0, given);
    expect(places(stored)).toEqual([1, 2, 3, 4]);
    const read = await log.readAfter(0, 100);
    expect(read).toEqual(given.map((row, at) => ({ ...row, ...stored[at] })));
    expect(await log.readAfter(2, 1)).toEqual(read.slice(2, 3));
    expect(await log.readState()).toMatchObject({ end: 4 });
  });

  it('refuses rows of an attempt with newer rows than the writer has seen, and stores all others', async () => {
    const log = await openLog(kind);
    await log.append(0, [batch('a', 1), batch('b', 1)]);
    await log.append(2, [batch('a', 2)]);
    expect(places(await log.append(2, [batch('a', 2), batch('b', 2), batch('a', 3), batch('c', 1)]))).toEqual([null, 4, null, 5]);
    expect(places(await log.append(5, [batch('a', 3)]))).toEqual([6]);
    expect((await log.readAfter(0, 100)).map((row) => row.pos)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('numbers the rows of concurrent writers in one order', async () => {
    const [first, second] = [await openLog(kind), kind === 'memory' ? (open.at(-1) as SharedLog) : await openLog(kind)];
    const writes = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? first : second).append(0, [batch(`a${at}`, 1)]));
    const found = (await Promise.all(writes)).flat();
    expect(found.map((place) => place?.pos ?? 0).toSorted((a, b) => a - b)).toEqual(found.map((_, at) => at + 1));
  });

  it('adopts the log of a single server only while it is empty itself', async () => {
    const log = await openLog(kind);
    const rows: PlacedLogRow[] = [1, 2].map((pos) => ({ ...batch('a', pos), pos, receivedMs: pos * 10, earlyUntilMs: 3 }) as PlacedLogRow);
    await log.adopt('old-epoch', rows);
    expect(await log.readState()).toEqual({ serverEpoch: 'old-epoch', end: 2 });
    expect(await log.readAfter(0, 10)).toEqual(rows);
    await expect(log.adopt('other', rows)).rejects.toThrow(/not empty/);
    await log.renewEpoch('old-epoch');
    const { serverEpoch } = await log.readState();
    expect(serverEpoch).not.toBe('old-epoch');
    // A second server that found the same loss renews the epoch too, which must change nothing.
    await log.renewEpoch('old-epoch');
    expect((await log.readState()).serverEpoch).toBe(serverEpoch);
  });
});

it('a log that ends before rows a server has seen is reported as restored, and appends fail', async () => {
  const log = await openLog('postgres');
  await log.append(0, [batch('a', 1)]);
  createRawPostgres(database.url).exec('DELETE FROM answer_log.entry; UPDATE answer_log.state SET end_pos = 0');
  await expect(log.append(1, [batch('a', 2)])).rejects.toThrow(/another one than before/);
  expect((await log.fatalError).message).toMatch(/start the server again/);
});

it('SY8: a copied database, or a state table restored from a dump, gets a new server epoch', async () => {
  const open = async (url: string): Promise<string> => {
    const log = await openPostgresLog(url, systemRandom);
    const { serverEpoch } = await log.readState();
    await log.close();
    return serverEpoch;
  };
  const before = await open(database.url);
  expect(await open(database.url)).toBe(before);
  const copy = (await createServerDatabase(database.name)) ?? expect.fail('there is no PostgreSQL');
  expect(await open(copy.url).finally(() => copy.drop())).not.toBe(before);
  createRawPostgres(database.url).exec(
    `ALTER TABLE answer_log.state RENAME TO before; CREATE TABLE answer_log.state (LIKE answer_log.before INCLUDING ALL);
     INSERT INTO answer_log.state SELECT * FROM answer_log.before; DROP TABLE answer_log.before`,
  );
  expect(await open(database.url)).not.toBe(before);
});

it('a log whose database cluster has changed since the last start gets a new server epoch', async () => {
  const { serverEpoch } = await (await openLog('postgres')).readState();
  expect((await (await openLog('postgres')).readState()).serverEpoch).toBe(serverEpoch);
  createRawPostgres(database.url).exec("UPDATE answer_log.state SET cluster = 'another'");
  expect((await (await openLog('postgres')).readState()).serverEpoch).not.toBe(serverEpoch);
});

it('a server starts while a dump reads the log, and neither delays appends of other servers', async () => {
  const log = await openLog('postgres');
  const dump = new pg.Client(database.url);
  await dump.connect();
  await dump.query('BEGIN; SELECT * FROM answer_log.entry');
  await openLog('postgres');
  expect(places(await log.append(0, [batch('a', 1)]))).toEqual([1]);
  await dump.end();
});
