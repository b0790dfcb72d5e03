import type { Outline } from './outline.ts';

/** What can be undone and done again; a step is a whole outline, lines are shared between them. */
export interface OutlineHistory {
  readonly past: readonly Outline[];
  readonly now: Outline;
  readonly future: readonly Outline[];
}

const steps = 200;

export const historyOf = (now: Outline): OutlineHistory => ({ past: [], now, future: [] });

export const stepped = (history: OutlineHistory, now: Outline): OutlineHistory =>
  now === history.now ? history : { past: [...history.past.slice(1 - steps), history.now], now, future: [] };

/** The last step never was: neither undo nor redo knows of it. */
export function forgotten({ past, now }: OutlineHistory): OutlineHistory {
  return { past: past.slice(0, -1), now: past.at(-1) ?? now, future: [] };
}

export function undone({ past, now, future }: OutlineHistory): OutlineHistory {
  const before = past.at(-1);
  return before === undefined ? { past, now, future } : { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redone({ past, now, future }: OutlineHistory): OutlineHistory {
  const [next, ...rest] = future;
  return next === undefined ? { past, now, future } : { past: [...past, now], now: next, future: rest };
}
