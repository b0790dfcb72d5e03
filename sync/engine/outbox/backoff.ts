import type { RandomSource } from '../ports.ts';

const firstMs = 500;
const capMs = 30_000;

/**
 * Computes the delay in milliseconds before a failed request is repeated. Half of the delay is random, so that a room of PCs that lost the server
 * together does not reconnect together.
 */
export function computeBackoffMs(failures: number, chance: RandomSource): number {
  const full = Math.min(capMs, firstMs * 2 ** Math.min(failures - 1, 16));
  return full / 2 + (full / 2) * chance.random();
}
