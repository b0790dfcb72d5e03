import type { RelayResponse } from '../../sync/contract/exams/relay.ts';
import { pushInput } from '../../sync/contract/exams/sync.ts';
import { forwardBatches } from '../../sync/engine/transfer/transfer-queue.ts';
import type { SyncTransport } from '../../sync/engine/ports.ts';
import type { Logger, ServerClock, ServerTimers } from '../ports.ts';
import type { UploadTokenChecker } from '../answer-log/log/upload-token.ts';
import type { RelayStore } from './relay-store.ts';

export interface RelayDeps {
  readonly store: RelayStore;
  /** Sends pushes to the server, which may be unreachable for hours. */
  readonly transport: Pick<SyncTransport, 'push'>;
  readonly clock: ServerClock;
  readonly timers: ServerTimers;
  readonly logger: Logger;
  /** Verifies upload tokens with the server's key. */
  readonly tickets: Pick<UploadTokenChecker, 'check'>;
}

/** Accepts pushes while the server cannot be reached, and forwards them to the server later (SY7a). */
export class RelayForwarder {
  readonly #deps: RelayDeps;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  /**
   * Stores a push and returns when it is on the disk. Returns undefined, and the sender keeps its ops, if the body is no push, the server did not
   * sign a matching upload token, `isAdmitted` returns false, or there is no space.
   */
  storePush(body: unknown, isAdmitted: (attemptId: string) => boolean = () => true): RelayResponse | undefined {
    const parsed = pushInput.safeParse(body);
    if (!parsed.success || parsed.data.ops.length === 0) return undefined;
    const { store, clock, tickets } = this.#deps;
    const { stream, ticket } = parsed.data;
    const seat = tickets.check(ticket);
    if (seat?.attemptId !== stream.attemptId || seat.epoch !== stream.epoch || seat.actor !== stream.actor) return undefined;
    if (!isAdmitted(stream.attemptId)) return undefined;
    if (store.storeBatch(parsed.data, clock.nowMs()) === 'full') return undefined;
    const { fromSeq, ops, headHash } = parsed.data;
    return { relay: store.name, keptThrough: fromSeq + ops.length - 1, headHash };
  }

  /** Forwards stored batches to the server until `signal` aborts. */
  run(signal: AbortSignal): Promise<void> {
    const { logger, ...deps } = this.#deps;
    const onRefused = (reason: string, { stream }: { stream: { attemptId: string } }): void =>
      logger.warn({ reason, attemptId: stream.attemptId }, 'the server refused a batch from the relay');
    const onFault = (err: unknown): void => logger.error({ err }, 'the relay could not send a batch; it keeps the batch and tries again');
    return forwardBatches({ ...deps, onRefused, onFault }, signal);
  }
}
