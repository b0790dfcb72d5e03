import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countDrafts, dropDraftsOf, storeDraftKey } from './draft-names.ts';
import { isSameJson, readDraft, settleDraft, mergeTypedValues, writeDraft } from './draft.ts';

test('isSameJson ignores the order of fields and undefined fields', () => {
  expect(isSameJson({ a: 1, b: { c: '', d: [1, 2] } }, { b: { d: [1, 2], c: '' }, a: 1, e: undefined })).toBe(true);
});

test.each([
  [{ a: '' }, { a: ' ' }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: null }, {}],
])('isSameJson tells %j from %j', (one, other) => {
  expect(isSameJson(one, other)).toBe(false);
});

describe('drafts on a shared PC', () => {
  const disk = new Map<string, string>();
  const keyOf = (byte: number): string => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)));
  beforeEach(() => {
    disk.clear();
    const session = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => session.get(key) ?? null,
      setItem: (key: string, value: string) => void session.set(key, value),
      removeItem: (key: string) => void session.delete(key),
    });
    storeDraftKey(keyOf(1));
    const storage = {
      getItem: (key: string) => disk.get(key) ?? null,
      setItem: (key: string, value: string) => void disk.set(key, value),
      removeItem: (key: string) => void disk.delete(key),
    };
    // In a browser, `Object.keys(localStorage)` lists the stored keys, so the stub does the same.
    vi.stubGlobal(
      'localStorage',
      new Proxy(storage, {
        ownKeys: () => [...disk.keys()],
        getOwnPropertyDescriptor: (_target, key) => ({ value: disk.get(String(key)), enumerable: true, configurable: true }),
      }),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('contain no password and no ID number, at any depth', () => {
    const value = { name: '王', id_number: '11010519491231002X', login_pwd: 'x1', rows: [{ idNumber: '110', password: 'p', note: 'n' }] };
    expect(writeDraft('7.person.new', { savedMs: 1, value })).toBe(true);
    expect(readDraft('7.person.new')).toEqual({ savedMs: 1, value: { name: '王', rows: [{ note: 'n' }] } });
  });

  test('are sealed: other users cannot read them, and their writer can after signing in again', () => {
    writeDraft('7.question.new', { savedMs: 1, value: { right: '答案是乙' } });
    expect([...disk.values()].join()).not.toContain('答案');
    expect([...disk.values()].join()).not.toContain('right');
    storeDraftKey(keyOf(2));
    expect(readDraft('7.question.new')).toBeNull();
    storeDraftKey(keyOf(1));
    expect(readDraft('7.question.new')).toEqual({ savedMs: 1, value: { right: '答案是乙' } });
    // The session has ended. A form that closes for this reason still writes its draft.
    storeDraftKey(null);
    expect(writeDraft('7.question.new', { savedMs: 2, value: { right: '答案是丙' } })).toBe(true);
  });

  test('are deleted when their writer signs out, without those of others, and not written again', () => {
    for (const name of ['7.a', '7.b', '77.a', '8.a']) writeDraft(name, { savedMs: 1, value: {} });
    expect(countDrafts('7')).toBe(2);
    void dropDraftsOf('7');
    expect(writeDraft('7.a', { savedMs: 2, value: {} })).toBe(false);
    expect([countDrafts('7'), countDrafts('77'), countDrafts('8')]).toEqual([0, 1, 1]);
  });

  test('are deleted when a closed form is saved, unless something was typed since', () => {
    const sent = { stem: '一', password: 'x' };
    const since = (draft: { savedMs: number; value: typeof sent }) => ({ ...draft, version: 2 });
    writeDraft('9.a', { savedMs: 1, version: 1, value: sent });
    settleDraft('9.a', sent, since);
    expect(readDraft('9.a')).toBeNull();
    settleDraft('9.a', sent, since);
    expect(readDraft('9.a')).toBeNull();
    writeDraft('9.a', { savedMs: 1, version: 1, value: { ...sent, stem: '一二' } });
    settleDraft('9.a', sent, since);
    expect(readDraft('9.a')).toEqual({ savedMs: 1, version: 2, value: { stem: '一二' } });
  });
});

test('mergeTypedValues puts only the typed values over the stored ones', () => {
  const base = { name: '甲', note: '', levels: [4] };
  expect(mergeTypedValues({ name: '乙', note: '新', levels: [3, 4] }, { ...base, note: '我的' }, base)).toEqual({
    name: '乙',
    note: '我的',
    levels: [3, 4],
  });
  expect(mergeTypedValues({ name: '乙', note: '', levels: [4] }, { name: '甲', note: '' }, undefined)).toEqual({
    name: '甲',
    note: '',
    levels: [4],
  });
});
