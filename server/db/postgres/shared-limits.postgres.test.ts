import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServerDatabase, type ServerDatabase } from '../../../tests/fixtures/postgres/server-database.ts';
import { createSharedRateLimiter } from '../../http/limits/rate-limiter.ts';
import { ProofOfWorkLimiter } from '../../http/limits/proof-of-work-limiter.ts';
import { createSignInLimiter } from '../../features/people/user/sign-in/sign-in-limiter.ts';
import { solveWorkProof } from '../../../sync/crypto/work-proof.ts';
import { systemRandom } from '../../system-ports.ts';
import { rateLimitSchemaSql, openSharedLimits, type SharedLimits } from './shared-limits.ts';

let database: ServerDatabase;
let client: pg.Client;
let servers: readonly [SharedLimits, SharedLimits];
beforeEach(async () => {
  const created = await createServerDatabase();
  if (!created) throw new Error('there is no PostgreSQL');
  database = created;
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(`CREATE SCHEMA cluster; ${rateLimitSchemaSql}`);
  servers = [openSharedLimits(database.url), openSharedLimits(database.url)];
});
afterEach(async () => {
  for (const { close } of servers) await close();
  await client.end();
  await database.drop();
});

const time = { nowMs: 1_000_000 };
const keys = { personal: { seal: Buffer.alloc(32), index: Buffer.alloc(32, 7) } };
const depsAt = ({ open }: SharedLimits) => ({ clock: { nowMs: () => time.nowMs }, chance: systemRandom, limits: open, keys });

it('two servers that change one state at once lose no change', async () => {
  const counters = servers.map(({ open }) => open<number>({ name: 'count', maxStates: 10, keepMs: 60_000 }));
  const changes = counters.flatMap((counter) =>
    Array.from({ length: 50 }, () => counter.update('key', (before = 0) => [before + 1, before + 1])),
  );
  expect((await Promise.all(changes)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
});

it('two servers together admit as many calls as one, and other limits and keys count apart', async () => {
  const rate = { limit: 10, everyMs: 3_600_000 };
  const limiters = servers.map((server) => createSharedRateLimiter(depsAt(server), 'applications', rate));
  const admitted: boolean[] = [];
  for (let n = 0; n < 16; n += 1) admitted.push((await limiters[n % 2]?.admit('school')) === true);
  expect(admitted).toEqual([...Array.from({ length: 10 }, () => true), ...Array.from({ length: 6 }, () => false)]);
  expect(await createSharedRateLimiter(depsAt(servers[0]), 'looks', rate).admit('school')).toBe(true);
  expect(await limiters[0]?.admit('another school')).toBe(true);
});

it('a password guesser has five tries at two servers together, and the account’s owner still gets in', async () => {
  const limiters = servers.map((server) => createSignInLimiter(depsAt(server), 'signIn'));
  let asks = 0;
  const ask = async (password: string) => {
    const turn = await limiters[(asks += 1) % 2]?.ask({ account: 'owner', place: 'room', password });
    if (!turn) throw new Error('there are two servers');
    return turn;
  };
  let checked = 0;
  for (let n = 0; n < 40; n += 1) {
    const turn = await ask(`guess ${n}`);
    if (turn.waitMs > 0) continue;
    checked += 1;
    await turn.failed();
  }
  expect(checked).toBe(5);
  expect((await ask('right')).waitMs).toBeGreaterThan(0);
  time.nowMs += 1_000;
  const second = await ask('right');
  expect([second.waitMs, second.hasManyWrongGuesses]).toEqual([0, false]);
  await second.succeeded();
  expect((await ask('right')).waitMs).toBe(0);
  const { rows } = await client.query<{ text: string }>("SELECT string_agg(key || state, ' ') AS text FROM cluster.limit_state");
  expect(rows[0]?.text).not.toMatch(/owner|room|right/);
});

it('a proof of work is accepted once by two servers together', async () => {
  const [first, second] = servers.map((server) => new ProofOfWorkLimiter(depsAt(server)));
  const proof = await solveWorkProof(first?.challenge('place') ?? '');
  expect(await second?.acceptProof('place', proof)).toBe(true);
  expect(await first?.acceptProof('place', proof)).toBe(false);
});

it('a limit state expires after its time, and is empty after a crash of the database', async () => {
  const [states] = servers.map(({ open }) => open<number>({ name: 'count', maxStates: 10, keepMs: 1 }));
  const count = () => states?.update('key', (before = 0) => [before + 1, before]);
  await count();
  await client.query('TRUNCATE cluster.limit_state');
  expect(await count()).toBe(0);
  await client.query("UPDATE cluster.limit_state SET until = clock_timestamp() - interval '1 second'");
  const elsewhere = servers[1].open<number>({ name: 'count', maxStates: 10, keepMs: 60_000 });
  expect(await elsewhere.update('key', (before) => [9, before])).toBe(undefined);
});
