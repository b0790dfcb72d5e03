/**
 * Seconds to wait after the first, second, … wrong release code. The first costs nothing, because it may be a typing error. The wait is bounded, so
 * that examinees are never locked out.
 */
const pauses = [0, 2, 4, 8, 16, 30] as const;

/** Returns the wait in seconds before the next code may be tried. `wrong`: number of wrong codes so far, including the latest. */
export const getCodePauseSeconds = (wrong: number): number => pauses[Math.min(wrong, pauses.length) - 1] ?? 0;
