import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { createApp } from '../../server/app.ts';
import { openPostgres } from '../../server/db/postgres/open-postgres.ts';
import { createJobRunner } from '../../server/jobs/job-runner.ts';
import { runInThread } from '../../server/threads/run-in-thread.ts';
import type { UserType } from '../../sync/contract/roles.ts';
import { createClient, startTestServer } from '../contract/server-fixture.ts';
import { createServerDatabase } from '../fixtures/postgres/server-database.ts';
import { createEngineClock } from './engine-cpu.ts';
import { computeMedian, recordFigure, computePercentile, benchReport } from './figure.ts';
import { fillLists, fillWordIndexes, dropIndexes } from './list-rows.ts';
import { type BenchList, benchedLists, benchedCalls } from './benched-lists.ts';

const pageSize = 20;
/** Milliseconds of CPU. A request that takes longer is measured twice more, and the median counts. */
const surelyQuickMs = 20;
/** Milliseconds. Query plans of faster statements are not stored. */
const slowPlanMs = 5;
const unit = 'ms of CPU';
/** Reads the CPU nanoseconds of the database engine's own processes; 0 for SQLite, which runs in this process. */
type EngineClock = () => number;

/**
 * Measures the real list calls with `rows` rows of each kind: every order and filter, on the first, middle and last page. A run with
 * PostgreSQL measures the same rows on both engines.
 */
export async function benchLists(rows = 100_000): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-bench-'));
  const database = await createServerDatabase();
  const file = join(folder, 'wenkao.db');
  const server = await startTestServer(file);
  try {
    const began = performance.now();
    const told = (what: string): void => recordFigure(`lists: ${what} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const [first, second] = server.schoolIds;
    const restoreIndexes = dropIndexes(server.raw);
    fillLists(server.raw, [first, second], rows, server.time.nowMs);
    told('rows written');
    const asked = [
      ...benchedLists.map(({ type, wide }) => ({ type, at: wide ? second : first })),
      ...benchedCalls.map(({ type }) => ({ type, at: first })),
    ];
    const tokens = new Map<string, string>();
    for (const { type, at } of asked) tokens.set(`${type} ${at}`, await server.openSession(type, at));
    // A thread copies the rows to PostgreSQL while this thread builds SQLite's indexes.
    const moving =
      database && runInThread(new URL('./move-lists.worker.ts', import.meta.url), { file, url: database.url, nowMs: server.time.nowMs });
    await setImmediate();
    restoreIndexes();
    fillWordIndexes(server.raw);
    told('SQLite filled');
    await moving;
    const moved = database && (await openMoved(database.url, server));
    if (moved) told('moved to PostgreSQL');
    const callOf = (type: UserType, at: number, on: Pick<typeof server, 'as'>) => on.as(tokens.get(`${type} ${at}`) ?? '');
    const engines = [{ prefix: '', client: server, clock: (): number => 0 }, ...(moved ? [{ prefix: 'postgres.', ...moved }] : [])];
    const slowest: SlowRequest[] = [];
    const only = (process.env['BENCH_LISTS'] ?? '').split(',').filter(Boolean);
    const isAsked = ({ name }: { name: string }): boolean => only.length === 0 || only.includes(name);
    for (const { prefix, client, clock } of engines) {
      for (const list of benchedLists.filter(isAsked)) {
        const at = list.wide ? second : first;
        const call = callOf(list.type, at, client);
        const measured = await measure(list, prefix, clock, (input) => call(list.path, input));
        if (moved?.client === client)
          slowest.push(...measured.map((each) => ({ ...each, list, call: callOf(list.type, at, moved.recorded) })));
      }
      for (const { name, path, type, input } of benchedCalls.filter(isAsked)) {
        const call = callOf(type, first, client);
        benchReport.atMost(`${prefix}lists.${name}`, await timed(clock, () => call(path, input)), unit, 50);
      }
    }
    told('measured');
    if (moved) await storePlans(slowest, moved.explain);
    await moved?.close();
  } finally {
    await server.deps.db.destroy();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens the same application on the PostgreSQL database to which the rows were copied. */
async function openMoved(url: string, { deps, time }: Awaited<ReturnType<typeof startTestServer>>) {
  const { db, close } = await openPostgres(url, time.nowMs);
  const clock = await createEngineClock(url);
  const clientOf = (on: typeof db) => createClient(createApp({ ...deps, db: on, jobs: createJobRunner({ ...deps, db: on }) }));
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  /** Makes the call and returns the query plans of its slow statements, as PostgreSQL executes them. */
  const explain = async (call: () => Promise<unknown>): Promise<string[]> => {
    nodes.length = 0;
    await call();
    const plans: string[] = [];
    for (const node of nodes.filter(({ kind }) => kind === 'SelectQueryNode')) {
      const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' });
      const { rows } = await db.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`EXPLAIN (ANALYZE, BUFFERS) ${sql}`, [...parameters]),
      );
      const plan = [sql, ...rows.flatMap((row) => Object.values(row))].join('\n');
      if (Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]) >= slowPlanMs) plans.push(plan);
    }
    return plans;
  };
  return { client: clientOf(db), clock, recorded: clientOf(db.withPlugin(recorder)), explain, close };
}

type Caller = ReturnType<ReturnType<typeof createClient>['as']>;
interface SlowRequest {
  readonly list: BenchList;
  readonly ask: object;
  readonly tookMs: number;
  readonly call: Caller;
}

/** Stores the plans of the ten slowest requests in the file that `BENCH_PLANS` names. */
async function storePlans(requests: readonly SlowRequest[], explain: (call: () => Promise<unknown>) => Promise<string[]>): Promise<void> {
  const file = process.env['BENCH_PLANS'];
  if (file === undefined) return;
  const slowest = requests.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, 10);
  const parts: string[] = [];
  for (const { list, ask, tookMs, call } of slowest) {
    const plans = await explain(() => call(list.path, ask));
    parts.push(`# ${list.name}: ${tookMs.toFixed(1)} ms for ${JSON.stringify(ask)}`, ...plans);
  }
  writeFileSync(file, `${parts.join('\n\n')}\n`);
}

type Answer = Awaited<ReturnType<ReturnType<Awaited<ReturnType<typeof startTestServer>>['as']>>>;

/** Measures the requests of a list as the web makes them. A request for a later page contains the total that the first page returned. */
async function measure(
  list: BenchList,
  prefix: string,
  clock: EngineClock,
  call: (input: object) => Promise<Answer>,
): Promise<{ ask: object; tookMs: number }[]> {
  const name = `${prefix}lists.${list.name}`;
  const asked: { ask: object; of: string; tookMs: number }[] = [];
  const all: number[] = [];
  for (const filter of list.filters) {
    const { total, isMore } = (await call({ filter, pageSize })).data as { total: number; isMore?: true };
    const pages = Math.max(1, Math.ceil(total / pageSize));
    const last = isMore ? -1 : pages;
    const middle = Math.ceil(pages / 2);
    const sorted = Object.keys(list.sorts ?? {}).flatMap((sort) => [
      { page: 1, sort },
      { page: middle, sort: `-${sort}` },
    ]);
    for (const each of [{ page: 1 }, { page: middle }, { page: last }, ...sorted]) {
      const known = each.page === 1 ? {} : { total, ...(isMore && { isMore }) };
      const ask = { ...each, ...known, pageSize, filter };
      const tookMs = await timed(clock, () => call(ask));
      all.push(tookMs);
      asked.push({ ask, of: `${isMore ? 'more than ' : ''}${total}`, tookMs });
    }
  }
  const slowest = asked.toSorted((a, b) => b.tookMs - a.tookMs);
  for (const each of slowest.slice(0, Number(process.env['BENCH_TOP'] ?? 3)))
    recordFigure(`${name}: ${each.tookMs.toFixed(1)} ms for ${JSON.stringify(each.ask)} of ${each.of}`);
  benchReport.atMost(name, slowest[0]?.tookMs ?? Number.NaN, `${unit}, median of the slowest of ${asked.length} asks`, 50);
  const p95 = [`${name}.p95`, computePercentile(all, 0.95), `${unit} of ${all.length} requests`] as const;
  // Only PostgreSQL has a budget for the 95th percentile.
  if (prefix === '') benchReport.seen(...p95);
  else benchReport.atMost(...p95, 25);
  benchReport.seen(`${name}.median`, computeMedian(all), unit);
  return slowest.slice(0, 10);
}

/**
 * Measures the CPU time in milliseconds that a call takes in this process, which does nothing else, and in the database engine. On a shared machine,
 * elapsed time says little.
 */
async function timed(engineNs: EngineClock, call: () => Promise<Answer>): Promise<number> {
  const timeOnce = async (): Promise<number> => {
    const engineBefore = engineNs();
    const before = process.cpuUsage();
    const answer = await call();
    const { user, system } = process.cpuUsage(before);
    if (answer.code !== 0) throw new Error(JSON.stringify(answer));
    return (user + system) / 1000 + (engineNs() - engineBefore) / 1e6;
  };
  // The first call warms the caches and is not counted.
  await timeOnce();
  const tookMs = await timeOnce();
  return tookMs < surelyQuickMs ? tookMs : computeMedian([tookMs, await timeOnce(), await timeOnce()]);
}
