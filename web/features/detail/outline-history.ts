import type { DetailOutline } from './outline.ts';

/** Undo and redo history of the editor of detail tables. Each step is a whole outline; unchanged lines are shared between steps. */
export interface OutlineHistory {
  readonly past: readonly DetailOutline[];
  readonly now: DetailOutline;
  readonly future: readonly DetailOutline[];
}

const steps = 200;

export const createOutlineHistory = (now: DetailOutline): OutlineHistory => ({ past: [], now, future: [] });

/** Adds a step and clears the redo steps; keeps at most `steps` steps. The same outline adds none. */
export const addHistoryStep = (history: OutlineHistory, now: DetailOutline): OutlineHistory =>
  now === history.now ? history : { past: [...history.past.slice(1 - steps), history.now], now, future: [] };

/** Removes the last step from the history, so that neither undo nor redo can reach it. */
export function removeLastStep({ past, now }: OutlineHistory): OutlineHistory {
  return { past: past.slice(0, -1), now: past.at(-1) ?? now, future: [] };
}

/** Goes one step back; returns an equal history if there is none. */
export function undoStep({ past, now, future }: OutlineHistory): OutlineHistory {
  const before = past.at(-1);
  return before === undefined ? { past, now, future } : { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

/** Goes one step forward; returns an equal history if there is none. */
export function redoStep({ past, now, future }: OutlineHistory): OutlineHistory {
  const [next, ...rest] = future;
  return next === undefined ? { past, now, future } : { past: [...past, now], now: next, future: rest };
}
