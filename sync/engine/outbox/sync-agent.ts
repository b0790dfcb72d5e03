import type { SyncAgentDeps } from './agent-deps.ts';
import { createChunkUploadLoop } from './chunk-upload-loop.ts';
import { createPullLoop } from './pull-loop.ts';
import { createPushLoop, type ReportReachability } from './push-loop.ts';
import { ServerEpochTracker } from './server-epoch-tracker.ts';
import { createWaker } from './waker.ts';

export type { SyncAgentDeps } from './agent-deps.ts';

/**
 * Sends ops to the server and polls it for news, for all attempts of all users of this device, while this tab is the leader, which does this for all
 * tabs (SY10).
 */
export interface SyncAgent {
  /** Runs until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Resets all delays. Called when the browser reports the network as back, or a user pressed "try again". */
  online(): void;
}

/**
 * Creates the sync agent. If two tabs both believe that they are the leader, their two agents only cost more requests, because all state is in the
 * store.
 */
export function createSyncAgent(deps: SyncAgentDeps): SyncAgent {
  const serverEpochs = new ServerEpochTracker(deps.store);
  const [pushes, pulls, chunks] = [createWaker(deps.timers), createWaker(deps.timers), createWaker(deps.timers)];
  const reach: ReportReachability = (reachable, storing) =>
    deps.peers.announce({ kind: 'reachable', reachable, ...(storing === undefined ? {} : { storing }) });
  const push = createPushLoop(deps, serverEpochs, pushes, reach);
  const pull = createPullLoop(deps, serverEpochs, pulls, pushes, reach);
  const files = createChunkUploadLoop(deps, serverEpochs, chunks);
  return {
    async run(signal) {
      const unsubscribe = deps.peers.onAnnounced((note) => {
        if (note.kind !== 'written') return;
        pushes.wake();
        pulls.wake();
        chunks.wake();
      });
      try {
        await deps.leadership.run(async (lead) => {
          await Promise.all([push.run(lead), pull.run(lead), files.run(lead)]);
        }, signal);
      } finally {
        unsubscribe();
      }
    },
    online() {
      push.online();
      pull.online();
      files.online();
    },
  };
}
