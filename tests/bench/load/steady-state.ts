import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { maxPullWaitMs } from '../../../sync/contract/exams/sync.ts';
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
  /** True if pushes share some connections, as behind a load balancer. Default: each examinee has a connection of their own for pushes. */
  readonly areConnectionsShared?: boolean;
  /** Number of local addresses (127.0.0.1, 127.0.0.2 and so on) to connect from. One address has ports for 28 000 connections only. Default: 1. */
  readonly addresses?: number;
  /** Wall clock time at which to begin, together with other generators. */
  readonly beginAtMs?: number;
}
export interface SteadyStateResult {
  /** Milliseconds from the moment a push was due until its response was read; delays on both sides are included. */
  readonly pushMs: number[];
  /** Milliseconds by which this process sent a push too late. They are part of `pushMs`, but no fault of the server. */
  readonly lateMs: number[];
  /** Longest delay of the servers' event loops in milliseconds: while all polls begin at once, and while the examinees work. */
  readonly heldMaxMs: { readonly connecting: number; readonly working: number };
  /** Milliseconds that the pushes took which were sent while all polls began. */
  readonly connectingPushMs: number[];
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
/** Number of examinees who make an additional push while all polls begin. */
const pushesWhileConnecting = 200;
/**
 * Prepared pushes of each examinee. `early`: one before the measurement, and for some examinees one while the polls begin. `timed`: one for each
 * round.
 */
const queues = streams.map((s, at) => {
  const early = at < pushesWhileConnecting ? 2 : 1;
  return {
    early: Array.from({ length: early }, (_, n) => request(s, n)),
    timed: Array.from({ length: input.rounds }, (_, n) => request(s, n + early)),
  };
});

const pushMs: number[] = [];
const lateMs: number[] = [];
const errors: string[] = [];

const { ports, addresses = 1 } = input;
/** Opens a connection to the server of examinee `n`. */
const open = (n: number): Promise<RawClient> =>
  RawClient.open(choosePort(ports, n), addresses === 1 ? undefined : `127.0.0.${1 + (Math.floor(n / ports.length) % addresses)}`);
/** Returns the longest delay of the servers' event loops since the last call, in milliseconds. */
const takeHeldMs = async (): Promise<number> =>
  Math.max(...(await Promise.all(input.ports.map((port) => measureGauge(`http://127.0.0.1:${port}`, 'event_loop_delay_max_ms')))));

/**
 * Connections for pushes. `turn` resolves when the newest push of the connection has ended. Load balancers keep some hundred connections to a server.
 */
const lanes: { readonly client: RawClient; turn: Promise<void> }[] = [];
const laneCount = input.areConnectionsShared ? 500 : input.examinees;
/** Sends the push of examinee `n` as soon as its connection is free. */
function push(n: number, body: Buffer): Promise<void> {
  const lane = lanes[n % lanes.length] as (typeof lanes)[number];
  lane.turn = lane.turn.then(() => lane.client.call<void>(body)).catch((error: unknown) => void errors.push(String(error)));
  return lane.turn;
}
for (const [n, { early }] of queues.entries()) {
  // Open the connection only now: the server ends one that has had no request for a minute.
  if (n < laneCount) lanes.push({ client: await open(n), turn: Promise.resolve() });
  await push(n, early[0] as Buffer);
}
await takeHeldMs();
let polls = 0;
for (const [n, stream] of streams.entries()) {
  const poll = async (): Promise<void> => {
    const client = await open(n);
    let newsSeen = 0;
    let serverEpoch = '';
    for (;;) {
      const told = await client.call<{ news: { version: number } | null; serverEpoch: string }>(
        rawRequest('/api/sync/pull', { ticket: stream.ticket, newsSeen, serverEpoch, waitMs: maxPullWaitMs }),
      );
      newsSeen = told.news?.version ?? newsSeen;
      serverEpoch = told.serverEpoch;
      polls += 1;
    }
  };
  poll().catch((error: unknown) => errors.push(`poll: ${String(error)}`));
}
const connectingPushMs: number[] = [];
await Promise.all(
  queues.slice(0, pushesWhileConnecting).map(async ({ early }, n) => {
    const sent = performance.now();
    await push(n, early[1] as Buffer);
    connectingPushMs.push(performance.now() - sent);
  }),
);
// Wait until every poll has its first reply, which the server gives at once.
while (polls + errors.length < input.examinees) await wait(100);
await wait(Math.max(3_000, (input.beginAtMs ?? 0) - Date.now()));
const connecting = await takeHeldMs();

const cpu = readCpuMs(input.pids);
const began = performance.now();
await Promise.all(
  queues.map(async ({ timed }, n) => {
    const offset = (n / queues.length) * input.everyMs;
    for (const [round, body] of timed.entries()) {
      const due = began + offset + round * input.everyMs;
      // A timer may fire a millisecond early.
      while (performance.now() < due) await wait(Math.max(1, due - performance.now()));
      lateMs.push(performance.now() - due);
      await push(n, body);
      pushMs.push(performance.now() - due);
    }
  }),
);
const rssBytes = Math.max(...input.pids.map((pid) => readUsage(pid).rssBytes));
const serverCpu = (readCpuMs(input.pids) - cpu) / (performance.now() - began);
const heldMaxMs = { connecting, working: await takeHeldMs() };
finishLoad<SteadyStateResult>({ pushMs, lateMs, heldMaxMs, connectingPushMs, errors, serverCpu, rssBytes, polls });
