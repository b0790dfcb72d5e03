/**
 * Seeded source of fair random numbers: xoshiro128** (Blackman and Vigna), its state filled by splitmix32. The same seed gives the same draw; never
 * use it for secrets.
 */
export interface FairRandomSource {
  /** Returns an integer from 0 to bound - 1, each equally likely. */
  nextInteger(bound: number): number;
}

/** Creates a random source from a 32-bit seed. */
export function createSeededSource(seed: number): FairRandomSource {
  let filler = seed >>> 0;
  const fill = (): number => {
    filler = (filler + 0x9e3779b9) >>> 0;
    let z = filler;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let a = fill();
  let b = fill();
  let c = fill();
  let d = fill();
  const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  return {
    nextInteger(bound) {
      // Rejection sampling: a 32-bit number modulo the bound would favour small results.
      const limit = 2 ** 32 - (2 ** 32 % bound);
      for (;;) {
        const number = next();
        if (number < limit) return number % bound;
      }
    },
  };
}
