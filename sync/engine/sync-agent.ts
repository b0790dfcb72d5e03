import type { AgentDeps } from './agent-deps.ts';
import { createPieceLoop } from './piece-loop.ts';
import { createPullLoop } from './pull-loop.ts';
import { createPushLoop, type Reach } from './push-loop.ts';
import { ServerSight } from './server-sight.ts';
import { createWaker } from './waker.ts';

export type { AgentDeps } from './agent-deps.ts';

/** Sends and fetches for every attempt of the device, whoever is signed in, while this tab leads (SY10). */
export interface SyncAgent {
  /** Until `signal` ends. */
  run(signal: AbortSignal): Promise<void>;
  /** The browser says the network is back, or somebody pressed "try again": waiting times are forgotten. */
  online(): void;
}

/** Two agents at once, of two tabs that both think they lead, cost requests and nothing else: all they know is in the store. */
export function createSyncAgent(deps: AgentDeps): SyncAgent {
  const sight = new ServerSight(deps.store);
  const [pushes, pulls, pieces] = [createWaker(deps.timers), createWaker(deps.timers), createWaker(deps.timers)];
  const reach: Reach = (reachable, storing) =>
    deps.peers.announce({ kind: 'reachable', reachable, ...(storing === undefined ? {} : { storing }) });
  const push = createPushLoop(deps, sight, pushes, reach);
  const pull = createPullLoop(deps, sight, pulls, pushes, reach);
  const files = createPieceLoop(deps, sight, pieces);
  return {
    async run(signal) {
      const unsubscribe = deps.peers.onAnnounced((note) => {
        if (note.kind !== 'written') return;
        pushes.wake();
        pulls.wake();
        pieces.wake();
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
