/** Returns the similarity of two texts, 0 to 1, by the pairs of characters they share. Ignores markup, spaces and punctuation. */
export function computeTextLikeness(a: string, b: string): number {
  const left = pairs(a);
  const right = pairs(b);
  let shared = 0;
  for (const [pair, count] of left) shared += Math.min(count, right.get(pair) ?? 0);
  const total = sum(left) + sum(right);
  return total === 0 ? 0 : (2 * shared) / total;
}

function pairs(text: string): Map<string, number> {
  const plain = text.replace(/<[^>]*>|&[a-z]+;|\\[a-zA-Z]+/g, '').replace(/[\s\p{P}$]/gu, '');
  const found = new Map<string, number>();
  // Frames the text, so that even one character gives pairs.
  const framed = `‹${plain}›`;
  for (let at = 0; at + 1 < framed.length; at++) {
    const pair = framed.slice(at, at + 2);
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

const sum = (counts: ReadonlyMap<string, number>): number => counts.values().reduce((total, count) => total + count, 0);
