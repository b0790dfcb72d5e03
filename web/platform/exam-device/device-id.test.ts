import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { DeviceDatabase } from '../database/database.ts';
import { getDeviceId, getSeatDeviceId } from './device-id.ts';

test('SY1: each exam on a PC has a device id of its own, apart from the id that a cloned image contains', async () => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = new DeviceDatabase();
  const newId = () => crypto.randomUUID();
  const ofTheImage = await getDeviceId(db, newId);
  expect(await getDeviceId(db, newId)).toBe(ofTheImage);
  const [seat, secondTab, otherExam] = [
    await getSeatDeviceId(db, 1, newId),
    await getSeatDeviceId(db, 1, newId),
    await getSeatDeviceId(db, 2, newId),
  ];
  expect(secondTab).toBe(seat);
  expect(new Set([ofTheImage, seat, otherExam]).size).toBe(3);
  db.close();
});
