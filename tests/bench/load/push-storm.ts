import { readFileSync } from 'node:fs';
import { importServerKeys, type StoredServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { DeviceStream, type OpToWrite } from '../../device/sealed-stream.ts';
import { computePercentile } from '../figure.ts';
import { finishLoad } from './finish.ts';
import { choosePort, RawClient, rawRequest } from './raw-client.ts';
import { readCpuMs } from '../child.ts';

/** Servers that share the load of a run. */
export interface LoadTarget {
  readonly ports: readonly number[];
  readonly pids: readonly number[];
}

/**
 * Examinees who push prepared batches as fast as they get responses. Rounds alternate between our servers (`ours`) and the bare server, which stores
 * nothing and serves as a comparison.
 */
export interface PushStormInput {
  readonly keysFile: string;
  readonly examinees: number;
  readonly batch: number;
  readonly batchesPerRound: number;
  readonly rounds: number;
  readonly ours: LoadTarget;
  readonly bare: LoadTarget;
}
export interface RoundResult {
  readonly pushesPerSecond: number;
  readonly p99Ms: number;
  readonly serverCpuUs: number;
  readonly loadCpuShare: number;
}
export interface PushStormResult {
  readonly ours: RoundResult[];
  readonly bare: RoundResult[];
  readonly bytesPerOp: number;
  readonly warmUpMs: number;
}

const input = JSON.parse(process.argv[2] ?? '{}') as PushStormInput;
const keys = await importServerKeys(JSON.parse(readFileSync(input.keysFile, 'utf8')) as StoredServerKeys);
const letters = ['A', 'B', 'C', 'D'];
const typed = (n: number): OpToWrite => ({ type: 'answer.set@1', payload: { i: String((n % 200) + 1), v: [letters[n % 4] ?? 'A'] } });

const streams: DeviceStream[] = [];
for (let n = 0; n < input.examinees; n += 1) streams.push(await DeviceStream.open(keys, n + 1, Date.now()));
const push = (s: DeviceStream, ops: OpToWrite[]): Buffer => rawRequest('/api/sync/push', s.push(ops, 1));
// The first batch opens the stream with HPKE, once for each stream, so it is not part of the rate.
const first = streams.map((s) => [push(s, [typed(0)])]);
const rounds = Array.from({ length: input.rounds }, (_, r) =>
  streams.map((s) =>
    Array.from({ length: input.batchesPerRound }, (_, b) =>
      push(
        s,
        Array.from({ length: input.batch }, (_, k) => typed((r * input.batchesPerRound + b) * input.batch + k + 1)),
      ),
    ),
  ),
);

async function storm(target: LoadTarget, clients: readonly RawClient[], queues: readonly Buffer[][]): Promise<RoundResult> {
  const cpu = readCpuMs(target.pids);
  const own = process.cpuUsage();
  const began = performance.now();
  const latencies: number[] = [];
  await Promise.all(
    queues.map(async (queue, n) => {
      for (const request of queue) {
        const sent = performance.now();
        const reply = await clients[n]?.send(request);
        latencies.push(performance.now() - sent);
        if (!reply?.body.startsWith('{"code":0')) throw new Error(`refused: ${reply?.body}`);
      }
    }),
  );
  const ms = performance.now() - began;
  const used = process.cpuUsage(own);
  return {
    pushesPerSecond: (latencies.length / ms) * 1000,
    p99Ms: computePercentile(latencies, 0.99),
    serverCpuUs: ((readCpuMs(target.pids) - cpu) * 1000) / latencies.length,
    loadCpuShare: (used.user + used.system) / 1000 / ms,
  };
}
/**
 * Waits until our servers have finished deferred work (projections, checkpoints). It would take processor time from the bare server, which is
 * measured next.
 */
async function idle(pids: readonly number[]): Promise<void> {
  for (let before = readCpuMs(pids); ;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const now = readCpuMs(pids);
    if (now - before < 25) return;
    before = now;
  }
}
const connect = ({ ports }: LoadTarget): Promise<RawClient[]> => Promise.all(streams.map((_, n) => RawClient.open(choosePort(ports, n))));

// A server answers 408 on a connection whose first request does not arrive within 20 s, so connect just before it.
const ours = await connect(input.ours);
const began = performance.now();
await storm(input.ours, ours, first);
const warmUpMs = performance.now() - began;
await idle(input.ours.pids);
const clients = { ours, bare: await connect(input.bare) };
await storm(input.bare, clients.bare, first);
const result: { ours: RoundResult[]; bare: RoundResult[] } = { ours: [], bare: [] };
for (const queues of rounds) {
  await idle(input.ours.pids);
  result.bare.push(await storm(input.bare, clients.bare, queues));
  result.ours.push(await storm(input.ours, clients.ours, queues));
}
const last = rounds.at(-1)?.[0]?.at(-1);
finishLoad<PushStormResult>({ ...result, bytesPerOp: (last?.length ?? Number.NaN) / input.batch, warmUpMs });
