import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { beforeEach, expect, test } from 'vitest';
import type { PaperContent, SealedPackage } from '../../../sync/contract/exams/sitting.ts';
import { fromBase64url, randomBytes, toBase64url } from '../../../sync/crypto/bytes.ts';
import { generateContentKey, importContentKey, sealPaper } from '../../../sync/crypto/paper-package.ts';
import { type UnlockedVault, openVault } from '../../../sync/crypto/vault.ts';
import { createSittingRow } from '../../../tests/contract/fixtures/client-store-rows.ts';
import { DeviceDatabase } from './database.ts';
import { createPaperCache, PaperMissingError, type PaperOwner } from './paper-cache.ts';

const content: PaperContent = {
  planId: 3,
  variant: 'A',
  version: 1,
  title: '电工四级理论',
  layout: 'one',
  shuffleQuestions: false,
  shuffleOptions: false,
  sections: [{ title: '判断题', type: 3, items: [{ id: '1', stemHtml: '<p>对</p>', options: [], blankCount: 0, points: 1 }] }],
};
const raw = generateContentKey();
const released = toBase64url(raw);
const sealed = await sealPaper(content, await importContentKey(raw));
const ownerOf = async (actor: number): Promise<PaperOwner> => ({ actor, vault: await openVault(randomBytes(32)) });
const [first, second] = [await ownerOf(7), await ownerOf(8)];

let db: DeviceDatabase;
beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  db = new DeviceDatabase();
});

test('SY19, SY20: an unlocked paper opens again after a restart for the same credential, without a code', async () => {
  const cache = createPaperCache(db);
  await cache.store(sealed);
  expect(await cache.open(3, first)).toBeUndefined();
  expect(await cache.unlock(3, released, first)).toEqual({ content, isKeyStored: true });
  db.close();
  // The same credential opens the same vault again.
  const reopened = { actor: 7, vault: await openVault(fromBase64url((first.vault as UnlockedVault).exportKey())) };
  expect(await createPaperCache(new DeviceDatabase()).open(3, reopened)).toEqual(content);
});

test('SY19: the next user of the PC cannot open the paper with the stored data and their own credential', async () => {
  const cache = createPaperCache(db);
  await cache.store(sealed);
  await cache.unlock(3, released, first);
  expect(await cache.open(3, second)).toBeUndefined();
  // A thief may claim another user's actor id and try any key stored on this device.
  expect(await cache.open(3, { ...second, actor: first.actor })).toBeUndefined();
  const stored: unknown[] = [];
  for (const table of db.tables) stored.push(...(await table.toArray()));
  const keys: CryptoKey[] = [];
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (value instanceof CryptoKey) keys.push(value);
    else if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  stored.forEach(walk);
  expect(keys).toEqual([]);
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) {
    expect(text).not.toContain(released);
    expect(text).not.toContain('判断题');
    expect(await second.vault.unwrapBytes(text, 'content')).toBeUndefined();
  }
});

test('two users of one PC each have their own key to the same paper', async () => {
  const cache = createPaperCache(db);
  await cache.store(sealed);
  await cache.unlock(3, released, first);
  await cache.unlock(3, released, second);
  expect([await cache.open(3, first), await cache.open(3, second)]).toEqual([content, content]);
});

test('the key is deleted once its user has handed in and everything is delivered', async () => {
  const cache = createPaperCache(db);
  await cache.store(sealed);
  await cache.unlock(3, released, first);
  await cache.unlock(3, released, second);
  const handIn = { streamId: 's', seq: 1, by: 'examinee', digest: '', wallMs: 0 } as const;
  await db.sittings.put(createSittingRow({ attemptId: 'a', planId: 3, actor: 7, handIn, archivedMs: null }));
  await db.sittings.put(createSittingRow({ attemptId: 'b', planId: 3, actor: 8, handIn, archivedMs: 5 }));
  await cache.deleteDeliveredKeys();
  expect([await cache.open(3, first), await cache.open(3, second)]).toEqual([content, undefined]);
  await db.sittings.update('a', { archivedMs: 6 });
  await cache.deleteDeliveredKeys();
  expect(await db.contentKeys.count()).toBe(0);
});

test('a wrong key is not stored, and a missing package has its own error', async () => {
  const cache = createPaperCache(db);
  await expect(cache.unlock(3, released, first)).rejects.toThrow(PaperMissingError);
  await cache.store(sealed);
  await expect(cache.unlock(3, toBase64url(generateContentKey()), first)).rejects.toThrow();
  expect(await db.contentKeys.count()).toBe(0);
});

test('the key of an older version does not open a newer paper', async () => {
  const cache = createPaperCache(db);
  await cache.store(sealed);
  await cache.unlock(3, released, first);
  const newer: SealedPackage = { ...sealed, version: 2 };
  await cache.store(newer);
  expect(await cache.open(3, first)).toBeUndefined();
});

test('SY19: the paper opens even if the key cannot be stored, and the result says so', async () => {
  const cache = createPaperCache(db);
  await cache.store(sealed);
  db.contentKeys.hook('creating', () => {
    throw new DOMException('the disk is full', 'QuotaExceededError');
  });
  expect(await cache.unlock(3, released, first)).toEqual({ content, isKeyStored: false });
});
