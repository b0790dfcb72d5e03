import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { DeviceDatabase } from '../database/database.ts';
import type { SessionUser } from './session-user.ts';
import { createVaultStore } from './vault-store.ts';

test('SY20: an ID number in another spelling that the server accepts opens the same vault', { timeout: 30_000 }, async () => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = new DeviceDatabase();
  const store = createVaultStore(db);
  const typed = (login_pwd: string) => ({ login_type: 2 as const, login_name: '2026001', login_pwd, school_id: 1 });
  const first = await store.open(typed('11010519491231002X'), true);
  if (!first) throw new Error('no vault');
  await store.remember(first, { user: { id: 1 } as SessionUser, device: 'mark' }, 1);
  expect(await store.profile(first)).toBeUndefined();
  const reopened = await store.open(typed(' １１０１０５ 19491231 002x'), false);
  expect(reopened?.vault.exportKey()).toBe(first.vault.exportKey());
  expect(reopened && (await store.profile(reopened))).toEqual({ user: { id: 1 }, device: 'mark' });
  expect(await store.open(typed('110105194912310021'), false)).toBeUndefined();
  db.close();
});
