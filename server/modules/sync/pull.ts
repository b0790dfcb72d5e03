import type { StreamHead } from '../../../sync/contract/sync.ts';
import { refuse, type Handlers } from '../../http/handler.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { LogReader } from '../../ingest/log-port.ts';
import type { ServerTimers } from '../../ports.ts';
import { NewsWaiters } from './news-waiters.ts';
import { pushMessages } from './sync-messages.ts';

export interface PullDeps extends Pick<Ingest, 'tickets' | 'log' | 'projector' | 'clock'> {
  readonly timers: ServerTimers;
}

/** Waiting polls of one attempt beyond this many are answered at once with what there is. */
const pollsPerAttempt = 8;

/** SY8, SY9: the attempt's state once it is other than the device has seen, and the heads, by which a device finds a restored server. */
export function pullHandler({ tickets, log, projector, clock, timers }: PullDeps): Handlers<'sync'>['pull'] {
  const waiters = new NewsWaiters(projector);
  return async ({ ticket: text, newsSeen, serverEpoch, waitMs }, { signal }) => {
    const ticket = tickets.check(text);
    if (!ticket) return refuse('forbidden', pushMessages.ticket);
    const { attemptId } = ticket;
    const patience = { waitMs, signal, timers };
    // A server that is still projecting its log anew would show older news than the device has, and never let it wait.
    if (projector.stats().behind > 0) await until(patience, (done) => void projector.untilProjected().then(done, done));

    const waits = serverEpoch === log.serverEpoch && waitMs > 0 && waiters.countOf(attemptId) < pollsPerAttempt;
    if (waits && !projector.newsAfter(attemptId, newsSeen)) await until(patience, (done) => waiters.add(attemptId, done));
    const news = projector.newsAfter(attemptId, newsSeen);
    return { serverEpoch: log.serverEpoch, serverNow: clock.nowMs(), news, heads: headsOf(log, attemptId) };
  };
}

interface Patience {
  readonly waitMs: number;
  /** Ends when the client goes away or the server stops. */
  readonly signal: AbortSignal;
  readonly timers: ServerTimers;
}

/** Waits for `event` to call back, but no longer than patience lasts. `event` may return how to stop listening. */
function until({ waitMs, signal, timers }: Patience, event: (done: () => void) => (() => void) | void): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = new AbortController();
    let stop: (() => void) | void;
    const done = (): void => {
      stop?.();
      timer.abort();
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done);
    stop = event(done);
    void timers.sleep(waitMs, timer.signal).then(done);
  });
}

function headsOf(log: LogReader, attemptId: string): StreamHead[] {
  return log.streamsOf(attemptId).flatMap(({ streamId, author }) => {
    const head = author === 'examinee' ? log.head(streamId) : undefined;
    return head ? [{ streamId, ...head }] : [];
  });
}
