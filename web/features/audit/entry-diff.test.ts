import { describe, expect, it } from 'vitest';
import { listDiffRows } from './entry-diff.ts';

describe('listDiffRows', () => {
  it('returns only the values that differ, each with its path', () => {
    const before = { name: '甲卷', rules: { passPoints: 60, partial: true }, sections: [{ points: 1 }, { points: 2 }], tags: ['a'] };
    const after = { name: '甲卷', rules: { passPoints: 72, partial: true }, sections: [{ points: 1 }, { points: 3 }], tags: ['a', 'b'] };
    expect(listDiffRows(before, after)).toEqual([
      { path: ['rules', 'passPoints'], before: 60, after: 72 },
      { path: ['sections', '1', 'points'], before: 2, after: 3 },
      { path: ['tags'], before: ['a'], after: ['a', 'b'] },
    ]);
  });

  it('returns every field if the entry has only a before or only an after', () => {
    expect(listDiffRows(null, { name: '电工班', teachers: [] })).toEqual([
      { path: ['name'], before: undefined, after: '电工班' },
      { path: ['teachers'], before: undefined, after: [] },
    ]);
    expect(listDiffRows({ name: '电工班' }, null)).toEqual([{ path: ['name'], before: '电工班', after: undefined }]);
    expect(listDiffRows(null, null)).toEqual([]);
  });

  it('compares inside a JSON column, but not inside a text that merely starts like JSON', () => {
    expect(listDiffRows({ config: '{"size":1,"minutes":600}', note: '[x' }, { config: '{"size":1,"minutes":300}', note: '{y' })).toEqual([
      { path: ['config', 'minutes'], before: 600, after: 300 },
      { path: ['note'], before: '[x', after: '{y' },
    ]);
  });

  it('treats null, an empty text and an empty list as equal', () => {
    expect(listDiffRows({ note: null, ids: [] }, { note: '', ids: null, done: true })).toEqual([
      { path: ['done'], before: undefined, after: true },
    ]);
  });
});
