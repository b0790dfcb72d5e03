const tellers = new Set<() => void>();

/** An editor tells its form what was written a moment later. Whoever needs all of it now asks: `tellHeldBack`. */
export function holdsBack(tell: () => void): () => void {
  tellers.add(tell);
  return () => {
    tellers.delete(tell);
  };
}

/** From here on forms have every letter that is on the screen. */
export function tellHeldBack(): void {
  for (const tell of tellers) tell();
}
