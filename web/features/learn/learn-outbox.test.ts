import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { CallFailure } from '../../platform/api/call.ts';
import { LearningDatabase, type LearningSpanRow } from '../../platform/database/learning-database.ts';
import { createLearnOutbox, type LearningTabs } from './learn-outbox.ts';
import { createDexieSpanStore, type LearningSpanStore } from './learning-span-cache.ts';

function openStore(): LearningSpanStore {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  return createDexieSpanStore(new LearningDatabase().marks);
}

/** Makes a learning record that ends at `toMs`. `heldBy`: epoch of the server that has it, or '' for none. */
const row = (userId: number, toMs: number, heldBy: string): LearningSpanRow => ({
  markId: `${userId}-${toMs}`,
  userId,
  courseId: 1,
  coursewareId: 1,
  fromMs: toMs - 1_000,
  toMs,
  spans: [[0, 1_000]],
  position: 1_000,
  answers: [],
  growsIn: null,
  heldBy,
});

it('the store tells each learner’s waiting records from those that a server has, and knows the newest', async () => {
  const store = openStore();
  const [waiting, atOld, atNew, others] = [row(7, 1_000, ''), row(7, 2_000, 'old'), row(7, 3_000, 'new'), row(8, 9_000, '')];
  await store.save([waiting, atOld, atNew, others, row(8, 4_000, 'old')]);
  expect(await store.listUndelivered(7)).toEqual([waiting]);
  expect(await store.listOfOtherEpochs(7, 'new')).toEqual([atOld]);
  expect(await store.listOfOtherEpochs(7, 'restored')).toEqual([atNew, atOld]);
  expect([await store.newestMs(7), await store.newestMs(9)]).toEqual([3_000, 0]);
  await store.save([{ ...atOld, heldBy: 'new' }]);
  expect(await store.listOfOtherEpochs(7, 'new')).toEqual([]);
  // A record that no server has stays, however old it is.
  await store.prune(7, 2_500);
  expect(await store.listOfOtherEpochs(7, 'restored')).toEqual([atNew]);
  expect([await store.listUndelivered(7), await store.listUndelivered(8), await store.listOfOtherEpochs(8, 'new')]).toMatchObject([
    [waiting],
    [others],
    [{}],
  ]);
});

const oneTab: LearningTabs = {
  claimTabId: async () => 'this',
  listAliveTabs: async () => new Set<string>(),
  runExclusively: (work) => work(),
};

/** Makes an outbox with records of two courses, whose server fails for the older one. */
async function createRefusingOutbox(store: LearningSpanStore, failure: CallFailure) {
  await store.save([row(7, 1_000, ''), { ...row(7, 2_000, ''), courseId: 2 }]);
  return createLearnOutbox({
    store,
    warn: () => undefined,
    record: async ({ courseId, marks }) => {
      if (courseId === 1) throw failure;
      return { markIds: marks.map(({ markId }) => markId), lessons: [], serverEpoch: 'new', nowMs: 0 };
    },
    tabs: oneTab,
  });
}

it('the outbox sends a record from memory while the disk is full, and notes deliveries once there is space', async () => {
  const store = openStore();
  let isFull = false;
  const sent: string[] = [];
  const outbox = createLearnOutbox({
    store: { ...store, save: (rows) => (isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : store.save(rows)) },
    warn: () => undefined,
    record: async ({ marks }) => {
      const markIds = marks.map(({ markId }) => markId);
      sent.push(...markIds);
      return { markIds, lessons: [], serverEpoch: 'new', nowMs: 0 };
    },
    tabs: oneTab,
  });
  const [onDisk, inPage] = [row(7, 1_000, ''), row(7, 2_000, '')];
  expect(await outbox.storeSpan(7, 1, onDisk, false)).toBe(true);
  isFull = true;
  expect(await outbox.storeSpan(7, 1, inPage, false)).toBe(false);
  await outbox.send(7, () => undefined);
  expect(sent).toEqual([onDisk.markId, inPage.markId]);
  isFull = false;
  await outbox.send(7, () => undefined);
  expect(await store.listUndelivered(7)).toEqual([]);
  // The first record is sent twice, because its delivery could not be noted on the full disk. The second one is sent once.
  expect(sent).toEqual([onDisk.markId, inPage.markId, onDisk.markId]);
});

it.each([1001, 1002, 1003, 1005, 1008])('a record that the server refuses with %i does not hold up the later ones', async (code) => {
  const store = openStore();
  const outbox = await createRefusingOutbox(store, new CallFailure(code, 'refused'));
  await outbox.send(7, () => undefined);
  expect(await outbox.refused(7)).toMatchObject([{ markId: '7-1000', refused: 'refused' }]);
  expect(await store.listOfOtherEpochs(7, 'other')).toMatchObject([{ markId: '7-2000' }]);
});

it.each([0, 1004, 1007, 1009, 5000])('a record that failed with %i waits for the next try', async (code) => {
  const store = openStore();
  const outbox = await createRefusingOutbox(store, new CallFailure(code, 'later'));
  await outbox.send(7, () => undefined);
  expect(await outbox.refused(7)).toEqual([]);
  expect(await store.listUndelivered(7)).toHaveLength(2);
});
