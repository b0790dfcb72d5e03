import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { beforeEach, expect, test } from 'vitest';
import { createOpRow, createSittingRow, createStreamRow } from '../fixtures/client-store-rows.ts';
import { DeviceDatabase } from '../../../web/platform/database/database.ts';
import { storeExamWindows, readDeviceState } from '../../../web/platform/pwa/exam-windows.ts';

const hour = 3_600_000;
const startMs = 1_790_000_000_000;
const exam = { planId: createSittingRow().planId, fromMs: startMs, toMs: startMs + hour };
const quiet = { attemptLive: false, undelivered: false, windowOpen: false };

let db: DeviceDatabase;
beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  db = new DeviceDatabase();
});

test('readDeviceState reports an unused device as quiet', async () => {
  expect(await readDeviceState(db, startMs)).toEqual(quiet);
});

test('an exam window is open from half an hour before the start until an hour after the end', async () => {
  await storeExamWindows(db, [exam], startMs - hour);
  const open = async (atMs: number) => (await readDeviceState(db, atMs)).windowOpen;
  expect([
    await open(startMs - hour),
    await open(startMs - hour / 3),
    await open(startMs + 1.5 * hour),
    await open(startMs + 3 * hour),
  ]).toEqual([false, true, true, false]);
});

test('an entered attempt keeps the device busy until the hand-in, or until long after the exam', async () => {
  await db.sittings.put(createSittingRow());
  expect((await readDeviceState(db, startMs)).attemptLive).toBe(true);
  await storeExamWindows(db, [exam], startMs);
  expect((await readDeviceState(db, startMs + 3 * hour)).attemptLive).toBe(false);
  await db.sittings.put(createSittingRow({ handIn: { streamId: createOpRow(1).streamId, seq: 1, by: 'examinee', digest: '', wallMs: 0 } }));
  expect((await readDeviceState(db, startMs)).attemptLive).toBe(false);
});

test('SY21: a clock set days ahead during an exam does not end an attempt that is being answered', async () => {
  await db.sittings.put(createSittingRow());
  await storeExamWindows(db, [exam], startMs);
  const point = { monoMs: 1, documentId: 'd', elapsedMs: 1, sureMs: 1, waitedMs: 0, claimedMs: 0, flagged: true };
  await db.clock.put({ ...point, attemptId: createSittingRow().attemptId, wallMs: startMs + 48 * hour });
  expect((await readDeviceState(db, startMs + 48 * hour + 15_000)).attemptLive).toBe(true);
  expect((await readDeviceState(db, startMs + 72 * hour)).attemptLive).toBe(false);
});

test('an undelivered op keeps the device busy at any age', async () => {
  await db.streams.put(createStreamRow({ headSeq: 2, ackedSeq: 1 }));
  expect(await readDeviceState(db, startMs + 999 * hour)).toEqual({ ...quiet, undelivered: true });
});

test('an unreadable database counts as busy', async () => {
  db.close({ disableAutoOpen: true });
  expect(await readDeviceState(db, startMs)).toEqual({ attemptLive: true, undelivered: true, windowOpen: true });
});

test('storing an exam again replaces its times, and exams long past are removed', async () => {
  await storeExamWindows(db, [exam], startMs);
  await storeExamWindows(db, [{ ...exam, fromMs: startMs + 5 * hour, toMs: startMs + 6 * hour }], startMs);
  expect((await readDeviceState(db, startMs)).windowOpen).toBe(false);
  await storeExamWindows(db, [], startMs + 999 * hour);
  expect((await db.settings.get('examWindows'))?.value).toBe('[]');
});
