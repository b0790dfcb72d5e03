import { describe, expect, it } from 'vitest';
import { runInChunks, maxPeoplePerCall } from './in-chunks.ts';

const rows = Array.from({ length: 2 * maxPeoplePerCall + 3 }, (_, id) => id);

describe('runInChunks', () => {
  it('handles every person once, and reports who was refused', async () => {
    const sizes: number[] = [];
    const leftCounts: number[] = [];
    const outcome = await runInChunks(
      rows,
      (chunk) => {
        sizes.push(chunk.length);
        return Promise.resolve(chunk.filter((id) => id % maxPeoplePerCall === 1).map((id) => ({ id, name: '', reason: 'no' })));
      },
      ({ untriedCount }) => leftCounts.push(untriedCount),
    );
    expect(sizes).toEqual([maxPeoplePerCall, maxPeoplePerCall, 3]);
    expect(leftCounts).toEqual([maxPeoplePerCall + 3, 3, 0]);
    expect(outcome).toMatchObject({ doneCount: rows.length - 3, problem: null, untriedCount: 0 });
    expect(outcome.refused.map((each) => each.id)).toEqual([1, maxPeoplePerCall + 1, 2 * maxPeoplePerCall + 1]);
  });

  it('stops at a failed call, and keeps what was done', async () => {
    let calls = 0;
    const work = () => ((calls += 1) === 2 ? Promise.reject(new Error('no network')) : Promise.resolve([]));
    expect(await runInChunks(rows, work, () => undefined)).toEqual({
      doneCount: maxPeoplePerCall,
      refused: [],
      problem: 'no network',
      untriedCount: maxPeoplePerCall + 3,
    });
    expect(calls).toBe(2);
  });
});
