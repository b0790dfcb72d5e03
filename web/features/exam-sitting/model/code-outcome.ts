/** Seconds after a wrong code before the next is taken: the first is a slip. */
export const codePauses = [0, 2, 4, 8, 16, 30] as const;
/** `noCode`: nothing that could be one; it costs nothing. */
export type CodeOutcome = { readonly kind: 'opened' | 'noCode' } | { readonly kind: 'wrong'; readonly waitSeconds: number };
