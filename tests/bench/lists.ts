import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../contract/server-fixture.ts';
import { median, note, percentile, report } from './figure.ts';
import { fillLists } from './list-rows.ts';
import { type List, lists, others } from './list-asks.ts';

const pageSize = 20;
const repeats = 3;

/** The real list calls of a school with so many rows of each kind: every order, every filter, the first page, the middle and the last. */
export async function benchLists(rows = 100_000): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-bench-'));
  const server = await startServer(join(folder, 'wenkao.db'));
  try {
    const began = performance.now();
    const [first, second] = server.schoolIds;
    fillLists(server.raw, [first, second], rows, server.time.nowMs, (what) =>
      note(`lists: ${what} after ${((performance.now() - began) / 1000).toFixed(1)} s`),
    );
    const only = (process.env['BENCH_LISTS'] ?? '').split(',').filter(Boolean);
    for (const list of lists) {
      if (only.length > 0 && !only.includes(list.name)) continue;
      const call = server.as(await server.openSession(list.type, list.wide ? second : first));
      await measure(list, (input) => call(list.path, input));
    }
    for (const { name, path, type, input } of others) {
      if (only.length > 0 && !only.includes(name)) continue;
      const call = server.as(await server.openSession(type));
      const cpuMs = await timed(() => call(path, input));
      report.atMost(`lists.${name}`, median(cpuMs), 'ms of CPU', 50);
    }
  } finally {
    await server.deps.db.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Answer = Awaited<ReturnType<ReturnType<Awaited<ReturnType<typeof startServer>>['as']>>>;

async function measure(list: List, call: (input: object) => Promise<Answer>): Promise<void> {
  const asked: { ask: string; total: number; cpuMs: number }[] = [];
  const all: number[] = [];
  for (const filter of list.filters) {
    const { total } = (await call({ filter, pageSize })).data as { total: number };
    const last = Math.max(1, Math.ceil(total / pageSize));
    const middle = Math.ceil(last / 2);
    const sorted = Object.keys(list.sorts ?? {}).flatMap((sort) => [
      { page: 1, sort },
      { page: middle, sort: `-${sort}` },
    ]);
    for (const each of [{ page: 1 }, { page: middle }, { page: last }, ...sorted]) {
      const ask = { ...each, pageSize, filter };
      const cpuMs = await timed(() => call(ask));
      all.push(...cpuMs);
      asked.push({ ask: JSON.stringify(ask), total, cpuMs: median(cpuMs) });
    }
  }
  const slowest = asked.toSorted((a, b) => b.cpuMs - a.cpuMs);
  for (const each of slowest.slice(0, Number(process.env['BENCH_TOP'] ?? 3)))
    note(`lists.${list.name}: ${each.cpuMs.toFixed(1)} ms for ${each.ask} of ${each.total}`);
  report.atMost(`lists.${list.name}`, slowest[0]?.cpuMs ?? Number.NaN, `ms of CPU, median of the slowest of ${asked.length} asks`, 50);
  report.seen(`lists.${list.name}.p95`, percentile(all, 0.95), `ms of CPU of ${all.length} calls`);
  report.seen(`lists.${list.name}.median`, median(all), 'ms of CPU');
}

/** CPU of this process, which does nothing else: on a shared machine the time on the clock says little. */
async function timed(call: () => Promise<Answer>): Promise<number[]> {
  const cpuMs: number[] = [];
  for (let n = 0; n <= repeats; n += 1) {
    const before = process.cpuUsage();
    const answer = await call();
    const { user, system } = process.cpuUsage(before);
    if (answer.code !== 0) throw new Error(JSON.stringify(answer));
    // The first call of an ask warms the caches.
    if (n > 0) cpuMs.push((user + system) / 1000);
  }
  return cpuMs;
}
