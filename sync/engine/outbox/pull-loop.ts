import { maxPullWaitMs } from '../../contract/exams/sync.ts';
import type { SyncAgentDeps } from './agent-deps.ts';
import { computeBackoffMs } from './backoff.ts';
import { createFaultReporter } from '../faults.ts';
import { archiveIfDelivered, applyNews } from './news-intake.ts';
import { NetworkFault, type PullReply, type SittingRow, type StreamRow } from '../ports.ts';
import type { ReportReachability } from './push-loop.ts';
import type { ServerEpochTracker } from './server-epoch-tracker.ts';
import { buildWrittenClaims, getChainEnd } from '../store/store-rules.ts';
import type { Waker } from './waker.ts';

/**
 * Maximum number of long polls open at once. If this PC has more attempts, all are polled in turn, and the server replies at once instead of waiting
 * for news.
 */
const openMax = 4;
const turnMs = 30_000;
const leastMs = 1_000;
const refusedMs = 300_000;
const idleMs = 15_000;
/**
 * Milliseconds for which an archived attempt is polled like a live one after a tab announced (`watched`) that a person has it open. Longer than the
 * interval between two announcements.
 */
const watchedMs = 90_000;
/** Interval of the check for a new server epoch while all attempts are archived. */
const probeMs = 300_000;

interface Line {
  failures: number;
  dueMs: number;
  busy: boolean;
}

export interface PullLoop {
  run(signal: AbortSignal): Promise<void>;
  online(): void;
}

/**
 * Polls the server for every attempt that is not archived or that a person has open. It fetches news (SY9) and learns which ops the server holds
 * (SY8).
 */
export function createPullLoop(
  deps: SyncAgentDeps,
  serverEpochs: ServerEpochTracker,
  ownWaker: Waker,
  pushes: Waker,
  reach: ReportReachability,
): PullLoop {
  const { store, clock, chance, transport, peers } = deps;
  const report = createFaultReporter(deps.onFault, 'pull');
  const lines = new Map<string, Line>();
  /** Attempt id → monotonic time until which a person is assumed to have the archived attempt open. */
  const watched = new Map<string, number>();
  const probe: Line = { failures: 0, dueMs: 0, busy: false };

  const lineOf = (attemptId: string): Line => {
    const line = lines.get(attemptId) ?? { failures: 0, dueMs: 0, busy: false };
    lines.set(attemptId, line);
    return line;
  };

  /** Runs one request of a line, the polling state of an attempt. Afterwards the line is always free again and has a new due time. */
  async function exchange(line: Line, restMs: number, signal: AbortSignal, talk: () => Promise<'again' | 'refused'>): Promise<void> {
    const began = clock.monoMs();
    line.busy = true;
    try {
      const outcome = await talk();
      reach(true);
      line.failures = 0;
      line.dueMs = outcome === 'refused' ? clock.monoMs() + refusedMs : Math.max(clock.monoMs(), began + restMs);
    } catch (fault) {
      if (signal.aborted) return;
      if (fault instanceof NetworkFault) reach(fault.refused);
      report(fault);
      line.failures += 1;
      line.dueMs = clock.monoMs() + computeBackoffMs(line.failures, chance);
    } finally {
      line.busy = false;
      ownWaker.wake();
    }
  }

  async function pull(sitting: SittingRow, waitMs: number, signal: AbortSignal): Promise<'again' | 'refused'> {
    const { attemptId, ticket } = sitting;
    // Read the acknowledgements before sending the request. A lower head in the reply then means that the server lost ops, not that the reply is old.
    const rows = await store.streamsOf(attemptId);
    const earlierRows = new Map(rows.map((row) => [row.streamId, row]));
    const claims = buildWrittenClaims(rows);
    const request = serverEpochs.leave();
    const answer: PullReply = await transport.pull({ ticket, ...serverEpochs.getKnownState(sitting), waitMs, written: claims }, signal);
    if (answer.kind === 'refused') return 'refused';
    const { serverEpoch, serverNow, news, heads } = answer;
    const epochOutcome = await serverEpochs.recordReply(request, serverEpoch);
    if (!epochOutcome) return 'again';
    if (news) await applyNews(deps, attemptId, news, serverEpoch);
    const headByStream = new Map(heads.map((head) => [head.streamId, head]));
    for (const row of await store.streamsOf(attemptId)) {
      await compare(row, earlierRows.get(row.streamId), headByStream.get(row.streamId) ?? { seq: 0, hash: row.genesis }, serverEpoch);
    }
    peers.announce({ kind: 'heard', attemptId, serverNow });
    peers.announce({ kind: 'changed', attemptId });
    await archiveIfDelivered(deps, attemptId, serverEpochs.epoch);
    pushes.wake();
    return 'again';
  }

  async function compare(
    row: StreamRow,
    before: StreamRow | undefined,
    head: { seq: number; hash: string },
    serverEpoch: string,
  ): Promise<void> {
    // `before`, the row as it was before the request, may also hold an acknowledgement by another server. A suspended tab may have stored that
    // server's reply after this server was seen.
    const lost = before !== undefined && head.seq < Math.min(before.ackedSeq, getChainEnd(row));
    const ahead = head.seq > row.ackedSeq && head.seq <= getChainEnd(row);
    if (!lost && !ahead) return;
    const outcome = await store.acknowledge(row.streamId, head, serverEpoch);
    if (outcome === 'disagrees' && lost) await store.acknowledge(row.streamId, { seq: 0, hash: row.genesis }, serverEpoch);
  }

  async function ask(signal: AbortSignal): Promise<'again'> {
    const request = serverEpochs.leave();
    const { serverEpoch } = await transport.time(signal);
    if ((await serverEpochs.recordReply(request, serverEpoch)) === 'changed') pushes.wake();
    return 'again';
  }

  async function startDue(signal: AbortSignal): Promise<number> {
    const sittings = await store.sittings();
    const now = clock.monoMs();
    const live = sittings.filter(({ archivedMs, attemptId }) => archivedMs === null || (watched.get(attemptId) ?? 0) > now);
    const waits = live.length <= openMax;
    let nextMs = idleMs;
    let open = [...lines.values()].filter((line) => line.busy).length;
    const start = (line: Line, restMs: number, talk: () => Promise<'again' | 'refused'>): void => {
      if (line.busy) return;
      if (line.dueMs > now) nextMs = Math.min(nextMs, line.dueMs - now);
      else if (open < openMax) {
        open += 1;
        void exchange(line, restMs, signal, talk);
      }
    };
    const oldestFirst = live.toSorted((a, b) => lineOf(a.attemptId).dueMs - lineOf(b.attemptId).dueMs);
    for (const sitting of oldestFirst) {
      start(lineOf(sitting.attemptId), waits ? leastMs : turnMs, () => pull(sitting, waits ? maxPullWaitMs : 0, signal));
    }
    if (live.length === 0 && sittings.length > 0) start(probe, probeMs, () => ask(signal));
    return nextMs;
  }

  return {
    online() {
      for (const line of [...lines.values(), probe]) line.dueMs = 0;
      ownWaker.wake();
    },
    async run(signal) {
      // All requests of an earlier run of this loop have ended, so no line is busy.
      lines.clear();
      probe.busy = false;
      const unsubscribe = peers.onAnnounced((note) => {
        if (note.kind !== 'watched') return;
        const isWatchedAlready = (watched.get(note.attemptId) ?? 0) > clock.monoMs();
        watched.set(note.attemptId, clock.monoMs() + watchedMs);
        if (!isWatchedAlready) ownWaker.wake();
      });
      try {
        while (!signal.aborted) {
          const nextMs = await startDue(signal).catch((fault) => {
            report(fault);
            return idleMs;
          });
          await ownWaker.sleep(nextMs, signal);
        }
      } finally {
        unsubscribe();
      }
    },
  };
}
