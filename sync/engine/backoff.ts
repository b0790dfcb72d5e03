import type { Chance } from './ports.ts';

const firstMs = 500;
const capMs = 30_000;

/** Half of it fixed, half by chance: a room of PCs that lost the server together doesn't come back together. */
export function backoffMs(failures: number, chance: Chance): number {
  const full = Math.min(capMs, firstMs * 2 ** Math.min(failures - 1, 16));
  return full / 2 + (full / 2) * chance.random();
}
