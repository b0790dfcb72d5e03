const tellers = new Set<() => void>();

/** Registers an editor that reports its text with a delay. `tell` must report it at once. Returns a function that ends the registration. */
export function onTextRequested(tell: () => void): () => void {
  tellers.add(tell);
  return () => {
    tellers.delete(tell);
  };
}

/** Makes every registered editor report its text, so that forms hold all that is on the screen. */
export function requestHeldText(): void {
  for (const tell of tellers) tell();
}
