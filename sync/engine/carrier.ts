import type { PushInput } from '../contract/sync.ts';
import { NetworkFault, type SyncTransport, type Timers } from './ports.ts';

/**
 * SY7a: carries other devices' pushes to the server: a relay of the room, an invigilator's tablet. It can't read, check or alter any of them:
 * tickets, chains and secrets are the server's matter when they come.
 */
type Awaitable<T> = T | Promise<T>;

export interface Carried {
  readonly id: number;
  readonly input: PushInput;
}

/** Batches as they came, until the server has them; on the disk when a method is done. */
export interface CarriedStore {
  /** The oldest that is not resting. */
  next(nowMs: number): Awaitable<Carried | undefined>;
  /** The server has it: in a chain, or aside. */
  given(id: number): Awaitable<void>;
  /** Not now: what stands before it is missing there, or the server doesn't know its ticket. Nothing is thrown away for that. */
  rest(id: number, untilMs: number, refused: string): Awaitable<void>;
}

export interface CarrierDeps {
  readonly store: CarriedStore;
  /** The way to the server, which may be down for hours. */
  readonly transport: Pick<SyncTransport, 'push'>;
  readonly clock: { nowMs(): number };
  readonly timers: Pick<Timers, 'sleep'>;
  /** The server refuses a batch, which is kept; or the store failed. */
  readonly onRefused: (reason: string, input: PushInput) => void;
  readonly onFault: (cause: unknown) => void;
}

const idleMs = 2_000;
const againMs = 1_000;
const againMostMs = 30_000;
/** What stands before it may lie with this carrier, on its PC, or come by a file. */
const gapMs = 20_000;
const refusedMs = 10 * 60_000;

/** Carries until `signal` ends: one at a time, the oldest first. */
export async function carry(deps: CarrierDeps, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    try {
      const went = await carryOne(deps, signal);
      failures = 0;
      if (!went) await deps.timers.sleep(idleMs, signal);
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof NetworkFault)) deps.onFault(cause);
      failures += 1;
      await deps.timers.sleep(Math.min(againMostMs, againMs * 2 ** failures), signal);
    }
  }
}

async function carryOne({ store, transport, clock, onRefused }: CarrierDeps, signal: AbortSignal): Promise<boolean> {
  const carried = await store.next(clock.nowMs());
  if (!carried) return false;
  const { id, input } = carried;
  const first = await transport.push(asCarried(input), signal);
  // The server has a fork aside that this is built on: only beside it can it lie.
  const answer =
    first.kind === 'refused' && first.data?.beside === true ? await transport.push({ ...asCarried(input), aside: true }, signal) : first;
  if (answer.kind === 'ok' || answer.data?.kept === true) {
    await store.given(id);
    return true;
  }
  const reason = answer.data?.reason ?? String(answer.code);
  const comes = reason === 'gap' || reason === 'unknownStream';
  if (!comes) onRefused(reason, input);
  await store.rest(id, clock.nowMs() + (comes ? gapMs : refusedMs), reason);
  return true;
}

/** Whom the news are about is not here. */
const asCarried = (input: PushInput): PushInput => ({ ...input, newsSeen: Number.MAX_SAFE_INTEGER });
