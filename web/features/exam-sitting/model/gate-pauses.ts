/** Seconds before the next try for the key: soon at first, then a steady knock. */
export const pauses = [2, 3, 5, 8] as const;

/** How often who waits for the start asks whether the exam still takes place, and how long before it no more: the key is asked for then. */
export const askEverySeconds = 60;
export const asksUntilMs = -30_000;
