import { apiErrors } from '../../contract/errors.ts';
import { pushLimits, type PushInput } from '../../contract/exams/sync.ts';
import type { SyncAgentDeps } from './agent-deps.ts';
import { computeBackoffMs } from './backoff.ts';
import { createFaultReporter } from '../faults.ts';
import { archiveIfDelivered, applyNews } from './news-intake.ts';
import { NetworkFault, type PushReply, type SittingRow, type StreamRow } from '../ports.ts';
import { buildNextBatch } from './push-batch.ts';
import { type PushNextStep, dropAcknowledgements, handlePushRefusal } from './push-refusal.ts';
import type { ServerEpochTracker } from './server-epoch-tracker.ts';
import type { Waker } from './waker.ts';

/** Interval in milliseconds at which the loop looks for ops even if no tab has announced one: a message between tabs may be lost. */
const idleMs = 30_000;
const lateMs = 300_000;
/**
 * Delay before the next batch after a relay (a process in the exam room that stores ops while the server cannot be reached) accepted one. It is much
 * shorter than the delays after a network fault.
 */
const againMs = 1_000;

/** Send state of one stream, in memory only. A new leading tab learns it again. */
interface Lane {
  limit: number;
  failures: number;
  dueMs: number;
  triedMs: number;
  /**
   * Relay in the room to which this tab sent ops, and the last seq that the relay reported to hold. In memory only, because it proves nothing; it is
   * learnt again after a reload.
   */
  relayed: { readonly relay: string; readonly through: number };
}

/** Reports the result of an exchange: whether the server was reached, and whether it stored the ops. */
export type ReportReachability = (reachable: boolean, storing?: boolean) => void;

export interface PushLoop {
  run(signal: AbortSignal): Promise<void>;
  /** Resets all delays, because the network is reported to be back. */
  online(): void;
}

/** Pushes the undelivered ops of all streams on this device, by any user (SY7a), one batch at a time (SY6). */
export function createPushLoop(deps: SyncAgentDeps, serverEpochs: ServerEpochTracker, waker: Waker, reach: ReportReachability): PushLoop {
  const { store, clock, chance, peers, transport } = deps;
  const report = createFaultReporter(deps.onFault, 'push');
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
  const rest = (lane: Lane, next: Exclude<PushNextStep, 'goOn'>): void => {
    lane.failures += 1;
    lane.dueMs = clock.monoMs() + (next === 'late' ? lateMs : computeBackoffMs(lane.failures, chance));
  };

  /** Picks the due stream that was tried least recently, or returns the milliseconds until one is due. */
  async function pick(): Promise<{ row: StreamRow } | { waitMs: number }> {
    const now = clock.monoMs();
    if (now < dueMs) return { waitMs: dueMs - now };
    const rows = (await store.undelivered()).map((row) => ({ row, lane: laneOf(row) }));
    const dueRows = rows.filter(({ lane }) => lane.dueMs <= now).toSorted((a, b) => a.lane.triedMs - b.lane.triedMs);
    if (dueRows[0]) return { row: dueRows[0].row };
    return { waitMs: Math.min(idleMs, ...rows.map(({ lane }) => lane.dueMs - now)) };
  }

  async function send(row: StreamRow, signal: AbortSignal): Promise<void> {
    const lane = laneOf(row);
    lane.triedMs = clock.monoMs();
    const sitting = await store.sitting(row.attemptId);
    const input = await buildNextBatch(store, row, lane.limit, serverEpochs.getKnownState(sitting).newsSeen);
    if (!input) return rest(lane, 'late');
    const request = serverEpochs.leave();
    let answer: PushReply;
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
    await archiveIfDelivered(deps, row.attemptId, serverEpochs.epoch);
  }

  /**
   * Handles a push that got no reply. Some network links let only small requests through, so a failing batch is halved. Meanwhile the other streams
   * get their turn.
   */
  function unreached(lane: Lane, input: PushInput, fault: unknown): void {
    if (!(fault instanceof NetworkFault)) throw fault;
    failures += 1;
    lane.failures += 1;
    if (lane.failures > 1) lane.limit = Math.max(1, Math.floor(input.ops.length / 2));
    dueMs = clock.monoMs() + computeBackoffMs(failures, chance);
    // A server that answers but cannot store (its disk is full) is reachable.
    if (fault.refused) reach(true, false);
    else reach(false);
  }

  /** Sends ops to the room's relay while the server cannot be reached (SY7a). Each time the server is tried first. */
  async function relay(row: StreamRow, lane: Lane, sitting: SittingRow | undefined, signal: AbortSignal): Promise<void> {
    const address = sitting?.serverKeys.relay;
    // Only the server can decide which part of a retired stream becomes part of the chain.
    if (address === undefined || !transport.relay || row.condemned) return;
    const from = Math.max(row.ackedSeq, lane.relayed.through);
    const input = await buildNextBatch(store, { ...row, ackedSeq: from }, pushLimits.ops, 0);
    if (!input) return;
    // Add the secret, because the server may not know the stream when the relay delivers this batch.
    const stream = row.ackedSeq === 0 ? { ...input.stream, wrapped: row.wrappedForServer } : input.stream;
    try {
      const reply = await transport.relay(address, { ...input, stream }, signal);
      if (reply.headHash !== input.headHash) return;
      const isOther = lane.relayed.relay !== '' && lane.relayed.relay !== reply.relay;
      // The reply comes from another relay than before. Count no op as relayed, because this relay may never deliver the ops that the former one
      // holds.
      lane.relayed = { relay: reply.relay, through: isOther ? 0 : reply.keptThrough };
      peers.announce({ kind: 'relayed', attemptId: row.attemptId, streamId: row.streamId, through: lane.relayed.through });
      dueMs = Math.min(dueMs, clock.monoMs() + againMs);
    } catch (fault) {
      if (!(fault instanceof NetworkFault)) throw fault;
    }
  }

  /** Applies the server's acknowledgement (SY6). Ops up to `ackedThrough` count as received only if this device has the same hash at that seq. */
  async function acknowledged(
    row: StreamRow,
    input: PushInput,
    answer: PushReply & { kind: 'ok' },
    request: number,
  ): Promise<PushNextStep> {
    const { serverEpoch, ackedThrough, headHash, news } = answer;
    if (!(await serverEpochs.recordReply(request, serverEpoch))) return 'goOn';
    if (news) await applyNews(deps, row.attemptId, news, serverEpoch);
    const outcome = await store.acknowledge(row.streamId, { seq: ackedThrough, hash: headHash }, serverEpoch);
    if (outcome === 'disagrees')
      return (await dropAcknowledgements(store, row, serverEpoch)) === 'goOn' && input.fromSeq > 1 ? 'goOn' : 'soon';
    return outcome === 'same' ? 'soon' : 'goOn';
  }

  async function refused(
    row: StreamRow,
    lane: Lane,
    input: PushInput,
    { code, data }: PushReply & { kind: 'refused' },
    request: number,
  ): Promise<PushNextStep> {
    if (data) {
      if (!(await serverEpochs.recordReply(request, data.serverEpoch))) return 'goOn';
      return handlePushRefusal(store, row, input, data);
    }
    // A refusal with any other code is not about this batch: another service may run at this address, or an older server. Do not give up the stream.
    if (code !== apiErrors.invalid.code && code !== apiErrors.tooLarge.code) return 'late';
    // The server refused the whole batch without a reason (SY7). Halve it down to the one op that the server refuses. The stream of that op is then
    // retired, and the examinee's next tab continues in another stream.
    if (input.ops.length > 1) {
      lane.limit = Math.floor(input.ops.length / 2);
      return 'goOn';
    }
    await store.retire(row.streamId);
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
        } catch (fault) {
          // The store failed, for example on a full disk. The next pass finds the ops again whose state was not written. The loop never ends by
          // itself.
          report(fault);
          failures += 1;
          dueMs = clock.monoMs() + computeBackoffMs(failures, chance);
        }
      }
    },
  };
}
