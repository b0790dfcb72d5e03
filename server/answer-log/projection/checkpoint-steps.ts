import type { ProjectedAttempt } from './projected-attempt.ts';
import type { ProjectionStore } from './projection-store.ts';

const rowsPerStep = 20;

interface Unsaved {
  readonly attempts: Iterable<ProjectedAttempt>;
  /** Stream number → log position of its newest batch. */
  readonly heads: Map<number, number>;
  readonly cursor: number;
}

/**
 * Yields the steps of a checkpoint, one transaction each. The cursor is written last. If the server stops before that, the next start projects
 * batches again, and rows that contain them skip them. Only committed rows count as saved, so after a full disk the rest is still to be written.
 */
export function* runCheckpointSteps(
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
