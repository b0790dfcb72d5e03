import { apiErrors } from '../../contract/errors.ts';
import type { SyncAgentDeps } from './agent-deps.ts';
import { computeBackoffMs } from './backoff.ts';
import { createFaultReporter } from '../faults.ts';
import { NetworkFault } from '../ports.ts';
import type { ChunkName } from '../store/chunk-store.ts';
import type { ServerEpochTracker } from './server-epoch-tracker.ts';
import type { Waker } from './waker.ts';

/** Interval in milliseconds at which the loop looks for chunks even if no tab has announced one. */
const idleMs = 30_000;
const lateMs = 300_000;
/**
 * Number of fast retries for a chunk whose op never arrives because attaching was interrupted. After these retries the chunk is sent every `lateMs`.
 */
const patience = 8;

interface Rest {
  failures: number;
  dueMs: number;
}

/**
 * Uploads the chunks of attachments, one at a time and in parallel to the ops, so that a photo never delays an answer. An interrupted upload
 * continues at the next chunk. The server accepts only chunks that an op has named, so a chunk waits for its op.
 */
export function createChunkUploadLoop(deps: SyncAgentDeps, serverEpochs: ServerEpochTracker, waker: Waker) {
  const { clock, chance, peers } = deps;
  const report = createFaultReporter(deps.onFault, 'attachments');
  /** Time at which each postponed file is tried again, in memory only. A file that is refused now must not delay the others. */
  const rests = new Map<string, Rest>();
  let failures = 0;
  let dueMs = 0;

  const fileOf = ({ attemptId, itemId }: ChunkName): string => `${attemptId} ${itemId}`;

  async function pick(files: NonNullable<SyncAgentDeps['files']>): Promise<ChunkName | { waitMs: number }> {
    const now = clock.monoMs();
    if (now < dueMs) return { waitMs: dueMs - now };
    let waitMs = idleMs;
    for (const name of await files.store.listUndelivered(serverEpochs.epoch)) {
      const dueInMs = (rests.get(fileOf(name))?.dueMs ?? 0) - now;
      if (dueInMs <= 0) return name;
      waitMs = Math.min(waitMs, dueInMs);
    }
    return { waitMs };
  }

  function rest(name: ChunkName, ms?: number): void {
    const failuresBefore = rests.get(fileOf(name))?.failures ?? 0;
    const waitMs = ms ?? (failuresBefore < patience ? computeBackoffMs(failuresBefore + 1, chance) : lateMs);
    rests.set(fileOf(name), { failures: failuresBefore + 1, dueMs: clock.monoMs() + waitMs });
  }

  async function send(files: NonNullable<SyncAgentDeps['files']>, name: ChunkName, signal: AbortSignal): Promise<void> {
    const row = await files.store.chunk(name);
    if (!row) return;
    const request = serverEpochs.leave();
    const { ticket, itemId, at } = row;
    try {
      const answer = await files.transport.sendChunk({ ticket, itemId, at, sealed: files.encode(row.sealed) }, signal);
      failures = 0;
      if (answer.kind === 'ok') {
        if (!(await serverEpochs.recordReply(request, answer.serverEpoch))) return;
        rests.delete(fileOf(name));
        await files.store.markReceived(name, answer.serverEpoch);
        peers.announce({ kind: 'changed', attemptId: row.attemptId });
        // `conflict` means that the op has not arrived yet. A retry soon would not change any other refusal.
      } else rest(name, answer.code === apiErrors.conflict.code ? undefined : lateMs);
    } catch (fault) {
      if (!(fault instanceof NetworkFault)) throw fault;
      if (signal.aborted) return;
      failures += 1;
      dueMs = clock.monoMs() + computeBackoffMs(failures, chance);
    }
  }

  return {
    online(): void {
      failures = 0;
      dueMs = 0;
      rests.clear();
      waker.wake();
    },
    async run(signal: AbortSignal): Promise<void> {
      const { files } = deps;
      while (files && !signal.aborted) {
        try {
          const picked = await pick(files);
          if ('waitMs' in picked) await waker.sleep(picked.waitMs, signal);
          else await send(files, picked, signal);
        } catch (fault) {
          // The store failed. The next pass finds the chunks again whose state was not written.
          report(fault);
          failures += 1;
          dueMs = clock.monoMs() + computeBackoffMs(failures, chance);
          await waker.sleep(dueMs - clock.monoMs(), signal);
        }
      }
    },
  };
}
