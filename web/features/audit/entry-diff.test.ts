import { describe, expect, it } from 'vitest';
import { listDiffRows } from './entry-diff.ts';

describe('what an entry shows of a change', () => {
  it('names what differs by the way to it, and nothing else', () => {
    const before = { name: '甲卷', rules: { passPoints: 60, partial: true }, sections: [{ points: 1 }, { points: 2 }], tags: ['a'] };
    const after = { name: '甲卷', rules: { passPoints: 72, partial: true }, sections: [{ points: 1 }, { points: 3 }], tags: ['a', 'b'] };
    expect(listDiffRows(before, after)).toEqual([
      { path: ['rules', 'passPoints'], before: 60, after: 72 },
      { path: ['sections', '1', 'points'], before: 2, after: 3 },
      { path: ['tags'], before: ['a'], after: ['a', 'b'] },
    ]);
  });

  it('shows a whole side where there is but one', () => {
    expect(listDiffRows(null, { name: '电工班', teachers: [] })).toEqual([
      { path: ['name'], before: undefined, after: '电工班' },
      { path: ['teachers'], before: undefined, after: [] },
    ]);
    expect(listDiffRows({ name: '电工班' }, null)).toEqual([{ path: ['name'], before: '电工班', after: undefined }]);
    expect(listDiffRows(null, null)).toEqual([]);
  });

  it('looks into a column of JSON, and leaves what only begins like it', () => {
    expect(listDiffRows({ config: '{"size":1,"minutes":600}', note: '[x' }, { config: '{"size":1,"minutes":300}', note: '{y' })).toEqual([
      { path: ['config', 'minutes'], before: 600, after: 300 },
      { path: ['note'], before: '[x', after: '{y' },
    ]);
  });

  it('takes nothing for nothing', () => {
    expect(listDiffRows({ note: null, ids: [] }, { note: '', ids: null, done: true })).toEqual([
      { path: ['done'], before: undefined, after: true },
    ]);
  });
});
