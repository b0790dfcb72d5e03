import { expect, it } from 'vitest';
import { AttemptCache } from './attempt-cache.ts';
import { ProjectedAttempt } from './projected-attempt.ts';

const clock = { now: 0, nowMs: () => clock.now };
const createAttempt = (id: string, characters: number): ProjectedAttempt => Object.assign(ProjectedAttempt.createEmpty(id), { characters });
const listIds = (cache: AttemptCache): string[] => [...cache.values()].map(({ attemptId }) => attemptId);

it('AttemptCache bounds the total size of the states, but never drops unsaved ones', () => {
  const cache = new AttemptCache(clock, { characters: 1_000, idleMs: 60_000 });
  const unsaved = cache.add(createAttempt('unsaved', 400));
  unsaved.dirty = true;
  for (let n = 0; n < 50; n += 1) {
    cache.add(createAttempt(`old exam ${n}`, 100));
    expect(listIds(cache).length).toBeLessThanOrEqual(8);
  }
  expect(cache.get('unsaved')).toBe(unsaved);
  expect(cache.get('old exam 49')).toBeDefined();
  expect(cache.get('old exam 0')).toBeUndefined();
});

it('AttemptCache drops a saved attempt after its idle time unless it was used since', () => {
  const cache = new AttemptCache(clock, { characters: 1_000, idleMs: 60_000 });
  for (const id of ['idle', 'used']) cache.add(createAttempt(id, 10));
  clock.now += 50_000;
  cache.get('used');
  clock.now += 50_000;
  cache.trim();
  expect(listIds(cache)).toEqual(['used']);
});

it('AttemptCache counts grown states with their new size when they are saved', () => {
  const cache = new AttemptCache(clock, { characters: 1_000, idleMs: 60_000 });
  const attempts = ['a', 'b'].map((id) => cache.add(createAttempt(id, 0)));
  for (const attempt of attempts) Object.assign(attempt, { characters: 900, dirty: true });
  cache.trim();
  expect(cache.isFull).toBe(true);
  expect(listIds(cache)).toEqual(['a', 'b']);
  for (const attempt of attempts) attempt.dirty = false;
  cache.trim();
  expect(cache.isFull).toBe(false);
  expect(listIds(cache)).toEqual([]);
});
