import type { ProjectedAttempt } from './projected-attempt.ts';
import type { ProjectionStore } from './projection-store.ts';

/** Limits of one step of a checkpoint, which takes about 5 ms: rows of attempts, total characters of their states, and heads of streams. */
export const stepMost = { rows: 20, characters: 256 * 1024, heads: 500 } as const;

interface UnsavedProjections {
  readonly attempts: Iterable<ProjectedAttempt>;
  /** Stream number → log position of its newest batch. */
  readonly heads: Map<number, number>;
  readonly cursor: number;
}

/**
 * Yields the steps of a checkpoint, one transaction each. The cursor is written last. If the server stops before that, the next start reads some
 * batches again: attempts whose rows contain such a batch skip it, and the log finds the newer heads itself. Only committed rows count as saved, so
 * that rows which a full disk refused are written later.
 */
export function* runCheckpointSteps(
  store: Pick<ProjectionStore, 'transact' | 'saveProjectionLimit' | 'saveAttempt' | 'saveHead' | 'saveCursor'>,
  { attempts, heads, cursor }: UnsavedProjections,
): Generator<() => void> {
  yield () => store.saveProjectionLimit(cursor);
  const dirty = [...attempts].filter((attempt) => attempt.dirty);
  for (let at = 0; at < dirty.length;)
    yield () => {
      const savedAttempts: ProjectedAttempt[] = [];
      store.transact(() => {
        for (
          let characters = 0;
          at + savedAttempts.length < dirty.length && savedAttempts.length < stepMost.rows && characters < stepMost.characters;
        ) {
          const attempt = dirty[at + savedAttempts.length] as ProjectedAttempt;
          const row = attempt.toRow();
          store.saveAttempt(row);
          savedAttempts.push(attempt);
          characters += row.state.length;
        }
      });
      for (const attempt of savedAttempts) attempt.dirty = false;
      at += savedAttempts.length;
    };
  const newest = [...heads];
  for (let at = 0; at < newest.length; at += stepMost.heads)
    yield () =>
      store.transact(() => {
        for (const [num, pos] of newest.slice(at, at + stepMost.heads)) store.saveHead(num, pos);
      });
  yield () => {
    store.transact(() => store.saveCursor(cursor));
    heads.clear();
  };
}
