import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';

/** Content of `localStorage`, which a test can set back to an earlier state. */
const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  Dexie.dependencies.indexedDB = new IDBFactory();
  const own = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(own, {
      ownKeys: () => [...storage.keys()],
      getOwnPropertyDescriptor: (_target, key) => ({ value: storage.get(String(key)), enumerable: true, configurable: true }),
    }),
  );
});

/** Loads the module as a newly opened page does. */
async function started() {
  vi.resetModules();
  const { draftStorage, loadDrafts } = await import('./draft-cache.ts');
  await loadDrafts();
  return draftStorage;
}
/** Sets `localStorage` back to its state on the disk, as a killed browser does. */
function restoreDisk(to: ReadonlyMap<string, string>): void {
  storage.clear();
  for (const [key, value] of to) storage.set(key, value);
}

test('drafts not yet in local storage when the browser is killed are restored, and removed drafts are not', async () => {
  const drafts = await started();
  drafts.set('7.a', 'first');
  drafts.set('7.b', 'sent later');
  await drafts.waitUntilFlushed();
  const onDisk = new Map(storage);
  drafts.set('7.a', 'second');
  drafts.remove('7.b');
  await drafts.waitUntilFlushed();
  restoreDisk(onDisk);
  const reloaded = await started();
  expect([reloaded.get('7.a'), reloaded.get('7.b')]).toEqual(['second', null]);
});

test('drafts are restored although local storage is empty after a killed browser', async () => {
  const drafts = await started();
  drafts.set('7.a', 'first');
  await drafts.waitUntilFlushed();
  restoreDisk(new Map());
  expect((await started()).get('7.a')).toBe('first');
});

test('a page closed during a write, with an outdated database, loses no draft and updates the database', async () => {
  const drafts = await started();
  drafts.set('7.a', 'first');
  drafts.set('7.b', 'taken away while leaving');
  await drafts.waitUntilFlushed();
  // The user types or deletes while the page closes: `localStorage` takes these changes, but the page ends before IndexedDB does.
  storage.set('wenkao.draft.7.a', 'last letters');
  storage.delete('wenkao.draft.7.b');
  storage.set('wenkao.draft-turn', String(Number(storage.get('wenkao.draft-turn')) + 1));
  const reloaded = await started();
  expect([reloaded.get('7.a'), reloaded.get('7.b')]).toEqual(['last letters', null]);
  await reloaded.waitUntilFlushed();
  restoreDisk(new Map());
  const third = await started();
  expect([third.get('7.a'), third.get('7.b')]).toEqual(['last letters', null]);
});

test('drafts of an older build that used local storage alone are copied to the database', async () => {
  storage.set('wenkao.draft.7.old', 'x');
  const drafts = await started();
  expect(drafts.get('7.old')).toBe('x');
  restoreDisk(new Map());
  expect((await started()).get('7.old')).toBe('x');
});

test('without IndexedDB drafts are kept in local storage alone', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const drafts = await started();
  drafts.set('7.a', 'first');
  await drafts.waitUntilFlushed();
  expect((await started()).get('7.a')).toBe('first');
  vi.unstubAllGlobals();
});

test('drafts in the database of an older build without draft files are read and can be removed', async () => {
  const older = new Dexie('wenkao-drafts');
  older.version(1).stores({ drafts: 'key' });
  await older.table('drafts').bulkPut([
    { key: 'wenkao.draft.7.a', text: 'first' },
    { key: 'wenkao.draft-turn', text: '5' },
  ]);
  older.close();
  const drafts = await started();
  expect(drafts.get('7.a')).toBe('first');
  drafts.remove('7.a');
  await drafts.waitUntilFlushed();
  restoreDisk(new Map());
  expect((await started()).get('7.a')).toBeNull();
});
