import { join } from 'node:path';
import { gauge, runLoad, startBareServer, startServer } from './child.ts';
import { median, note, report } from './figure.ts';
import type { PushStormInput, PushStormResult } from './load/push-storm.ts';

/** Measures durable pushes against a server that stores nothing, and how fast the projections catch up. */
export async function benchPushes(batch: 10 | 1): Promise<void> {
  const [server, bare] = await Promise.all([startServer(), startBareServer()]);
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
    const behind = await gauge(server.url, 'projection_behind');
    const began = performance.now();
    while ((await gauge(server.url, 'projection_behind')) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const caughtUpMs = performance.now() - began;

    // Compare each round with the yardstick's round next to it: the same bodies, in turns, in the same run.
    const ratio = median(ours.map((round, n) => round.pushesPerSecond / (yardstick[n]?.pushesPerSecond ?? Number.NaN)));
    const name = `push.batch${batch}`;
    report.atLeast(`${name}.ratioToBare`, ratio, 'ratio', 0.5);
    report.seen(`${name}.durableAnswers`, median(ours.map((r) => r.pushesPerSecond)) * batch, 'answers/s');
    report.seen(`${name}.bareAnswers`, median(yardstick.map((r) => r.pushesPerSecond)) * batch, 'answers/s');
    report.seen(`${name}.serverCpu`, median(ours.map((r) => r.serverCpuUs)), 'µs/push');
    report.seen(`${name}.bareCpu`, median(yardstick.map((r) => r.serverCpuUs)), 'µs/push');
    report.seen(`${name}.p99`, median(ours.map((r) => r.p99Ms)), 'ms at saturation');
    report.seen(`${name}.loadCpuShare`, median(ours.map((r) => r.loadCpuShare)), 'of one core');
    report.seen(`${name}.firstBatches`, (warmUpMs / input.examinees) * 1000, 'µs each, HPKE included');
    if (batch === 10) report.atLeast('projection.rate', ((behind * batch) / caughtUpMs) * 1000, 'answers/s behind the storm', 25_000);
    if (batch === 10) report.atMost('push.bytesUp', bytesPerOp, 'bytes/answer, headers included', 250);
    note(`${name}: ${behind} batches behind at the end of the storm, caught up in ${Math.round(caughtUpMs)} ms`);
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}
