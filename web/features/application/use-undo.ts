import { useState } from 'react';

/** Changes within this many ms form one undo step, so typing is undone in groups. */
const oneStepMs = 800;
const mostSteps = 100;

interface Steps<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
  readonly lastMs: number;
}

export interface UndoControls<T> {
  /** Replaces `put` and records an undo step. `apart`: always starts a new step. */
  readonly set: (next: T, apart?: 'apart') => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/** Adds undo and redo to `put`. Each is undefined if there is nothing to undo or redo. */
export function useUndo<T>(now: T, put: (next: T) => void): UndoControls<T> {
  const [{ past, future, lastMs }, setSteps] = useState<Steps<T>>({ past: [], future: [], lastMs: -Infinity });
  const back = past.at(-1);
  const forth = future.at(-1);
  return {
    set(next, apart) {
      const atMs = performance.now();
      const joins = apart === undefined && atMs - lastMs < oneStepMs && past.length > 0;
      setSteps({ past: joins ? past : [...past, now].slice(-mostSteps), future: [], lastMs: apart ? -Infinity : atMs });
      put(next);
    },
    undo:
      back === undefined
        ? undefined
        : () => {
            setSteps({ past: past.slice(0, -1), future: [...future, now], lastMs: -Infinity });
            put(back);
          },
    redo:
      forth === undefined
        ? undefined
        : () => {
            setSteps({ past: [...past, now], future: future.slice(0, -1), lastMs: -Infinity });
            put(forth);
          },
  };
}
