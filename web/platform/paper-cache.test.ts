import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { beforeEach, expect, test } from 'vitest';
import type { PaperContent, SealedPackage } from '../../sync/contract/exam.ts';
import { toBase64url } from '../../sync/seal/bytes.ts';
import { generateContentKey, importContentKey, importReleasedKey, sealPaper } from '../../sync/seal/paper-package.ts';
import { DeviceDatabase } from './database.ts';
import { createPaperCache, PaperMissing } from './paper-cache.ts';

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
const released = await importReleasedKey(toBase64url(raw));
const sealed = await sealPaper(content, await importContentKey(raw));

let db: DeviceDatabase;
beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  db = new DeviceDatabase();
});

test('SY19: an unlocked paper opens again after a restart, by a key no script can read', async () => {
  const cache = createPaperCache(db);
  await cache.keep(sealed);
  expect(await cache.open(3)).toBeUndefined();
  expect(await cache.unlock(3, released)).toEqual({ content, keyKept: true });
  const row = await db.contentKeys.get(3);
  expect(row?.key.extractable).toBe(false);
  db.close();
  expect(await createPaperCache(new DeviceDatabase()).open(3)).toEqual(content);
});

test('SY19: on the disk the paper stays ciphertext', async () => {
  const cache = createPaperCache(db);
  await cache.keep(sealed);
  await cache.unlock(3, released);
  const kept = JSON.stringify([await db.packages.toArray(), await db.settings.toArray()]);
  expect(kept).not.toContain('判断题');
});

test('a key that does not fit is not kept, and a missing package is told apart', async () => {
  const cache = createPaperCache(db);
  await expect(cache.unlock(3, released)).rejects.toThrow(PaperMissing);
  await cache.keep(sealed);
  await expect(cache.unlock(3, await importReleasedKey(toBase64url(generateContentKey())))).rejects.toThrow();
  expect(await db.contentKeys.count()).toBe(0);
});

test('the key of an older version is not tried on a newer paper', async () => {
  const cache = createPaperCache(db);
  await cache.keep(sealed);
  await cache.unlock(3, released);
  const newer: SealedPackage = { ...sealed, version: 2 };
  await cache.keep(newer);
  expect(await cache.open(3)).toBeUndefined();
});

test('SY19: where the key cannot be kept the paper opens all the same, and says so', async () => {
  const cache = createPaperCache(db);
  await cache.keep(sealed);
  db.contentKeys.hook('creating', () => {
    throw new DOMException('no CryptoKey here', 'DataCloneError');
  });
  expect(await cache.unlock(3, released)).toEqual({ content, keyKept: false });
});
