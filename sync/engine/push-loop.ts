import { errors } from '../contract/errors.ts';
import { pushLimits, type PushInput } from '../contract/sync.ts';
import type { AgentDeps } from './agent-deps.ts';
import { backoffMs } from './backoff.ts';
import { archiveWhenDone, takeNews } from './news-intake.ts';
import { NetworkFault, type PushAnswer, type SittingRow, type StreamRow } from './ports.ts';
import { nextBatch } from './push-batch.ts';
import { type Next, rewindToStart, takeRefusal } from './push-refusal.ts';
import type { ServerSight } from './server-sight.ts';
import type { Waker } from './waker.ts';

/** Looked for even when nothing says so: a note between tabs may be missed. */
const idleMs = 30_000;
const lateMs = 300_000;
/** A relay takes: what else there is goes to it without the waiting times of a network that is down. */
const againMs = 1_000;

/** How one stream fares; in memory only, a new leader finds out anew. */
interface Lane {
  limit: number;
  failures: number;
  dueMs: number;
  triedMs: number;
  /** What a relay in the room keeps: in memory, for it proves nothing; after a reload it is said again. */
  relayed: { readonly relay: string; readonly through: number };
}

/** How an exchange went: was the server there, and did it take in what it was given? */
export type Reach = (reachable: boolean, storing?: boolean) => void;

export interface PushLoop {
  run(signal: AbortSignal): Promise<void>;
  /** The network is said to be back: waiting times are forgotten. */
  online(): void;
}

/** Sends what any stream of this device still holds back, whoever wrote it (SY7a), one batch at a time (SY6). */
export function createPushLoop(deps: AgentDeps, sight: ServerSight, waker: Waker, reach: Reach): PushLoop {
  const { store, clock, chance, peers, transport } = deps;
  const lanes = new Map<string, Lane>();
  let failures = 0;
  let dueMs = 0;

  const laneOf = (row: StreamRow): Lane => {
    const lane = lanes.get(row.streamId) ?? {
      limit: pushLimits.ops,
      failures: 0,
      dueMs: 0,
      triedMs: -1,
      relayed: { relay: '', through: 0 },
    };
    lanes.set(row.streamId, lane);
    return lane;
  };
  const rest = (lane: Lane, next: Exclude<Next, 'goOn'>): void => {
    lane.failures += 1;
    lane.dueMs = clock.monoMs() + (next === 'late' ? lateMs : backoffMs(lane.failures, chance));
  };

  /** The stream to try now, the least recently tried first; or how long there is nothing to do. */
  async function pick(): Promise<{ row: StreamRow } | { waitMs: number }> {
    const now = clock.monoMs();
    if (now < dueMs) return { waitMs: dueMs - now };
    const rows = (await store.undelivered()).map((row) => ({ row, lane: laneOf(row) }));
    const due = rows.filter(({ lane }) => lane.dueMs <= now).toSorted((a, b) => a.lane.triedMs - b.lane.triedMs);
    if (due[0]) return { row: due[0].row };
    return { waitMs: Math.min(idleMs, ...rows.map(({ lane }) => lane.dueMs - now)) };
  }

  async function send(row: StreamRow, signal: AbortSignal): Promise<void> {
    const lane = laneOf(row);
    lane.triedMs = clock.monoMs();
    const sitting = await store.sitting(row.attemptId);
    const input = await nextBatch(store, row, lane.limit, sight.seen(sitting).newsSeen);
    if (!input) return rest(lane, 'late');
    const request = sight.leave();
    let answer: PushAnswer;
    try {
      answer = await transport.push(input, signal);
    } catch (fault) {
      if (signal.aborted) return;
      unreached(lane, input, fault);
      return relay(row, lane, sitting, signal);
    }
    failures = 0;
    reach(true, true);
    const next = answer.kind === 'ok' ? await acknowledged(row, input, answer, request) : await refused(row, lane, input, answer, request);
    if (next !== 'goOn') rest(lane, next);
    else if (answer.kind === 'ok') Object.assign(lane, { failures: 0, dueMs: 0, limit: Math.min(pushLimits.ops, lane.limit * 2) });
    peers.announce({ kind: 'changed', attemptId: row.attemptId });
    await archiveWhenDone(deps, row.attemptId, sight.epoch);
  }

  /** Some links pass small bodies only: a batch that keeps failing is halved, and meanwhile the other streams have their turn. */
  function unreached(lane: Lane, input: PushInput, fault: unknown): void {
    if (!(fault instanceof NetworkFault)) throw fault;
    failures += 1;
    lane.failures += 1;
    if (lane.failures > 1) lane.limit = Math.max(1, Math.floor(input.ops.length / 2));
    dueMs = clock.monoMs() + backoffMs(failures, chance);
    // A server that answers and can't store (its disk is full) is no network that is down.
    if (fault.refused) reach(true, false);
    else reach(false);
  }

  /** SY7a: while the server can't be given it, what the room's relay has not got goes there; the server is asked first each time. */
  async function relay(row: StreamRow, lane: Lane, sitting: SittingRow | undefined, signal: AbortSignal): Promise<void> {
    const address = sitting?.serverKeys.relay;
    // What of a condemned stream becomes chain is the server's to say.
    if (address === undefined || !transport.relay || row.condemned) return;
    const from = Math.max(row.ackedSeq, lane.relayed.through);
    const input = await nextBatch(store, { ...row, ackedSeq: from }, pushLimits.ops, 0);
    if (!input) return;
    // The server may know nothing of the stream when this reaches it.
    const stream = row.ackedSeq === 0 ? { ...input.stream, wrapped: row.wrappedForServer } : input.stream;
    try {
      const kept = await transport.relay(address, { ...input, stream }, signal);
      if (kept.headHash !== input.headHash) return;
      const isOther = lane.relayed.relay !== '' && lane.relayed.relay !== kept.relay;
      // Another disk: what the older one kept may never arrive by this one.
      lane.relayed = { relay: kept.relay, through: isOther ? 0 : kept.keptThrough };
      peers.announce({ kind: 'relayed', attemptId: row.attemptId, streamId: row.streamId, through: lane.relayed.through });
      dueMs = Math.min(dueMs, clock.monoMs() + againMs);
    } catch (fault) {
      if (!(fault instanceof NetworkFault)) throw fault;
    }
  }

  /** SY6: only as far as `ackedThrough`, and only where the own hash there is the same. */
  async function acknowledged(row: StreamRow, input: PushInput, answer: PushAnswer & { kind: 'ok' }, request: number): Promise<Next> {
    const { serverEpoch, ackedThrough, headHash, news } = answer;
    if (!(await sight.heard(request, serverEpoch))) return 'goOn';
    if (news) await takeNews(deps, row.attemptId, news, serverEpoch);
    const outcome = await store.acknowledge(row.streamId, { seq: ackedThrough, hash: headHash }, serverEpoch);
    if (outcome === 'disagrees') return (await rewindToStart(store, row, serverEpoch)) === 'goOn' && input.fromSeq > 1 ? 'goOn' : 'soon';
    return outcome === 'same' ? 'soon' : 'goOn';
  }

  async function refused(
    row: StreamRow,
    lane: Lane,
    input: PushInput,
    { code, data }: PushAnswer & { kind: 'refused' },
    request: number,
  ): Promise<Next> {
    if (data) {
      if (!(await sight.heard(request, data.serverEpoch))) return 'goOn';
      return takeRefusal(store, row, input, data);
    }
    // Not about this batch (another service at this address, an older server): a stream must not be given up for that.
    if (code !== errors.invalid.code && code !== errors.tooLarge.code) return 'late';
    // Refused as a whole, no reason given (SY7): look for the one op that can't pass. Its stream then rests, and its owner goes on in another.
    if (input.ops.length > 1) {
      lane.limit = Math.floor(input.ops.length / 2);
      return 'goOn';
    }
    await store.condemn(row.streamId);
    return 'late';
  }

  return {
    online() {
      failures = 0;
      dueMs = 0;
      for (const lane of lanes.values()) lane.dueMs = 0;
      waker.wake();
    },
    async run(signal) {
      while (!signal.aborted) {
        try {
          const picked = await pick();
          if ('row' in picked) await send(picked.row, signal);
          else await waker.sleep(picked.waitMs, signal);
        } catch {
          // The store refused (a full disk): what is not written down is found again. The loop never ends by itself.
          failures += 1;
          dueMs = clock.monoMs() + backoffMs(failures, chance);
        }
      }
    },
  };
}
