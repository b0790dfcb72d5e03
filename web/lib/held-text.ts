const tellers = new Set<() => void>();

/** Registers an editor that passes its text to the form with a delay. `tell` must pass it at once. Returns a function that ends the registration. */
export function onTextRequested(tell: () => void): () => void {
  tellers.add(tell);
  return () => {
    tellers.delete(tell);
  };
}

/** Makes every registered editor pass its text to its form at once, so that forms contain all text that is on the screen. */
export function requestHeldText(): void {
  for (const tell of tellers) tell();
}
