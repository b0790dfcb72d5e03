import { errors } from '../contract/errors.ts';
import type { AgentDeps } from './agent-deps.ts';
import { backoffMs } from './backoff.ts';
import { NetworkFault } from './ports.ts';
import type { PieceName } from './piece-store.ts';
import type { ServerSight } from './server-sight.ts';
import type { Waker } from './waker.ts';

/** Looked for even when nothing says so. */
const idleMs = 30_000;
const lateMs = 300_000;
/** A piece whose op never comes (its taking was cut off) is offered seldom from then on. */
const patience = 8;

interface Rest {
  failures: number;
  dueMs: number;
}

/**
 * Sends the pieces of files, one at a time and beside the ops: a photo never stands before an answer. Whatever was cut off goes on at the
 * next piece. The server takes only what an op has named, so a piece waits for its op.
 */
export function createPieceLoop(deps: AgentDeps, sight: ServerSight, waker: Waker) {
  const { clock, chance, peers } = deps;
  /** By file, in memory only: one that isn't taken now must not hold up the others. */
  const rests = new Map<string, Rest>();
  let failures = 0;
  let dueMs = 0;

  const fileOf = ({ attemptId, itemId }: PieceName): string => `${attemptId} ${itemId}`;

  async function pick(files: NonNullable<AgentDeps['files']>): Promise<PieceName | { waitMs: number }> {
    const now = clock.monoMs();
    if (now < dueMs) return { waitMs: dueMs - now };
    let waitMs = idleMs;
    for (const name of await files.store.waiting(sight.epoch)) {
      const due = (rests.get(fileOf(name))?.dueMs ?? 0) - now;
      if (due <= 0) return name;
      waitMs = Math.min(waitMs, due);
    }
    return { waitMs };
  }

  function rest(name: PieceName, ms?: number): void {
    const before = rests.get(fileOf(name))?.failures ?? 0;
    const waitMs = ms ?? (before < patience ? backoffMs(before + 1, chance) : lateMs);
    rests.set(fileOf(name), { failures: before + 1, dueMs: clock.monoMs() + waitMs });
  }

  async function send(files: NonNullable<AgentDeps['files']>, name: PieceName, signal: AbortSignal): Promise<void> {
    const row = await files.store.piece(name);
    if (!row) return;
    const request = sight.leave();
    const { ticket, itemId, at } = row;
    try {
      const answer = await files.transport.piece({ ticket, itemId, at, sealed: files.encode(row.sealed) }, signal);
      failures = 0;
      if (answer.kind === 'ok') {
        if (!(await sight.heard(request, answer.serverEpoch))) return;
        rests.delete(fileOf(name));
        await files.store.held(name, answer.serverEpoch);
        peers.announce({ kind: 'changed', attemptId: row.attemptId });
        // `conflict`: its op has not come yet. Anything else no repetition changes soon.
      } else rest(name, answer.code === errors.conflict.code ? undefined : lateMs);
    } catch (fault) {
      if (!(fault instanceof NetworkFault)) throw fault;
      if (signal.aborted) return;
      failures += 1;
      dueMs = clock.monoMs() + backoffMs(failures, chance);
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
        } catch {
          // The store refused: what is not written down is found again.
          failures += 1;
          dueMs = clock.monoMs() + backoffMs(failures, chance);
          await waker.sleep(dueMs - clock.monoMs(), signal);
        }
      }
    },
  };
}
