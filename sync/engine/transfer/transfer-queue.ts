import type { PushInput } from '../../contract/exams/sync.ts';
import { createFaultReporter, type ReportFault } from '../faults.ts';
import type { SyncTransport, Timers } from '../ports.ts';

/**
 * SY7a: forwards pushes of other devices to the server. A relay in the room and an invigilator's tablet use it. It cannot read, check or alter
 * the pushes; the server checks token, chain and secret on arrival.
 */
type Awaitable<T> = T | Promise<T>;

/** A batch of ops of another device that waits to be forwarded to the server. */
export interface QueuedBatch {
  readonly id: number;
  readonly input: PushInput;
}

/** Durable queue of batches that the server has not received. Each method resolves when its change is on the disk. */
export interface TransferQueue {
  /** Returns the oldest batch whose rest period is over. */
  next(nowMs: number): Awaitable<QueuedBatch | undefined>;
  /** Removes a batch that the server has stored, in a chain or in quarantine. */
  removeDelivered(id: number): Awaitable<void>;
  /** Postpones a batch because the server lacks its predecessors or does not know its upload token. The batch is never dropped. */
  postpone(id: number, untilMs: number, refused: string): Awaitable<void>;
}

export interface TransferDeps {
  readonly store: TransferQueue;
  /** Connection to the server; it may be down for hours. */
  readonly transport: Pick<SyncTransport, 'push'>;
  readonly clock: { nowMs(): number };
  readonly timers: Pick<Timers, 'sleep'>;
  /** Called when the server refused a batch, which stays in the queue. */
  readonly onRefused: (reason: string, input: PushInput) => void;
  readonly onFault: ReportFault;
}

const idleMs = 2_000;
const againMs = 1_000;
const againMostMs = 30_000;
/**
 * Delay in milliseconds before a batch is sent again for which the server lacks the preceding ops. They may be in this queue, still on their PC, or
 * arrive in an answer file.
 */
const gapMs = 20_000;
const refusedMs = 10 * 60_000;

/** Forwards batches one at a time, oldest first, until `signal` aborts. */
export async function forwardBatches(deps: TransferDeps, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    try {
      const went = await transferNextBatch(deps, signal);
      failures = 0;
      if (!went) await deps.timers.sleep(idleMs, signal);
    } catch (cause) {
      if (signal.aborted) return;
      createFaultReporter(deps.onFault, 'carry')(cause);
      failures += 1;
      await deps.timers.sleep(Math.min(againMostMs, againMs * 2 ** failures), signal);
    }
  }
}

async function transferNextBatch({ store, transport, clock, onRefused }: TransferDeps, signal: AbortSignal): Promise<boolean> {
  const carried = await store.next(clock.nowMs());
  if (!carried) return false;
  const { id, input } = carried;
  const first = await transport.push(suppressNews(input), signal);
  // The server quarantined the ops that this batch continues, so the batch can only be stored in quarantine as well.
  const answer =
    first.kind === 'refused' && first.data?.beside === true ? await transport.push({ ...suppressNews(input), aside: true }, signal) : first;
  if (answer.kind === 'ok' || answer.data?.kept === true) {
    await store.removeDelivered(id);
    return true;
  }
  const reason = answer.data?.reason ?? String(answer.code);
  const comes = reason === 'gap' || reason === 'unknownStream';
  if (!comes) onRefused(reason, input);
  await store.postpone(id, clock.nowMs() + (comes ? gapMs : refusedMs), reason);
  return true;
}

/**
 * Asks for news newer than the highest possible version, so that the server's reply carries no news. The relay or tablet that forwards the batch has
 * no use for them.
 */
const suppressNews = (input: PushInput): PushInput => ({ ...input, newsSeen: Number.MAX_SAFE_INTEGER });
