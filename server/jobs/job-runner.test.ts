import { beforeEach, describe, expect, it } from 'vitest';
import { jobState } from '../../sync/contract/codes.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/fixtures/postgres/test-database.ts';
import { getRequiredLeases, type HeldLease, runWithLease } from '../db/lease.ts';
import { migrations } from '../db/migrations/index.ts';
import { joinDatabase } from '../db/postgres/server-membership.ts';
import { refuse } from '../http/handler.ts';
import { systemRandom } from '../system-ports.ts';
import type { JobTools } from './job-port.ts';
import { createJobRunner } from './job-runner.ts';

const by = { userId: 7, schoolId: 1 };
const facts = { id: 'a', name: 'host:1', version: '1', migrations, protocol: 1, uploads: 'u', clock: { nowMs: () => Date.now() } };
const release = () => Promise.resolve();
const localLease: HeldLease = { name: 'background', holder: 'a', fence: 1, endSignal: new AbortController().signal, release };

/** A promise that the test resolves with `open`. A job that awaits it stops at a point that the test chooses. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((go) => (open = go));
  return { passed, open };
}

describe('background jobs', () => {
  const time = { nowMs: 1_800_000_000_000 };
  const logged: object[] = [];
  const log = (fields: object): void => void logged.push(fields);
  let database: TestDatabase;
  const newRunner = () =>
    createJobRunner({
      db: database.db,
      clock: { nowMs: () => time.nowMs },
      chance: systemRandom,
      logger: { info: log, warn: log, error: log },
    });
  const row = (id: number) => database.raw.prepare<[number], Record<string, unknown>>('SELECT * FROM job WHERE id = ?').get(id);

  beforeEach(async () => {
    database = await openTestDatabase(':memory:', time.nowMs);
    logged.length = 0;
  });

  it('run in the order of their requests, one of a kind at a time', async () => {
    const runner = newRunner();
    const events: string[] = [];
    const work = runner.register<{ name: string }, { was: string }>('import', {
      afterRestart: 'again',
      async run({ name }, tools) {
        events.push(`begin ${name}`);
        tools.progress(1, 2);
        await Promise.resolve();
        events.push(`end ${name}`);
        return { was: name };
      },
    });
    await runner.open();
    const ids = [await work.start({ name: 'a' }, by), await work.start({ name: 'b' }, by)];
    await runner.idle();
    expect(events).toEqual(['begin a', 'end a', 'begin b', 'end b']);
    expect(ids.map(row)).toMatchObject([
      { state: jobState.done, done: 1, total: 2, result: '{"was":"a"}', user_id: 7, school_id: 1, runs: 1, ended_ms: time.nowMs },
      { state: jobState.done, result: '{"was":"b"}' },
    ]);
  });

  it('requested before the runner opens are stored and run afterwards', async () => {
    const runner = newRunner();
    const work = runner.register('import', { afterRestart: 'again', run: () => Promise.resolve({}) });
    const id = await work.start({}, by);
    expect(row(id)).toMatchObject({ state: jobState.waiting });
    await runner.open();
    await runner.idle();
    expect(row(id)).toMatchObject({ state: jobState.done });
  });

  it('report a refusal with its text, and a bug with the id of its log line', async () => {
    const runner = newRunner();
    const run = async () => refuse('refused', { 'zh-CN': '磁盘已满', en: 'The disk is full' });
    const refused = runner.register('backup', { afterRestart: 'broken', run });
    const broken = runner.register('import', { afterRestart: 'broken', run: () => Promise.reject(new Error('secret detail')) });
    await runner.open();
    const ids = [await refused.start({}, by), await broken.start({}, by)];
    await runner.idle();
    expect(row(ids[0] ?? 0)).toMatchObject({
      state: jobState.failed,
      error: JSON.stringify({ 'zh-CN': '磁盘已满', en: 'The disk is full' }),
    });
    const bug = row(ids[1] ?? 0);
    expect(bug?.['state']).toBe(jobState.failed);
    expect(bug?.['error']).not.toContain('secret detail');
    expect(bug?.['error']).toContain((logged[0] as { requestId: string }).requestId);
  });

  it('requested at another server run here, and stop when cancelled there', async () => {
    const [runner, other] = [newRunner(), newRunner()];
    const beginGate = gate();
    const spec = {
      afterRestart: 'again' as const,
      run: (_input: object, { signal }: JobTools) =>
        new Promise<object>((_done, fail) => {
          signal.addEventListener('abort', () => fail(new Error('stopped')));
          beginGate.open();
        }),
    };
    runner.register('import', spec);
    const work = other.register('import', spec);
    await runner.open();
    // Wait until the search for jobs that `open` began has ended. Otherwise it would find the new job.
    await runner.idle();
    const id = await work.start({}, by);
    expect(row(id)).toMatchObject({ state: jobState.waiting });
    await runner.pollRequests();
    await beginGate.passed;
    expect(await other.cancel(database.db, id)).toBe(true);
    other.stop(id);
    expect(row(id)).toMatchObject({ state: jobState.running, cancel_asked: 1 });
    await runner.pollRequests();
    await runner.idle();
    expect(row(id)).toMatchObject({ state: jobState.cancelled });
  });

  it('left by another server are resumed when this one takes over, and cancelled ones are ended', async () => {
    const runner = newRunner();
    const begunInputs: number[] = [];
    let isFirst = true;
    const work = runner.register<{ n: number }, object>('import', {
      afterRestart: 'again',
      async run({ n }, { signal }) {
        begunInputs.push(n);
        if (isFirst && !signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal.throwIfAborted();
        return {};
      },
    });
    await runner.open();
    const [first, second] = [await work.start({ n: 1 }, by), await work.start({ n: 2 }, by)];
    await expect.poll(() => begunInputs).toEqual([1]);
    await runner.close();
    isFirst = false;
    await work.start({ n: 3 }, by);
    await newRunner().cancel(database.db, first);
    expect(begunInputs).toEqual([1]);
    await runner.open();
    await runner.idle();
    expect(begunInputs).toEqual([1, 2, 3]);
    expect([first, second].map((id) => row(id)?.['state'])).toEqual([jobState.cancelled, jobState.done]);
  });

  it('run under the lease of the server that runs them, even if requested during a call', async () => {
    const runner = newRunner();
    const worked: string[][] = [];
    const note = async (): Promise<object> => {
      worked.push(getRequiredLeases().map(({ name }) => name));
      return {};
    };
    const work = runner.register('import', { afterRestart: 'again', run: note });
    // On PostgreSQL, each commit of a job checks the lease in the database, so the test needs a real lease.
    const leases = database.url === undefined ? undefined : await joinDatabase(database.url, facts);
    const lease = leases ? await leases.take('background') : localLease;
    if (!lease) return expect.fail('the lease was not taken');
    const isOpen = Promise.withResolvers<void>();
    const dutyEnds = Promise.withResolvers<void>();
    const duty = runWithLease(lease, async () => {
      await runner.open();
      isOpen.resolve();
      await dutyEnds.promise;
    });
    await Promise.race([isOpen.promise, duty]);
    await work.start({}, by);
    await runner.idle();
    expect(worked).toEqual([['background']]);
    dutyEnds.resolve();
    await duty;
    await leases?.release();
  });

  it('are cancelled at once while waiting, and asked to stop while running', async () => {
    const runner = newRunner();
    const beginGate = gate();
    const work = runner.register('import', {
      afterRestart: 'again',
      run: (_input, { signal }: JobTools) =>
        new Promise<object>((_done, fail) => {
          signal.addEventListener('abort', () => fail(new Error('stopped')));
          beginGate.open();
        }),
    });
    await runner.open();
    const first = await work.start({}, by);
    const second = await work.start({}, by);
    await beginGate.passed;
    expect(await runner.cancel(database.db, second)).toBe(true);
    expect(row(second)).toMatchObject({ state: jobState.cancelled });
    expect(row(first)).toMatchObject({ cancel_asked: 0 });
    expect(await runner.cancel(database.db, first)).toBe(true);
    runner.stop(first);
    await runner.idle();
    expect(row(first)).toMatchObject({ state: jobState.cancelled, error: '' });
    expect(await runner.cancel(database.db, first)).toBe(false);
    expect(logged).toEqual([]);
  });

  it('run again or break off after a restart, as their kind says, and three times at most', async () => {
    const beginGates = [gate(), gate()];
    const hang = (at: number) => ({
      run: (_input: object, { signal }: JobTools) =>
        new Promise<object>((_done, fail) => {
          signal.addEventListener('abort', () => fail(new Error('stopped')));
          beginGates[at]?.open();
        }),
    });
    const before = newRunner();
    const repeatable = before.register('import', { afterRestart: 'again', ...hang(0) });
    const once = before.register('backup', { afterRestart: 'broken', ...hang(1) });
    await before.open();
    const ids = [await repeatable.start({}, by), await once.start({}, by)] as const;
    await Promise.all(beginGates.map((one) => one.passed));
    await before.close();
    expect(ids.map(row)).toMatchObject([{ state: jobState.running }, { state: jobState.running }]);

    const after = newRunner();
    after.register('import', { afterRestart: 'again', run: () => Promise.resolve({ second: true }) });
    after.register('backup', { afterRestart: 'broken', run: () => Promise.resolve({}) });
    await after.open();
    await after.idle();
    expect(row(ids[0])).toMatchObject({ state: jobState.done, runs: 2, result: '{"second":true}' });
    expect(row(ids[1])).toMatchObject({ state: jobState.broken, runs: 1 });
    expect(row(ids[1])?.['error']).toContain('not completed');

    database.raw.prepare('UPDATE job SET state = 1, runs = 3 WHERE id = ?').run(ids[0]);
    const third = newRunner();
    third.register('import', { afterRestart: 'again', run: () => Promise.resolve({}) });
    await third.open();
    await third.idle();
    expect(row(ids[0])).toMatchObject({ state: jobState.broken });
  });

  it('of an unknown kind are left to a newer server and break off after a day', async () => {
    const newer = newRunner();
    const id = await newer.register('import', { afterRestart: 'again', run: () => Promise.resolve({}) }).start({}, by);
    const older = newRunner();
    await older.open();
    await older.pollRequests();
    await older.idle();
    expect(row(id)).toMatchObject({ state: jobState.waiting, runs: 0 });
    await older.close();
    time.nowMs += 25 * 3_600_000;
    await newRunner().open();
    expect(row(id)).toMatchObject({ state: jobState.broken });
  });

  it('that ended long ago are deleted, and waiting ones are kept', async () => {
    const runner = newRunner();
    const work = runner.register('import', { afterRestart: 'again', run: () => Promise.resolve({}) });
    const old = await work.start({}, by);
    const waiting = await work.start({}, by);
    database.raw.prepare('UPDATE job SET created_ms = 1').run();
    database.raw.prepare('UPDATE job SET state = 2 WHERE id = ?').run(old);
    await runner.open();
    await runner.idle();
    expect(row(old)).toBeUndefined();
    expect(row(waiting)).toMatchObject({ state: jobState.done });
  });
});
