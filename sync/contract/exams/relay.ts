import { z } from 'zod';
import { chainHash } from '../scalars.ts';

/**
 * Path at which a room's relay takes pushes in the server's format. It is no call of the server: a relay has its own address and no
 * keys.
 */
export const relayPath = '/relay/take';

/** Path at which a server publishes the public key that verifies its upload tokens. */
export const relayKeyPath = '/api/relay-key.json';

/**
 * Response of a relay: the batch is on its disk and will be forwarded. It does not mean that the server has the batch or will take it,
 * so the PC keeps its ops and continues to send them to the server.
 */
export const relayResponse = z.object({
  /** Random id of this relay's disk. Another id means that nothing stored under the old one is there. */
  relay: z.string().min(1).max(64),
  keptThrough: z.int().min(1),
  headHash: chainHash,
});
export type RelayResponse = z.output<typeof relayResponse>;
