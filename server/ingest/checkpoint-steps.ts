import type { ProjectedAttempt } from './projected-attempt.ts';
import type { ProjectionStore } from './projection-store.ts';

const rowsPerStep = 20;

interface Unsaved {
  readonly attempts: Iterable<ProjectedAttempt>;
  /** Stream number → its newest batch. */
  readonly heads: Map<number, number>;
  readonly cursor: number;
}

/**
 * Writes down what is not in the file yet, a transaction a step. The cursor goes last: until it is written, a start projects again what the
 * rows hold already, and they pass it over. What counts as saved is what was committed: after a full disk the rest is still to be written.
 */
export function* checkpointSteps(
  store: Pick<ProjectionStore, 'transact' | 'saveAttempt' | 'saveHead' | 'saveCursor'>,
  { attempts, heads, cursor }: Unsaved,
): Generator<() => void> {
  const dirty = [...attempts].filter((attempt) => attempt.dirty);
  for (let at = 0; at < dirty.length; at += rowsPerStep)
    yield () => {
      const rows = dirty.slice(at, at + rowsPerStep);
      store.transact(() => rows.forEach((attempt) => store.saveAttempt(attempt.toRow())));
      for (const attempt of rows) attempt.dirty = false;
    };
  yield () => {
    store.transact(() => {
      for (const [num, pos] of heads) store.saveHead(num, pos);
      store.saveCursor(cursor);
    });
    heads.clear();
  };
}
