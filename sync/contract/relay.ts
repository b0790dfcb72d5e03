import { z } from 'zod';
import { chainHash } from './scalars.ts';

/** Where a room's relay takes pushes, as they would go to the server. It is no call of the server's: a relay has its own address and no keys. */
export const relayPath = '/relay/take';

/**
 * It lies on the relay's disk, and will be carried. Nothing of it says that the server has it, or will take it: whoever wrote it keeps it, and
 * goes on asking the server.
 */
export const relayAnswer = z.object({
  /** Drawn once for each relay's disk: another one has nothing of what an older one kept. */
  relay: z.string().min(1).max(64),
  keptThrough: z.int().min(1),
  headHash: chainHash,
});
export type RelayAnswer = z.output<typeof relayAnswer>;
