import { createServer } from 'node:net';
import { once } from 'node:events';
import type { Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openTestDatabase, getPostgresUrl } from '../../../tests/fixtures/postgres/test-database.ts';
import { queryServer } from '../../../tests/fixtures/postgres/raw-postgres.ts';
import { runInScope, type LockScope } from '../lock-scope.ts';
import type { Database } from '../schema.ts';
import { openDatabaseLink } from '../../../tests/fixtures/postgres/database-link.ts';
import { isConnectionLost } from './database-faults.ts';
import { lockDatabase } from './database-lock.ts';
import { findUnfitReason, openPostgres } from './open-postgres.ts';

const server = getPostgresUrl() ?? '';
const at = (change: (url: URL) => void): string => {
  const url = new URL(server);
  change(url);
  return url.href;
};
const scratch = `wenkao_test_scratch_${process.pid}`;

describe('opening a PostgreSQL database is refused', () => {
  it('if no server listens at the port, and the message names it', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    await expect(openPostgres(`postgres://a:geheim@127.0.0.1:${port}/x`, 0)).rejects.toThrow(
      `nothing listens at 127.0.0.1:${port}/x: is the PostgreSQL server running?`,
    );
  });

  it('28: if a pooler refuses or drops the settings of a session', async () => {
    const sentence =
      /^a pooler answers at 127\.0\.0\.1:\d+\/\S+ and does not pass on the settings of a session \(PgBouncer\): name the PostgreSQL server itself/;
    const refusal = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].join('\0');
    const message = Buffer.concat([Buffer.from([69, 0, 0, 0, refusal.length + 5]), Buffer.from(`${refusal}\0`)]);
    const refusing = createServer((client) => void client.once('data', () => client.end(message))).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as { port: number };
    await expect(lockDatabase(`postgres://a:geheim@127.0.0.1:${port}/x`)).rejects.toThrow(sentence);
    refusing.close();
    // Drop the settings in `options`, as PgBouncer with `ignore_startup_parameters = options` does.
    const dropping = await openDatabaseLink(server, (start) => {
      const settings = start
        .subarray(8)
        .toString()
        .replace(/options\0[^\0]*\0/, '');
      const length = Buffer.alloc(4);
      length.writeInt32BE(8 + settings.length);
      return Buffer.concat([length, start.subarray(4, 8), Buffer.from(settings)]);
    });
    await expect(lockDatabase(dropping.url)).rejects.toThrow(sentence);
    dropping.close();
  });

  it('if database or user is unknown or the password wrong, without the password in the message', async () => {
    await expect(
      openPostgres(
        at((url) => (url.pathname = '/wenkao_test_nowhere')),
        0,
      ),
    ).rejects.toThrow(/no such database: .*wenkao_test_nowhere/);
    for (const wrong of [at((url) => (url.username = 'nobody_here')), at((url) => (url.password = 'geheim'))]) {
      const fault: unknown = await openPostgres(wrong, 0).catch((error: unknown) => error);
      expect(String(fault)).toMatch(/refuses the user or the password of DATABASE_URL/);
      expect(String(fault)).not.toContain('geheim');
    }
  });

  it('if the database’s encoding is not UTF-8', async () => {
    queryServer(server, `CREATE DATABASE ${scratch} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`);
    try {
      await expect(
        openPostgres(
          at((url) => (url.pathname = scratch)),
          0,
        ),
      ).rejects.toThrow(/isn't UTF-8: create it with CREATE DATABASE/);
    } finally {
      queryServer(server, `DROP DATABASE ${scratch}`);
    }
  });

  it('if the server is older than PostgreSQL 15', () => {
    const ours = { number: 150_000, version: '15.0', encoding: 'UTF8', bytes: 1, database: 'wenkao' };
    expect(findUnfitReason(ours)).toBeUndefined();
    expect(findUnfitReason({ ...ours, number: 140_013, version: '14.13' })).toBe('PostgreSQL 14.13 is too old: 15 or newer is needed');
  });

  it('if a newer version made the database, which stays unchanged', async () => {
    const { db, raw, url } = await openTestDatabase(':memory:', 0);
    raw.exec("INSERT INTO migration (name, applied_ms) VALUES ('9999-tomorrow', 1)");
    await expect(openPostgres(url ?? '', 0)).rejects.toThrow('made by a newer version (9999-tomorrow)');
    expect(await db.selectFrom('migration').select('name').where('name', '=', '9999-tomorrow').execute()).toHaveLength(1);
  });
});

describe('a PostgreSQL connection', () => {
  const cut = (url: string) =>
    queryServer(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`);
  const websites = async (db: Awaited<ReturnType<typeof openTestDatabase>>['db']) =>
    (await db.selectFrom('school').select('website').orderBy('id').execute()).map((row) => row.website);

  it('that breaks in a transaction is reported as lost, rolls back and does not block the next writer', async () => {
    const { db, url } = await openTestDatabase(':memory:', 0);
    const change = (website: string, between: () => void) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto('school').values({ website, title: '', created_ms: 0 }).execute();
        between();
        await tx
          .insertInto('school')
          .values({ website: `${website}2`, title: '', created_ms: 0 })
          .execute();
      });
    const failed: unknown = await change('a', () => cut(url ?? '')).catch((error: unknown) => error);
    expect(isConnectionLost(failed)).toBe(true);
    // The broken transaction does not block the next writer.
    await change('b', () => undefined);
    expect(await websites(db)).toEqual(['b', 'b2']);
  });

  it('that breaks between two statements is replaced at the next statement', async () => {
    const { db, url } = await openTestDatabase(':memory:', 0);
    await websites(db);
    cut(url ?? '');
    await expect.poll(() => websites(db).catch(() => 'not yet')).toEqual([]);
  });

  it('rolls back the whole transaction after a failed statement, even if the caller ignores the error', async () => {
    const { db } = await openTestDatabase(':memory:', 0);
    const careless = db.transaction().execute(async (tx) => {
      await tx.insertInto('school').values({ website: 'a', title: '', created_ms: 0 }).execute();
      await tx
        .insertInto('school')
        .values({ website: 'A', title: '', created_ms: 0 })
        .execute()
        .catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('one of its statements had failed');
    expect(await websites(db)).toEqual([]);
  });

  it('reads without waiting for an open write transaction', async () => {
    const { db } = await openTestDatabase(':memory:', 0);
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('school').values({ website: 'a', title: '', created_ms: 0 }).execute();
      // Start more readers at once than there are connections.
      const seen = await Promise.all(Array.from({ length: 30 }, () => websites(db)));
      expect(seen.every((each) => each.length === 0)).toBe(true);
    });
    expect(await websites(db)).toEqual(['a']);
  });
});

describe('lock scopes of write transactions', () => {
  const schools = async (db: Awaited<ReturnType<typeof openTestDatabase>>['db']): Promise<[number, number]> => {
    const rows = await db
      .insertInto('school')
      .values(['a', 'b'].map((website) => ({ website, title: '', created_ms: 0 })))
      .returning('id')
      .execute();
    return [rows[0]?.id ?? 0, rows[1]?.id ?? 0];
  };
  /** Begins a transaction that counts the school's classes and later adds a class named after that number. It stays open until `letGo` is called. */
  const begin = (db: Awaited<ReturnType<typeof openTestDatabase>>['db'], turn: LockScope, school: number) => {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const work = async (tx: Transaction<Database>) => {
      const { length } = await tx.selectFrom('class').select('id').where('school_id', '=', school).execute();
      begun.resolve();
      await held.promise;
      await tx
        .insertInto('class')
        .values({ school_id: school, name: `class ${length}`, grade: '', head_teacher_id: null, note: '', updated_ms: 0, created_ms: 0 })
        .execute();
    };
    const done = runInScope(turn, () => db.transaction().execute(work));
    return { begun: begun.promise, done, letGo: held.resolve };
  };
  const names = async (db: Awaited<ReturnType<typeof openTestDatabase>>['db']) =>
    (await db.selectFrom('class').select('name').orderBy('id').execute()).map((row) => row.name);

  it.each([1, 2])('let different schools write concurrently and one school one at a time; %i server processes', async (processes) => {
    const { db, url } = await openTestDatabase(':memory:', 0);
    const other = processes === 1 ? undefined : await openPostgres(url ?? '', 0);
    const there = other?.db ?? db;
    const [a, b] = await schools(db);
    const first = begin(db, a, a);
    await first.begun;
    const same = begin(there, a, a);
    const beside = begin(there, b, b);
    await beside.begun;
    beside.letGo();
    await beside.done;
    expect(await names(db)).toEqual(['class 0']);
    same.letGo();
    first.letGo();
    await Promise.all([first.done, same.done]);
    expect((await names(db)).toSorted()).toEqual(['class 0', 'class 0', 'class 1']);
    await other?.close();
  });

  it.each([1, 2])('let the scope of everything and scopes of schools wait for each other; %i server processes', async (processes) => {
    const { db, url } = await openTestDatabase(':memory:', 0);
    const other = processes === 1 ? undefined : await openPostgres(url ?? '', 0);
    const there = other?.db ?? db;
    const [a, b] = await schools(db);
    const first = begin(db, a, a);
    await first.begun;
    const all = begin(there, 'everything', a);
    const reached = all.begun.then(() => 'everything');
    first.letGo();
    await first.done;
    expect(await reached).toBe('everything');
    const behind = begin(db, b, b);
    behind.letGo();
    all.letGo();
    await Promise.all([all.done, behind.done]);
    expect(await names(db)).toEqual(['class 0', 'class 1', 'class 0']);
    await other?.close();
  });
});
