import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabaseLink } from '../../../tests/fixtures/postgres/database-link.ts';
import { createRawPostgres } from '../../../tests/fixtures/postgres/raw-postgres.ts';
import { createServerDatabase, type ServerDatabase } from '../../../tests/fixtures/postgres/server-database.ts';
import { openPostgresLog } from '../../answer-log/log/postgres-log.ts';
import { createSchoolStore } from '../../features/people/school/school-store.ts';
import { systemRandom, systemTimers } from '../../system-ports.ts';
import { getRequiredLeases, type HeldLease, holdDuty, runUnderLease, runWithLease, setLeases } from '../lease.ts';
import { migrations } from '../migrations/index.ts';
import type { Migration } from '../migration-plan.ts';
import { isConnectionLost } from './database-faults.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPostgres } from './open-postgres.ts';
import { findContradiction, identifyCompatibility, joinDatabase, type ServerFacts, type ServerMembership } from './server-membership.ts';

const facts = { name: 'host:1', version: '1', migrations, protocol: 1, uploads: 'u', clock: { nowMs: () => Date.now() } };
const school = { website: 'demo', title: '甲学院', record: '', config: {} };
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: ServerDatabase;
const closers: (() => Promise<void>)[] = [];
beforeEach(async () => {
  const made = await createServerDatabase();
  if (!made) throw new Error('there is no PostgreSQL');
  database = made;
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await database.drop();
});

async function join(id: string, more: Partial<Omit<ServerFacts, 'id'>> = {}, memberMs = 60_000): Promise<ServerMembership> {
  const member = await joinDatabase(database.url, { id, ...facts, ...more }, { memberMs, joinWaitMs: 50 });
  closers.push(() => member.release());
  return member;
}
async function openDatabase(leases: ServerMembership) {
  const opened = await openPostgres(database.url, 0);
  closers.push(() => opened.close());
  setLeases(opened.db, leases);
  return opened.db;
}
/** Lets a lease run out, as if its server had been frozen. */
const letRunOut = (name: string): void =>
  void createRawPostgres(database.url).prepare(`UPDATE cluster.duty_lease SET until = now() - interval '1 s' WHERE name = '${name}'`).run();
const requireLease = (lease: HeldLease | null): HeldLease => lease ?? expect.fail('the lease was not taken');

describe('servers that share a database', () => {
  it('28: send concurrent queries without a warning of the database driver', async () => {
    const member = await join('a');
    const warned = vi.spyOn(process, 'emitWarning');
    await Promise.all([member.take('background'), member.take('plan/1'), member.listServers()]);
    expect(warned).not.toHaveBeenCalled();
  });

  it('28: list each other with state, duties and time of silence', async () => {
    const first = await join('a', {}, 500);
    const second = await join('b', { name: 'host:2', clock: { nowMs: () => Date.now() + 1_000 } }, 500);
    second.report(() => ({ notReady: 'PostgreSQL has no space left', behind: 7 }));
    await first.take('background');
    await first.take('plan/1');
    const list = async () =>
      (await first.listServers()).map(({ startedMs: _, silentMs, clockOffMs, ...rest }) => ({ ...rest, silentMs, clockOffMs }));
    await expect
      .poll(list, { timeout: 10_000 })
      .toEqual([
        expect.objectContaining({ name: 'host:1', isThis: true, isLost: false, notReady: null, behind: 0, duties: ['background'] }),
        expect.objectContaining({ name: 'host:2', isThis: false, notReady: 'PostgreSQL has no space left', behind: 7, duties: [] }),
      ]);
    const [, other] = await list();
    expect(other?.clockOffMs).toBeGreaterThan(500);
    await second.release();
    const died = (name: string, ago: string) => `('${name}', '1', 's', 'u', 0, now() - interval '${ago}', '${name}', now())`;
    createRawPostgres(database.url).exec(
      `INSERT INTO cluster.server_node VALUES ${died('host:3', '1 minute')}, ${died('host:4', '2 hours')}`,
    );
    await expect
      .poll(list, { timeout: 10_000 })
      .toEqual([
        expect.objectContaining({ name: 'host:1', isLost: false }),
        expect.objectContaining({ name: 'host:3', isLost: true, duties: [] }),
      ]);
  });

  it('wait if protocol or uploads differ, and are admitted when the other servers are gone', async () => {
    const first = await join('a');
    await expect(join('b', { version: '2', protocol: 2 })).rejects.toThrow(
      /^another server of version 1 is running, and this one of version 2 can't run together with it: stop that one first/,
    );
    await expect(join('b', { uploads: 'v' })).rejects.toThrow(/^the uploads of this server are not those of another/);
    await join('c');
    await closers.pop()?.();
    await first.release();
    await join('b', { version: '2', protocol: 2, uploads: 'v' });
  });

  it('are refused if their clocks differ by more than two seconds', async () => {
    await join('a', { clock: { nowMs: () => Date.now() - 300_000 } });
    await expect(join('b')).rejects.toThrow(
      /^the clock of this machine and that of another running server differ by \d+\.\d s: set them by/,
    );
    await join('c', { clock: { nowMs: () => Date.now() - 300_500 } });
    const alike = { ...facts, schema: identifyCompatibility(facts) };
    expect(findContradiction(facts, 2_001, { ...alike, clock_off_ms: 0 })).toContain('differ by 2.0 s');
    expect(findContradiction(facts, 1_999, { ...alike, clock_off_ms: 0 })).toBeUndefined();
  });

  it('28: report a clock that differs from the database’s from the start until the clock is set', async () => {
    let offMs = -300_000;
    const wrong = await join('a', { clock: { nowMs: () => Date.now() + offMs } }, 1_000);
    expect(wrong.clockFault()).toMatch(
      /^the clock of this machine and that of the database differ by (?:300|299)\.\d s: set them by the same time server$/,
    );
    offMs = 0;
    await expect.poll(() => wrong.clockFault(), { timeout: 10_000 }).toBeNull();
  });

  it('must end if another version joined while they were silent', async () => {
    const old = await join('a', {}, 500);
    createRawPostgres(database.url).exec(
      `DELETE FROM cluster.server_node;
       INSERT INTO cluster.server_node VALUES ('b', '2', 's', 'u', 0, now() + interval '1 hour', 'host:2', now())`,
    );
    expect((await old.fatalError).message).toMatch(/^another server of version 2 is running, and this one of version 1 can't run together/);
    expect(old.isHeld()).toBe(false);
  });

  it('reconnect if the database machine vanished without closing the connections', async () => {
    const link = await openDatabaseLink(database.url);
    closers.push(() => Promise.resolve(link.close()));
    const member = await joinDatabase(link.url, { id: 'a', ...facts }, { memberMs: 500, joinWaitMs: 5_000 });
    closers.push(() => member.release());
    const log = await openPostgresLog(link.url, systemRandom);
    closers.push(() => log.close());
    link.moveTo(database.url, true);
    // The machine vanishes while this statement is on its way to it.
    await expect(log.readState()).rejects.toThrow(/^Connection terminated/);
    await expect.poll(() => member.isHeld(), { timeout: 10_000 }).toBe(true);
    expect(await log.readState()).toMatchObject({ end: 0 });
  });

  it('may not write after a broken connection until they are members again', async () => {
    const member = await join('a');
    const other = new pg.Client(database.url);
    await other.connect();
    // This transaction keeps every server from becoming a member.
    await other.query('BEGIN; LOCK TABLE cluster.server_node');
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'wenkao lock'",
    );
    await expect.poll(() => member.isHeld(), { timeout: 10_000 }).toBe(false);
    await other.query('COMMIT');
    await other.end();
    await expect.poll(() => member.isHeld(), { timeout: 10_000 }).toBe(true);
  });
});

describe('servers of two versions', () => {
  const addRemark = (more: Pick<Migration, 'runsWithOlder'>): Migration => {
    const sql = "ALTER TABLE school ADD COLUMN remark TEXT NOT NULL DEFAULT ''";
    return { name: '9999-remark', sqlite: sql, postgres: sql, ...more };
  };
  const marked = { version: '2', migrations: [...migrations, addRemark({ runsWithOlder: true })] };
  const breaking = { version: '2', migrations: [...migrations, addRemark({})] };

  /** Migrates the database as a server of this version does. */
  async function migrateTo(version: typeof marked): Promise<void> {
    const client = new pg.Client(database.url);
    await client.connect();
    await migratePostgres(client, version.migrations, 0).finally(() => client.end());
  }
  async function breakConnectionOf(member: ServerMembership): Promise<void> {
    const held = new Promise<void>((resolve) => void setInterval(() => (member.isHeld() ? undefined : resolve()), 1).unref());
    createRawPostgres(database.url)
      .prepare(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'wenkao lock'",
      )
      .all();
    await held;
  }

  it('run together on the newer tables if the newer migrations let older programs run', async () => {
    const old = await join('a');
    const db = await openDatabase(old);
    await createSchoolStore(db).add(school, 1);
    const [before] = await db.selectFrom('school').selectAll().execute();
    await join('b', marked);
    await migrateTo(marked);
    expect(await db.selectFrom('school').selectAll().execute()).toEqual([before]);
    await breakConnectionOf(old);
    await expect.poll(() => old.isHeld(), { timeout: 10_000 }).toBe(true);
    const another = await openDatabase(await join('c'));
    await createSchoolStore(another).add({ ...school, website: 'other' }, 2);
    expect(await db.selectFrom('school').select('website').orderBy('id').execute()).toEqual([{ website: 'demo' }, { website: 'other' }]);
  });

  it('do not run together if a migration breaks the older one, which cannot start again afterwards', async () => {
    const old = await join('a');
    await openDatabase(old);
    await expect(join('b', breaking)).rejects.toThrow(
      /^another server of version 1 is running, and this one of version 2 can't run together with it: stop that one first \(database /,
    );
    await old.release();
    const newer = await join('b', breaking);
    await expect(join('a')).rejects.toThrow(/^another server of version 2 is running, and this one of version 1 can't run together/);
    await migrateTo(breaking);
    await newer.release();
    await expect(join('a')).rejects.toThrow('the database was made by a newer version (9999-remark): refusing to open it');
    await join('b', breaking);
  });

  it('are checked again after a lost connection: an older one that cannot run on the tables must end', async () => {
    const old = await join('a');
    await openDatabase(old);
    await migrateTo(breaking);
    await breakConnectionOf(old);
    expect((await old.fatalError).message).toBe('the database was made by a newer version (9999-remark): refusing to open it');
    expect(old.isHeld()).toBe(false);
  });
});

it('servers exchange the seats they heard, and an older report never replaces a newer one', async () => {
  const [first, second] = [await join('a'), await join('b')];
  const report = { attemptId: 'x', epoch: 0, heardMs: 2_000, offlineReady: true, connectedUntilMs: 9_000 };
  expect(await first.exchangePresence([report])).toEqual([]);
  expect(await second.exchangePresence([{ ...report, heardMs: 1_000 }])).toEqual([report]);
  const newer = { ...report, heardMs: 3_000, offlineReady: null };
  await second.exchangePresence([newer]);
  expect(await first.exchangePresence([])).toEqual([newer]);
});

describe('leases', () => {
  it('belong to one server until released, and then to the next that asks', async () => {
    const [first, second] = [await join('a'), await join('b')];
    const lease = requireLease(await first.take('duty'));
    expect(await second.take('duty')).toBeNull();
    expect(await first.take('duty')).toBeNull();
    await lease.release();
    expect(lease.endSignal.aborted).toBe(true);
    requireLease(await second.take('duty'));
    // A stopped server releases its leases.
    await second.release();
    requireLease(await first.take('duty'));
  });

  it('are lost by a server that was silent, and the server notices', async () => {
    const [first, second] = [await join('a', {}, 500), await join('b')];
    const lease = requireLease(await first.take('duty'));
    letRunOut('duty');
    requireLease(await second.take('duty'));
    await expect.poll(() => lease.endSignal.aborted).toBe(true);
    // The late release by the first server takes nothing from the new holder.
    await lease.release();
    expect(await first.take('duty')).toBeNull();
  });

  it('that have expired refuse writes to the database, in a transaction or a single statement', async () => {
    const member = await join('a');
    const db = await openDatabase(member);
    const add = (website: string) => createSchoolStore(db).add({ ...school, website }, 0);
    const lease = requireLease(await member.take('duty'));
    const late = await runWithLease(lease, async () => {
      await add('before');
      letRunOut('duty');
      const single = await add('single').catch((error: unknown) => error);
      const both = await db
        .transaction()
        .execute((tx) => createSchoolStore(tx).add({ ...school, website: 'transaction' }, 0))
        .catch((error: unknown) => error);
      return [single, both];
    });
    // The refused writes look like a lost connection, so that forms try again.
    expect(late.map(isConnectionLost)).toEqual([true, true]);
    await add('after');
    expect((await db.selectFrom('school').select('website').orderBy('id').execute()).map((row) => row.website)).toEqual([
      'before',
      'after',
    ]);
  });

  it('that have expired refuse rows for the answer log, and store other rows of the same append', async () => {
    const member = await join('a');
    const log = await openPostgresLog(database.url, systemRandom);
    closers.push(() => log.close());
    const lease = requireLease(await member.take('duty'));
    const row = (attemptId: string) => ({ kind: 'start', attemptId, startMs: 1 }) as const;
    expect(await log.append(0, [{ ...row('a'), leases: [lease] }, row('b')])).toMatchObject([{ pos: 1 }, { pos: 2 }]);
    letRunOut('duty');
    expect(await log.append(2, [{ ...row('a'), leases: [lease] }, row('b')])).toMatchObject([null, { pos: 3 }]);
    expect((await log.readAfter(0, 10)).map(({ attemptId }) => attemptId)).toEqual(['a', 'b', 'b']);
  });

  it('serialise two servers that change one plan at the same time', async () => {
    const dbs = [await openDatabase(await join('a')), await openDatabase(await join('b'))];
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      expect(getRequiredLeases()).toHaveLength(1);
      await new Promise((resolve) => void setImmediate(resolve));
      steps.push(`${name} ends`);
    };
    await Promise.all(dbs.map((db, at) => runUnderLease(db, 'plan/1', systemTimers, work(String(at)))));
    const [one, other] = steps[0] === '0 begins' ? ['0', '1'] : ['1', '0'];
    expect(steps).toEqual([`${one} begins`, `${one} ends`, `${other} begins`, `${other} ends`]);
    expect(getRequiredLeases()).toEqual([]);
  });

  it('move a duty to the other server as soon as the first one loses its lease or ends', async () => {
    const dbs = [await openDatabase(await join('a', {}, 500)), await openDatabase(await join('b'))];
    const working = new Set<number>();
    const start = (at: number) => async () => {
      working.add(at);
      return async () => void working.delete(at);
    };
    const ends = [];
    for (const [at, db] of dbs.entries()) ends.push(await holdDuty({ db, timers: systemTimers, logger }, 'duty', start(at)));
    expect([...working]).toEqual([0]);
    letRunOut('duty');
    await expect.poll(() => [...working], { timeout: 10_000 }).toEqual([1]);
    await ends[1]?.();
    await expect.poll(() => [...working], { timeout: 10_000 }).toEqual([0]);
    await ends[0]?.();
    expect(working.size).toBe(0);
  });
});
