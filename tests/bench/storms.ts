import { join } from 'node:path';
import { openDataFolder } from '../../server/data-folder.ts';
import { gauge, runLoad, startServer } from './child.ts';
import { note, percentile, report } from './figure.ts';
import type { HandInStormInput, HandInStormResult } from './load/handin-storm.ts';
import type { SteadyStateInput, SteadyStateResult } from './load/steady-state.ts';

/** Measures a hall of examinees who hand in at once: no request is refused, no op is lost, and each gets a receipt. */
export async function benchHandIns(): Promise<void> {
  const server = await startServer({ keep: true });
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
    for (const error of new Set(result.errors)) note(`hand-in storm: ${error}`);
    report.atMost('handIn.errors', result.errors.length, 'of 1000 examinees', 0);
    report.atMost('handIn.lost', result.ops - stored, `ops of ${result.ops}`, 0);
    report.atMost('handIn.pushP99', percentile(result.pushMs, 0.99), 'ms', 1000);
    report.atMost('handIn.receiptP99', percentile(result.receiptMs, 0.99), 'ms from hand-in to a verified receipt', 1000);
    report.atMost('projection.caughtUp', result.lastReceiptAfterMs, 'ms after the last reply', 5000);
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
  const server = await startServer();
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
    const heldUpMs = await gauge(server.url, 'event_loop_delay_max_ms');
    for (const error of new Set(result.errors)) note(`steady state: ${error}`);
    note(`steady state: ${examinees} examinees for ${seconds} s, ${result.pushMs.length} pushes, ${result.polls} polls answered`);
    report.atMost('steady.errors', result.errors.length, `of ${result.pushMs.length} pushes`, 0);
    report.seen('steady.generatorLateP99', percentile(result.lateMs, 0.99), 'ms, within the figures below');
    report.seen('steady.generatorHeldUpMax', result.ownDelayMaxMs, 'ms');
    report.seen('steady.serverHeldUpMax', heldUpMs, 'ms, longest turn of its event loop');
    report.seen('steady.median', percentile(result.pushMs, 0.5), 'ms');
    report.seen('steady.p95', percentile(result.pushMs, 0.95), 'ms');
    report.atMost('steady.p99', percentile(result.pushMs, 0.99), 'ms', 50);
    report.atMost('steady.serverCpu', result.serverCpu, 'of one core', 0.6);
    report.atMost('steady.memory', result.rssBytes / 1e6, 'MB', 600);
  } finally {
    await server.stop();
  }
}
