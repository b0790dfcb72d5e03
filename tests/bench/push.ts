import { join } from 'node:path';
import { type BenchPlace, startBenchServers } from './bench-place.ts';
import { measureGauge, runLoad, startBareServer } from './child.ts';
import { createEngineClock } from './engine-cpu.ts';
import { computeMedian, recordFigure, benchReport } from './figure.ts';
import type { PushStormInput, PushStormResult } from './load/push-storm.ts';

/** Batch size → median of durable pushes per second on SQLite in this run. */
const ofSqlite = new Map<number, number>();

/** Measures durable pushes, compared with a server that stores nothing, and how fast the projections catch up. */
export async function benchPushes(batch: 10 | 1, place: BenchPlace): Promise<void> {
  const [servers, bare] = await Promise.all([startBenchServers(place), startBareServer()]);
  try {
    const input: PushStormInput = {
      keysFile: join(servers.first.dataDir, 'keys.json'),
      examinees: 1000,
      batch,
      batchesPerRound: batch === 10 ? 8 : 20,
      rounds: 4,
      ours: servers,
      bare: { ports: [bare.port], pids: [bare.pid] },
    };
    const engineNs = servers.databaseUrl === undefined ? undefined : await createEngineClock(servers.databaseUrl);
    const engineBefore = engineNs?.() ?? 0;
    const { ours, bare: yardstick, bytesPerOp, warmUpMs } = await runLoad<PushStormResult>('push-storm.ts', input);
    const behind = await measureGauge(servers.first.url, 'projection_behind');
    const began = performance.now();
    while ((await measureGauge(servers.first.url, 'projection_behind')) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const caughtUpMs = performance.now() - began;

    // Compare each round with the bare server's round just before it, which got the same request bodies. The bare server stores nothing.
    const ratio = computeMedian(ours.map((round, n) => round.pushesPerSecond / (yardstick[n]?.pushesPerSecond ?? Number.NaN)));
    const name = `${place.prefix}push.batch${batch}`;
    // The budgets that hold for SQLite do not hold for PostgreSQL.
    if (place.isPostgres) benchReport.seen(`${name}.ratioToBare`, ratio, 'ratio');
    else benchReport.atLeast(`${name}.ratioToBare`, ratio, 'ratio', 0.5);
    const durable = computeMedian(ours.map((r) => r.pushesPerSecond));
    benchReport.seen(`${name}.durableAnswers`, durable * batch, 'answers/s');
    if (!place.isPostgres) ofSqlite.set(batch, durable);
    else benchReport.atLeast(`${name}.ratioToSqlite`, durable / (ofSqlite.get(batch) ?? Number.NaN), 'ratio', 0.7);
    benchReport.seen(`${name}.bareAnswers`, computeMedian(yardstick.map((r) => r.pushesPerSecond)) * batch, 'answers/s');
    benchReport.seen(`${name}.serverCpu`, computeMedian(ours.map((r) => r.serverCpuUs)), 'µs/push');
    benchReport.seen(`${name}.bareCpu`, computeMedian(yardstick.map((r) => r.serverCpuUs)), 'µs/push');
    if (engineNs) {
      const pushes = input.examinees * (1 + input.rounds * input.batchesPerRound);
      benchReport.atMost(`${name}.engineCpu`, (engineNs() - engineBefore) / 1000 / pushes, 'µs of PostgreSQL/push, all its processes', 30);
    }
    benchReport.seen(`${name}.p99`, computeMedian(ours.map((r) => r.p99Ms)), 'ms at saturation');
    benchReport.seen(`${name}.loadCpuShare`, computeMedian(ours.map((r) => r.loadCpuShare)), 'of one core');
    benchReport.seen(`${name}.firstBatches`, (warmUpMs / input.examinees) * 1000, 'µs each, HPKE included');
    if (batch === 10)
      benchReport.atLeast(`${place.prefix}projection.rate`, ((behind * batch) / caughtUpMs) * 1000, 'answers/s behind the storm', 25_000);
    if (batch === 10 && !place.isPostgres) benchReport.atMost('push.bytesUp', bytesPerOp, 'bytes/answer, headers included', 250);
    recordFigure(`${name}: ${behind} batches behind at the end of the storm, caught up in ${Math.round(caughtUpMs)} ms`);
  } finally {
    await Promise.all([servers.stop(), bare.stop()]);
    await servers.remove();
  }
}
