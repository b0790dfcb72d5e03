import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { DeviceDatabase } from './database.ts';
import { deviceId, seatDeviceId } from './device-id.ts';

test('SY1: what a cloned image carries does not name the PC at an exam', async () => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = new DeviceDatabase();
  const newId = () => crypto.randomUUID();
  const ofTheImage = await deviceId(db, newId);
  expect(await deviceId(db, newId)).toBe(ofTheImage);
  const [seat, secondTab, otherExam] = [
    await seatDeviceId(db, 1, newId),
    await seatDeviceId(db, 1, newId),
    await seatDeviceId(db, 2, newId),
  ];
  expect(secondTab).toBe(seat);
  expect(new Set([ofTheImage, seat, otherExam]).size).toBe(3);
  db.close();
});
