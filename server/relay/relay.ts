import type { RelayAnswer } from '../../sync/contract/relay.ts';
import { pushInput, type PushInput } from '../../sync/contract/sync.ts';
import { NetworkFault, type SyncTransport } from '../../sync/engine/ports.ts';
import type { Logger, ServerClock, ServerTimers } from '../ports.ts';
import type { RelayStore } from './relay-store.ts';

export interface RelayDeps {
  readonly store: RelayStore;
  /** The way to the server, which may be down for hours. */
  readonly transport: Pick<SyncTransport, 'push'>;
  readonly clock: ServerClock;
  readonly timers: ServerTimers;
  readonly logger: Logger;
}

const idleMs = 2_000;
const againMs = 1_000;
const againMostMs = 30_000;
/** What stands before it may lie in this relay, on its PC, or come by a file. */
const gapMs = 20_000;
const refusedMs = 10 * 60_000;

/**
 * SY7a: takes pushes where the way to the server is down, and carries them there later. It can't read, check or alter any of them: tickets,
 * chains and secrets are the server's matter when they come.
 */
export class Relay {
  readonly #deps: RelayDeps;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  /** On the disk when it returns. Undefined: not a push of ours, or there is no room; whoever sent it keeps it. */
  take(body: unknown): RelayAnswer | undefined {
    const parsed = pushInput.safeParse(body);
    if (!parsed.success || parsed.data.ops.length === 0) return undefined;
    const { store, clock } = this.#deps;
    if (store.keep(parsed.data, clock.nowMs()) === 'full') return undefined;
    const { fromSeq, ops, headHash } = parsed.data;
    return { relay: store.name, keptThrough: fromSeq + ops.length - 1, headHash };
  }

  /** Carries until `signal` ends: one at a time, the oldest first. */
  async run(signal: AbortSignal): Promise<void> {
    const { timers, logger } = this.#deps;
    for (let failures = 0; !signal.aborted;) {
      try {
        const went = await this.#carryOne(signal);
        failures = 0;
        if (!went) await timers.sleep(idleMs, signal);
      } catch (err) {
        if (signal.aborted) return;
        if (!(err instanceof NetworkFault)) logger.error({ err }, 'the relay could not carry a batch; it keeps it and tries again');
        failures += 1;
        await timers.sleep(Math.min(againMostMs, againMs * 2 ** failures), signal);
      }
    }
  }

  async #carryOne(signal: AbortSignal): Promise<boolean> {
    const { store, transport, clock, logger } = this.#deps;
    const held = store.next(clock.nowMs());
    if (!held) return false;
    const answer = await transport.push(asCarried(held.input, store.isForked(held.input)), signal);
    if (answer.kind === 'ok' || answer.data?.kept === true) {
      // Only a fork proves that what lies aside is its owner's: of what anybody may have made up nothing follows for others.
      if (answer.kind === 'refused' && answer.data?.reason === 'fork') store.noteFork(held.input);
      store.given(held.id);
      return true;
    }
    const reason = answer.data?.reason ?? String(answer.code);
    const comes = reason === 'gap' || reason === 'unknownStream';
    if (!comes) logger.warn({ reason, attemptId: held.input.stream.attemptId }, 'the server refuses a batch of the relay; it is kept');
    store.rest(held.id, clock.nowMs() + (comes ? gapMs : refusedMs), reason);
    return true;
  }
}

/** Whom the news are about is not here. `aside`: as its PC says it of a condemned stream's tail, which no chain will ever take. */
const asCarried = (input: PushInput, forked: boolean): PushInput => ({
  ...input,
  newsSeen: Number.MAX_SAFE_INTEGER,
  ...(forked ? { aside: true } : {}),
});
