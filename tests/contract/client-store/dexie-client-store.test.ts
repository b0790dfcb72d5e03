import { IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { StorageFault } from '../../../sync/engine/ports.ts';
import { DeviceDatabase } from '../../../web/platform/database/database.ts';
import { pruneArchived } from '../../../web/platform/database/prune-archived.ts';
import { createDexieClientStore } from '../../../web/platform/database/dexie-client-store.ts';
import { testClientStoreContract } from './client-store-contract.ts';
import { createOpRow, createSittingRow, createStreamRow } from '../fixtures/client-store-rows.ts';

const opened: DeviceDatabase[] = [];
function freshDatabase(): DeviceDatabase {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = new DeviceDatabase();
  opened.push(db);
  return db;
}
afterEach(() => {
  vi.restoreAllMocks();
  for (const db of opened.splice(0)) db.close();
});

testClientStoreContract('Dexie', () => createDexieClientStore(freshDatabase()));

/** Watches the transactions of IndexedDB beneath Dexie. Call it before the database is opened. */
function watchTransactions(onWrite: (transaction: IDBTransaction, durability: string | undefined) => void): void {
  const open = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function watched(this: IDBDatabase, tables, mode, options) {
    const transaction = open.call(this, tables, mode, options);
    if (mode === 'readwrite') onWrite(transaction, options?.durability);
    return transaction;
  });
}

test('SY3: every write asks for strict durability, except acknowledgements, which the server can repeat', async () => {
  const store = createDexieClientStore(freshDatabase());
  const asked: (string | undefined)[] = [];
  watchTransactions((_, durability) => asked.push(durability));
  await store.saveSitting(createSittingRow());
  await store.addStream(createStreamRow());
  await store.append(createOpRow(1), 'h0');
  await store.acknowledge(createOpRow(1).streamId, { seq: 1, hash: 'h1' }, 'e1');
  expect(asked).toEqual(['strict', 'strict', 'strict', 'relaxed']);
});

test('SY3: a commit that fails for lack of space is a quota fault, although every write in it succeeded', async () => {
  const store = createDexieClientStore(freshDatabase());
  await store.saveSitting(createSittingRow());
  await store.addStream(createStreamRow());
  let added = false;
  const add = IDBObjectStore.prototype.add;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function noted(this: IDBObjectStore, ...asked) {
    const request = add.apply(this, asked);
    request.addEventListener('success', () => {
      added = true;
      // Chromium does the same on a full disk: `add` succeeds, then the transaction aborts with this error.
      (this.transaction as unknown as { _abort(name: string): void })._abort('QuotaExceededError');
    });
    return request;
  });
  await expect(store.append(createOpRow(1), 'h0')).rejects.toMatchObject({ name: 'StorageFault', kind: 'quota' });
  expect(added).toBe(true);
  expect(await store.ops(createOpRow(1).streamId, 1, 9)).toEqual([]);
  expect(await store.stream(createOpRow(1).streamId)).toEqual(createStreamRow());
  expect(await store.sitting(createOpRow(1).attemptId)).toEqual(createSittingRow());
});

test('SY3: an append changes nothing if the write of the op fails', async () => {
  const db = freshDatabase();
  const store = createDexieClientStore(db);
  await store.saveSitting(createSittingRow());
  await store.addStream(createStreamRow());
  const inTheWay = { ...createOpRow(1), hash: 'another' };
  await db.ops.add(inTheWay);
  await expect(store.append(createOpRow(1), 'h0')).rejects.toThrow();
  expect(await store.ops(createOpRow(1).streamId, 1, 9)).toEqual([inTheWay]);
  expect(await store.stream(createOpRow(1).streamId)).toEqual(createStreamRow());
  expect(await store.sitting(createOpRow(1).attemptId)).toEqual(createSittingRow());
});

test.each(['streams', 'sittings'])('SY3: an append changes nothing if the write to the %s table fails', async (table) => {
  const store = createDexieClientStore(freshDatabase());
  await store.saveSitting(createSittingRow());
  await store.addStream(createStreamRow());
  const put = IDBObjectStore.prototype.put;
  const refusing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function refused(this: IDBObjectStore, ...asked) {
    if (this.name === table) throw new Error('refused');
    return put.apply(this, asked);
  });
  await expect(store.append(createOpRow(1), 'h0')).rejects.toBeInstanceOf(StorageFault);
  refusing.mockRestore();
  expect(await store.ops(createOpRow(1).streamId, 1, 9)).toEqual([]);
  expect(await store.stream(createOpRow(1).streamId)).toEqual(createStreamRow());
  expect(await store.sitting(createOpRow(1).attemptId)).toEqual(createSittingRow());
});

test('an append reopens a connection that the browser has closed', async () => {
  const db = freshDatabase();
  const store = createDexieClientStore(db);
  await store.saveSitting(createSittingRow());
  await store.addStream(createStreamRow());
  db.backendDB().close();
  expect(await store.append(createOpRow(1), 'h0')).toBe('committed');
  expect(await store.ops(createOpRow(1).streamId, 1, 9)).toEqual([createOpRow(1)]);
});

test('a store that cannot be opened rejects with a storage fault', async () => {
  const db = freshDatabase();
  Dexie.dependencies.indexedDB = undefined as never;
  db.close({ disableAutoOpen: true });
  await expect(createDexieClientStore(db).sittings()).rejects.toBeInstanceOf(StorageFault);
  await expect(createDexieClientStore(db).append(createOpRow(1), 'h0')).rejects.toBeInstanceOf(StorageFault);
});

test('SY8: pruneArchived removes only attempts that were archived long ago and are fully delivered', async () => {
  const db = freshDatabase();
  const store = createDexieClientStore(db);
  await store.saveSitting(createSittingRow());
  await store.addStream(createStreamRow());
  await store.append(createOpRow(1), 'h0');
  await store.archive(createOpRow(1).attemptId, 100);
  expect(await pruneArchived(db, 1000)).toEqual([]);
  await store.acknowledge(createOpRow(1).streamId, { seq: 1, hash: 'h1' }, 'e1');
  expect(await pruneArchived(db, 100)).toEqual([]);
  expect(await store.ops(createOpRow(1).streamId, 1, 9)).toHaveLength(1);
  expect(await pruneArchived(db, 1000)).toEqual([createOpRow(1).attemptId]);
  expect(
    await Promise.all([store.sittings(), store.streamsOf(createOpRow(1).attemptId), store.ops(createOpRow(1).streamId, 1, 9)]),
  ).toEqual([[], [], []]);
});
