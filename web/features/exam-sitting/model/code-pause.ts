/** Seconds after a wrong code before the next is taken: the first is a slip, and nobody is locked out. */
const pauses = [0, 2, 4, 8, 16, 30] as const;

/** `wrong`: how many were wrong so far, this one among them. */
export const pauseAfterWrong = (wrong: number): number => pauses[Math.min(wrong, pauses.length) - 1] ?? 0;
