import { describe, expect, test } from 'vitest';
import { type MirroredStoreEvent, type MirroredStoreState, nextMirroredStoreState } from './mirrored-store-state.ts';

type OpenedState = Exclude<MirroredStoreState, 'unopened'>;

/** Condition of the database, the journal and the disk that a state of the store expresses. */
interface Facts {
  readonly databaseFailed: boolean;
  readonly journalMissing: boolean;
  readonly diskFull: boolean;
}

const factsOf: Record<OpenedState, Facts> = {
  mirrored: { databaseFailed: false, journalMissing: false, diskFull: false },
  databaseOnly: { databaseFailed: false, journalMissing: true, diskFull: false },
  journalOnlyFull: { databaseFailed: false, journalMissing: false, diskFull: true },
  journalOnlyFailed: { databaseFailed: true, journalMissing: false, diskFull: false },
  doubtful: { databaseFailed: true, journalMissing: true, diskFull: false },
};
const changes: Record<MirroredStoreEvent, (before: Facts) => Partial<Facts>> = {
  repaired: () => ({ journalMissing: false, diskFull: false }),
  repairedOnFullDisk: () => ({ journalMissing: false, diskFull: true }),
  journalMissed: () => ({ journalMissing: true, diskFull: false }),
  databaseFailed: () => ({ databaseFailed: true }),
  // A full disk changes nothing if the journal is missing: the database still decides.
  diskFull: ({ journalMissing }) => ({ diskFull: !journalMissing }),
};
function stateOf({ databaseFailed, journalMissing, diskFull }: Facts): OpenedState {
  if (databaseFailed) return journalMissing ? 'doubtful' : 'journalOnlyFailed';
  if (journalMissing) return 'databaseOnly';
  return diskFull ? 'journalOnlyFull' : 'mirrored';
}

const states = Object.keys(factsOf) as OpenedState[];
const events = Object.keys(changes) as MirroredStoreEvent[];
const cells = states.flatMap((state) => events.map((event) => [state, event] as const));

describe('SY25: the states of the mirrored store', () => {
  test.each(cells)('%s, after the event %s, becomes the state that the facts about both replicas require', (state, event) => {
    const before = factsOf[state];
    expect(nextMirroredStoreState(state, event)).toBe(stateOf({ ...before, ...changes[event](before) }));
  });

  test('the repair at the start opens the store', () => {
    const opened = events.map((event) => nextMirroredStoreState('unopened', event));
    expect(opened).toEqual(['mirrored', 'journalOnlyFull', 'databaseOnly', 'unopened', 'unopened']);
  });

  test('a database that failed never becomes the primary again', () => {
    const failed: readonly MirroredStoreState[] = ['journalOnlyFailed', 'doubtful'];
    for (const state of states) expect(failed).toContain(nextMirroredStoreState(state, 'databaseFailed'));
    for (const state of failed) for (const event of events) expect(failed).toContain(nextMirroredStoreState(state, event));
  });

  test('only a repair makes the store mirrored again', () => {
    const mirroring = cells.filter(([state, event]) => state !== 'mirrored' && nextMirroredStoreState(state, event) === 'mirrored');
    expect(mirroring).toEqual([
      ['databaseOnly', 'repaired'],
      ['journalOnlyFull', 'repaired'],
    ]);
  });

  test('a journal that missed a write never becomes the primary', () => {
    for (const state of states) expect(['databaseOnly', 'doubtful']).toContain(nextMirroredStoreState(state, 'journalMissed'));
  });

  test('an event that happens twice changes nothing the second time', () => {
    for (const [state, event] of cells) {
      const after = nextMirroredStoreState(state, event);
      expect(nextMirroredStoreState(after, event)).toBe(after);
    }
  });
});
