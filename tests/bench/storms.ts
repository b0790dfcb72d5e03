import { join } from 'node:path';
import { openDataFolder } from '../../server/data-folder.ts';
import { measureGauge, runLoad, startBenchServer } from './child.ts';
import { recordFigure, computePercentile, benchReport } from './figure.ts';
import type { HandInStormInput, HandInStormResult } from './load/handin-storm.ts';
import type { SteadyStateInput, SteadyStateResult } from './load/steady-state.ts';

/** Measures a hall of examinees who hand in at once: no request is refused, no op is lost, and each gets a receipt. */
export async function benchHandIns(): Promise<void> {
  const server = await startBenchServer({ keep: true });
  try {
    const input: HandInStormInput = {
      keysFile: join(server.dataDir, 'keys.json'),
      examinees: 1000,
      answers: 100,
      withinMs: 10_000,
      port: server.port,
    };
    const result = await runLoad<HandInStormResult>('handin-storm.ts', input);
    await server.stop();
    const stored = await countOps(server.dataDir);
    for (const error of new Set(result.errors)) recordFigure(`hand-in storm: ${error}`);
    benchReport.atMost('handIn.errors', result.errors.length, 'of 1000 examinees', 0);
    benchReport.atMost('handIn.lost', result.ops - stored, `ops of ${result.ops}`, 0);
    benchReport.atMost('handIn.pushP99', computePercentile(result.pushMs, 0.99), 'ms', 1000);
    benchReport.atMost('handIn.receiptP99', computePercentile(result.receiptMs, 0.99), 'ms from hand-in to a verified receipt', 1000);
    benchReport.atMost('projection.caughtUp', result.lastReceiptAfterMs, 'ms after the last reply', 5000);
  } finally {
    await server.stop();
    server.remove();
  }
}

async function countOps(dataDir: string): Promise<number> {
  const { log, close } = await openDataFolder(dataDir, Date.now(), console);
  const count = log.prepare<[], number>('SELECT sum(to_seq - from_seq + 1) FROM batch').pluck().get() ?? 0;
  await close();
  return count;
}

/** Measures an exam in progress: steady answers, and one open long poll for each examinee. */
export async function benchSteadyState(examinees = 5000, seconds = 30): Promise<void> {
  const server = await startBenchServer();
  try {
    const everyMs = 5_000;
    const keysFile = join(server.dataDir, 'keys.json');
    const input: SteadyStateInput = {
      keysFile,
      examinees,
      everyMs,
      rounds: (seconds * 1000) / everyMs,
      port: server.port,
      pid: server.pid,
    };
    const result = await runLoad<SteadyStateResult>('steady-state.ts', input);
    const heldUpMs = await measureGauge(server.url, 'event_loop_delay_max_ms');
    for (const error of new Set(result.errors)) recordFigure(`steady state: ${error}`);
    recordFigure(`steady state: ${examinees} examinees for ${seconds} s, ${result.pushMs.length} pushes, ${result.polls} polls answered`);
    benchReport.atMost('steady.errors', result.errors.length, `of ${result.pushMs.length} pushes`, 0);
    benchReport.seen('steady.generatorLateP99', computePercentile(result.lateMs, 0.99), 'ms, within the figures below');
    benchReport.seen('steady.generatorHeldUpMax', result.ownDelayMaxMs, 'ms');
    benchReport.seen('steady.serverHeldUpMax', heldUpMs, 'ms, longest turn of its event loop');
    benchReport.seen('steady.median', computePercentile(result.pushMs, 0.5), 'ms');
    benchReport.seen('steady.p95', computePercentile(result.pushMs, 0.95), 'ms');
    benchReport.atMost('steady.p99', computePercentile(result.pushMs, 0.99), 'ms', 50);
    benchReport.atMost('steady.serverCpu', result.serverCpu, 'of one core', 0.6);
    benchReport.atMost('steady.memory', result.rssBytes / 1e6, 'MB', 600);
  } finally {
    await server.stop();
  }
}
