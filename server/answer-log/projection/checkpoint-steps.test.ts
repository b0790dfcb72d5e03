import { expect, it } from 'vitest';
import { openProjectionDatabase, ProjectionStore, type ProjectedAttemptRow } from './projection-store.ts';
import { runCheckpointSteps, stepMost } from './checkpoint-steps.ts';
import { ProjectedAttempt } from './projected-attempt.ts';

const createDirty = (id: string, characters: number): ProjectedAttempt => {
  const attempt = ProjectedAttempt.createEmpty(id);
  attempt.dirty = true;
  attempt.state.pauses['reason'] = 'x'.repeat(characters);
  return attempt;
};
const createHeads = (count: number): Map<number, number> => new Map(Array.from({ length: count }, (_, n) => [n, n]));

/** Makes a store that counts the rows, characters and heads which each step of a checkpoint writes. */
function createCountingStore() {
  const steps: { rows: number; characters: number; heads: number; cursor: boolean }[] = [];
  const step = () => steps.at(-1) as (typeof steps)[number];
  const store = {
    transact: (work: () => void) => work(),
    saveProjectionLimit: () => undefined,
    saveAttempt: ({ state }: ProjectedAttemptRow) => {
      step().rows += 1;
      step().characters += state.length;
    },
    saveHead: () => void (step().heads += 1),
    saveCursor: () => void (step().cursor = true),
  };
  const run = (unsaved: Parameters<typeof runCheckpointSteps>[1]): void => {
    for (const each of runCheckpointSteps(store, unsaved)) {
      steps.push({ rows: 0, characters: 0, heads: 0, cursor: false });
      each();
    }
  };
  return { steps, run };
}

it('each step of a checkpoint stores a bounded number of rows, characters and heads, and the last one the cursor', () => {
  const { steps, run } = createCountingStore();
  const small = Array.from({ length: 100 }, (_, n) => createDirty(`small ${n}`, 10));
  const large = Array.from({ length: 12 }, (_, n) => createDirty(`large ${n}`, 100_000));
  run({ attempts: [...small, ...large], heads: createHeads(5_000), cursor: 9 });
  expect(Math.max(...steps.map(({ rows }) => rows))).toBe(stepMost.rows);
  expect(Math.max(...steps.map(({ characters }) => characters))).toBeLessThan(stepMost.characters + 101_000);
  expect(Math.max(...steps.map(({ heads }) => heads))).toBe(stepMost.heads);
  expect(steps.reduce((sum, { rows }) => sum + rows, 0)).toBe(112);
  expect(steps.reduce((sum, { heads }) => sum + heads, 0)).toBe(5_000);
  expect(steps.map(({ cursor }) => cursor).indexOf(true)).toBe(steps.length - 1);
  expect([...small, ...large].some(({ dirty }) => dirty)).toBe(false);
});

it('a log older than the projections is recognised even after a checkpoint that did not finish', () => {
  const store = new ProjectionStore(openProjectionDatabase(':memory:'));
  store.bind('epoch', 0);
  const steps = runCheckpointSteps(store, { attempts: [createDirty('a', 10)], heads: createHeads(600), cursor: 700 });
  for (let n = 0; n < 3; n += 1) steps.next().value?.();
  expect(store.getPosition()).toBe(0);
  expect(store.headPos(0)).toBe(0);
  expect(store.bind('epoch', 700)).toBe('same');
  expect(store.bind('epoch', 650)).toBe('ahead');
  expect(store.headPos(0)).toBeUndefined();
});
