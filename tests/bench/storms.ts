import { join } from 'node:path';
import { openDataFolder } from '../../server/data-folder.ts';
import pg from 'pg';
import { type BenchPlace, type BenchServers, startBenchServers } from './bench-place.ts';
import { measureGauge, runLoad } from './child.ts';
import { recordFigure, computePercentile, benchReport } from './figure.ts';
import type { HandInStormInput, HandInStormResult } from './load/handin-storm.ts';
import type { SteadyStateInput, SteadyStateResult } from './load/steady-state.ts';

/** Measures a hall full of examinees who hand in at the same time: no request is refused, no op is lost, and each gets a receipt. */
export async function benchHandIns(place: BenchPlace): Promise<void> {
  const servers = await startBenchServers(place);
  try {
    const input: HandInStormInput = {
      keysFile: join(servers.first.dataDir, 'keys.json'),
      examinees: 1000,
      answers: 100,
      withinMs: 10_000,
      ports: servers.ports,
    };
    const result = await runLoad<HandInStormResult>('handin-storm.ts', input);
    await servers.stop();
    const stored = await countOps(servers);
    for (const error of new Set(result.errors)) recordFigure(`hand-in storm: ${error}`);
    benchReport.atMost(`${place.prefix}handIn.errors`, result.errors.length, 'of 1000 examinees', 0);
    benchReport.atMost(`${place.prefix}handIn.lost`, result.ops - stored, `ops of ${result.ops}`, 0);
    benchReport.atMost(`${place.prefix}handIn.pushP99`, computePercentile(result.pushMs, 0.99), 'ms', 1000);
    benchReport.atMost(
      `${place.prefix}handIn.receiptP99`,
      computePercentile(result.receiptMs, 0.99),
      'ms from hand-in to a verified receipt',
      1000,
    );
    benchReport.atMost(`${place.prefix}projection.caughtUp`, result.lastReceiptAfterMs, 'ms after the last reply', 5000);
  } finally {
    await servers.stop();
    await servers.remove();
  }
}

/** Counts the ops in the answer log of servers that have stopped. */
async function countOps({ first, databaseUrl }: BenchServers): Promise<number> {
  if (databaseUrl !== undefined) return countSharedOps(databaseUrl);
  const { log, close } = await openDataFolder(first.dataDir, Date.now(), console);
  const count = log.prepare<[], number>('SELECT sum(to_seq - from_seq + 1) FROM batch').pluck().get() ?? 0;
  await close();
  return count;
}

async function countSharedOps(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ ops: number }>(
    "SELECT sum(json_array_length(convert_from(raw, 'UTF8')::json))::float8 AS ops FROM answer_log.entry WHERE body::json ->> 'kind' = 'batch'",
  );
  await client.end();
  return rows[0]?.ops ?? 0;
}

/**
 * Measures an exam in progress. First all polls begin at once, as after a broken network switch. Then examinees answer steadily for 30 s, each with
 * one open long poll. Finally all connections end at once.
 */
export async function benchSteadyState(place: BenchPlace, examinees: number, areConnectionsShared: boolean): Promise<void> {
  const servers = await startBenchServers(place);
  const begin = `${place.prefix}steady`;
  const seconds = 30;
  try {
    const everyMs = 5_000;
    const keysFile = join(servers.first.dataDir, 'keys.json');
    const input: SteadyStateInput = {
      keysFile,
      examinees,
      everyMs,
      rounds: (seconds * 1000) / everyMs,
      ports: servers.ports,
      pids: servers.pids,
      areConnectionsShared,
      addresses: Math.ceil((examinees * (areConnectionsShared ? 1 : 2)) / 25_000),
    };
    const result = await runLoad<SteadyStateResult>('steady-state.ts', input);
    const leavingMs = await measureGauge(servers.first.url, 'event_loop_delay_max_ms');
    for (const error of new Set(result.errors)) recordFigure(`steady state: ${error}`);
    recordFigure(`steady state: ${examinees} examinees for ${seconds} s, ${result.pushMs.length} pushes, ${result.polls} polls answered`);
    benchReport.atMost(`${begin}.errors`, result.errors.length, `of ${result.pushMs.length} pushes`, 0);
    benchReport.seen(`${begin}.generatorLateP99`, computePercentile(result.lateMs, 0.99), 'ms, within the figures below');
    benchReport.atMost(`${begin}.serverHeldUpMax`, result.heldMaxMs.working, 'ms, longest turn of its event loop', 50);
    benchReport.seen(`${begin}.connectingHeldUpMax`, result.heldMaxMs.connecting, 'ms, the same while all polls begin');
    benchReport.seen(`${begin}.connectingPushP95`, computePercentile(result.connectingPushMs, 0.95), 'ms, pushes meanwhile');
    benchReport.seen(`${begin}.leavingHeldUpMax`, leavingMs, 'ms, the same while all connections end');
    benchReport.seen(`${begin}.median`, computePercentile(result.pushMs, 0.5), 'ms');
    benchReport.seen(`${begin}.p95`, computePercentile(result.pushMs, 0.95), 'ms');
    benchReport.atMost(`${begin}.p99`, computePercentile(result.pushMs, 0.99), 'ms', 50);
    benchReport.atMost(`${begin}.serverCpu`, result.serverCpu, 'of one core', examinees > 5000 ? 1 : 0.6);
    benchReport.atMost(`${begin}.memory`, result.rssBytes / 1e6, 'MB', examinees > 5000 ? 1_200 : 500);
  } finally {
    await servers.stop();
    await servers.remove();
  }
}

/** Reports the figures of an exam that runs while another load is measured. The names of the figures begin with `name`. */
export function reportExam(name: string, { pushMs, lateMs, serverCpu, rssBytes }: SteadyStateResult): void {
  benchReport.seen(`${name}.examMedian`, computePercentile(pushMs, 0.5), 'ms');
  benchReport.atMost(`${name}.examP99`, computePercentile(pushMs, 0.99), 'ms', 50);
  benchReport.seen(`${name}.generatorLateP99`, computePercentile(lateMs, 0.99), 'ms, within the figures above');
  benchReport.seen(`${name}.serverCpu`, serverCpu, 'of one core');
  benchReport.seen(`${name}.memory`, rssBytes / 1e6, 'MB');
}
