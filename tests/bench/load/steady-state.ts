import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { importServerKeys, type StoredServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { measureGauge, readCpuMs, readUsage } from '../child.ts';
import { finishLoad } from './finish.ts';
import { choosePort, RawClient, rawRequest } from './raw-client.ts';

/** Examinees at work: each pushes one op every `everyMs` and holds one long poll open. */
export interface SteadyStateInput {
  readonly keysFile: string;
  readonly examinees: number;
  readonly everyMs: number;
  readonly rounds: number;
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  /** Wall clock time at which to begin, together with other generators. */
  readonly beginAtMs?: number;
}
export interface SteadyStateResult {
  /** Milliseconds from the moment a push was due until its response was read; delays on both sides are included. */
  readonly pushMs: number[];
  /** The part of `pushMs` by which this process sent late, which is no fault of the server. */
  readonly lateMs: number[];
  /** Longest time for which this process was busy and left responses unread. */
  readonly ownDelayMaxMs: number;
  readonly errors: string[];
  /** CPU of the servers together as a share of one core, over the whole run. */
  readonly serverCpu: number;
  /** Memory of the largest server. */
  readonly rssBytes: number;
  readonly polls: number;
}

const input = JSON.parse(process.argv[2] ?? '{}') as SteadyStateInput;
const keys = await importServerKeys(JSON.parse(readFileSync(input.keysFile, 'utf8')) as StoredServerKeys);
const streams: DeviceStream[] = [];
for (let n = 0; n < input.examinees; n += 1) streams.push(await DeviceStream.open(keys, n + 1, Date.now()));
const request = (s: DeviceStream, n: number): Buffer =>
  rawRequest('/api/sync/push', s.push([{ type: 'answer.set@1', payload: { i: String((n % 200) + 1), v: ['A'] } }], 1));
const queues = streams.map((s) => Array.from({ length: input.rounds + 1 }, (_, n) => request(s, n)));

const pushMs: number[] = [];
const lateMs: number[] = [];
const errors: string[] = [];

const pushers: RawClient[] = [];
for (const [n, queue] of queues.entries()) {
  const client = await RawClient.open(choosePort(input.ports, n));
  pushers.push(client);
  await client.call(queue[0] as Buffer);
}
const pollers = await Promise.all(streams.map((_, n) => RawClient.open(choosePort(input.ports, n))));
let polls = 0;
for (const [n, stream] of streams.entries()) {
  const poll = async (): Promise<void> => {
    let newsSeen = 0;
    let serverEpoch = '';
    for (;;) {
      const told = await (pollers[n] as RawClient).call<{ news: { version: number } | null; serverEpoch: string }>(
        rawRequest('/api/sync/pull', { ticket: stream.ticket, newsSeen, serverEpoch, waitMs: 25_000 }),
      );
      newsSeen = told.news?.version ?? newsSeen;
      serverEpoch = told.serverEpoch;
      polls += 1;
    }
  };
  poll().catch((error: unknown) => errors.push(`poll: ${String(error)}`));
}
await wait(Math.max(3_000, (input.beginAtMs ?? 0) - Date.now()));

// Reading the gauge resets it on the server.
for (const port of input.ports) await measureGauge(`http://127.0.0.1:${port}`, 'event_loop_delay_max_ms');
const ownDelay = monitorEventLoopDelay({ resolution: 5 });
ownDelay.enable();
const cpu = readCpuMs(input.pids);
const began = performance.now();
await Promise.all(
  queues.map(async (queue, n) => {
    const offset = (n / queues.length) * input.everyMs;
    for (const [round, body] of queue.slice(1).entries()) {
      const due = began + offset + round * input.everyMs;
      // A timer may fire a millisecond early.
      while (performance.now() < due) await wait(Math.max(1, due - performance.now()));
      lateMs.push(performance.now() - due);
      await (pushers[n] as RawClient).call(body).catch((error: unknown) => errors.push(String(error)));
      pushMs.push(performance.now() - due);
    }
  }),
);
const rssBytes = Math.max(...input.pids.map((pid) => readUsage(pid).rssBytes));
const serverCpu = (readCpuMs(input.pids) - cpu) / (performance.now() - began);
finishLoad<SteadyStateResult>({ pushMs, lateMs, ownDelayMaxMs: ownDelay.max / 1e6, errors, serverCpu, rssBytes, polls });
