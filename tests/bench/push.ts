import { join } from 'node:path';
import { measureGauge, runLoad, startBareServer, startBenchServer } from './child.ts';
import { computeMedian, recordFigure, benchReport } from './figure.ts';
import type { PushStormInput, PushStormResult } from './load/push-storm.ts';

/** Measures durable pushes against a server that stores nothing, and how fast the projections catch up. */
export async function benchPushes(batch: 10 | 1): Promise<void> {
  const [server, bare] = await Promise.all([startBenchServer(), startBareServer()]);
  try {
    const input: PushStormInput = {
      keysFile: join(server.dataDir, 'keys.json'),
      examinees: 1000,
      batch,
      batchesPerRound: batch === 10 ? 8 : 20,
      rounds: 4,
      ours: server,
      bare,
    };
    const { ours, bare: yardstick, bytesPerOp, warmUpMs } = await runLoad<PushStormResult>('push-storm.ts', input);
    const behind = await measureGauge(server.url, 'projection_behind');
    const began = performance.now();
    while ((await measureGauge(server.url, 'projection_behind')) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const caughtUpMs = performance.now() - began;

    // Compare each round with the yardstick's round next to it: the same bodies, in turns, in the same run.
    const ratio = computeMedian(ours.map((round, n) => round.pushesPerSecond / (yardstick[n]?.pushesPerSecond ?? Number.NaN)));
    const name = `push.batch${batch}`;
    benchReport.atLeast(`${name}.ratioToBare`, ratio, 'ratio', 0.5);
    benchReport.seen(`${name}.durableAnswers`, computeMedian(ours.map((r) => r.pushesPerSecond)) * batch, 'answers/s');
    benchReport.seen(`${name}.bareAnswers`, computeMedian(yardstick.map((r) => r.pushesPerSecond)) * batch, 'answers/s');
    benchReport.seen(`${name}.serverCpu`, computeMedian(ours.map((r) => r.serverCpuUs)), 'µs/push');
    benchReport.seen(`${name}.bareCpu`, computeMedian(yardstick.map((r) => r.serverCpuUs)), 'µs/push');
    benchReport.seen(`${name}.p99`, computeMedian(ours.map((r) => r.p99Ms)), 'ms at saturation');
    benchReport.seen(`${name}.loadCpuShare`, computeMedian(ours.map((r) => r.loadCpuShare)), 'of one core');
    benchReport.seen(`${name}.firstBatches`, (warmUpMs / input.examinees) * 1000, 'µs each, HPKE included');
    if (batch === 10) benchReport.atLeast('projection.rate', ((behind * batch) / caughtUpMs) * 1000, 'answers/s behind the storm', 25_000);
    if (batch === 10) benchReport.atMost('push.bytesUp', bytesPerOp, 'bytes/answer, headers included', 250);
    recordFigure(`${name}: ${behind} batches behind at the end of the storm, caught up in ${Math.round(caughtUpMs)} ms`);
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}
