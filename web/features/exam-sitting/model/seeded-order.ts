/** Shuffles values by a seed text only. Never change this function: a paper that was begun must keep its order after an upgrade. */
export function shuffleBySeed<T>(values: readonly T[], seed: string): readonly T[] {
  const next = generator(fold(seed));
  const out = [...values];
  for (let last = out.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(next() * (last + 1));
    const held = out[last] as T;
    out[last] = out[pick] as T;
    out[pick] = held;
  }
  return out;
}

/** Hashes a text by FNV-1a over UTF-16 units, 32 bits. */
function fold(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Generates pseudo-random numbers in [0, 1) by a Weyl sequence and a 32-bit mixer. This is uniform enough to shuffle eight options or two hundred
 * questions.
 */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000;
  };
}
