import { expect, it, vi } from 'vitest';
import { rememberColumns, getRememberedColumns } from './column-memory.ts';

const storedValues = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storedValues.get(key) ?? null,
  setItem: (key: string, value: string) => storedValues.set(key, value),
});

it('column mappings made by hand are remembered for the same person only', () => {
  expect(getRememberedColumns('7')).toEqual({});
  rememberColumns('7', { 题面文字: 'stem', 备注: '' });
  expect(getRememberedColumns('7')).toEqual({ 题面文字: 'stem', 备注: '' });
  expect(getRememberedColumns('8')).toEqual({});
  localStorage.setItem('wenkao.importColumns.7', '{"a":"stem","b":"nothing of ours"}');
  expect(getRememberedColumns('7')).toEqual({ a: 'stem' });
  localStorage.setItem('wenkao.importColumns.7', 'broken');
  expect(getRememberedColumns('7')).toEqual({});
});
