import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { DeviceDatabase } from './database.ts';
import { measureWrite } from './write-probe.ts';

it('measureWrite reads back what it wrote, and recognises data of an earlier page load', async () => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = new DeviceDatabase();
  let texts = 0;
  const probe = (documentId: string) => measureWrite(db, documentId, () => `text ${(texts += 1)}`);
  expect(await probe('first')).toMatchObject({ same: true, survived: false });
  expect(await probe('first')).toMatchObject({ same: true, survived: false });
  expect(await probe('second')).toMatchObject({ same: true, survived: true });
});
