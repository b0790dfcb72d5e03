import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import { createJournalStore } from '../../../sync/engine/store/journal-store.ts';
import type { StorageFault as StorageFaultClass } from '../../../sync/engine/ports.ts';

const userId = 7;
const at = { planId: 1, questionId: 2, code: 3 };
const mark = (points: number) => ({ ...at, basis: 'b', given: { points: [points], comment: '', veto: [] } });
const giving = (points: number) => ({ points: [points], comment: '', veto: [] });

/** State of the PC that survives a browser restart, and the server that receives the marks. */
const pc = { records: [] as NumberedRecord[], hasJournal: true, hasRoom: true, takes: true };
const server = { received: [] as unknown[], answers: async (): Promise<unknown> => ({}) };

const second = () => {
  if (!pc.hasJournal) throw new StorageFault('storage', 'there is no journal');
  return openJournal();
};
let StorageFault: typeof StorageFaultClass;
let openJournal: () => ReturnType<typeof createJournalStore>;

vi.mock('../../platform/journal/journal-replica.ts', () => ({
  journalReplica: new Proxy(
    {},
    {
      get:
        (_, name) =>
        async (...args: unknown[]) =>
          Reflect.apply(Reflect.get(second(), name), undefined, args),
    },
  ),
}));
vi.mock('../../platform/exam-device/device.ts', () => ({ ensureJournalReplica: async () => undefined }));
vi.mock('../../platform/uploads/upload.ts', () => ({ uploadFile: async () => ({ url: 'there' }) }));
vi.mock('../../platform/api/call.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../../platform/api/call.ts')>()),
  makeCall: async (_path: string, sent: unknown) => {
    const answer = await server.answers();
    server.received.push(sent);
    return answer;
  },
}));

/** Starts the browser on the present state of the PC. */
async function browser() {
  vi.resetModules();
  // Every start loads the modules again, and they recognise only the `StorageFault` class of the same load.
  ({ StorageFault } = await import('../../../sync/engine/ports.ts'));
  let journal: ReturnType<typeof createJournalStore> | undefined;
  openJournal = () => (journal ??= createJournalStore([...pc.records], ports));
  const ports = {
    async append(added: readonly NumberedRecord[]) {
      if (!pc.takes) throw new StorageFault('quota', 'the journal is full');
      pc.records.push(...added);
    },
    others: async () => [],
    hasRoom: async () => pc.hasRoom,
    prove: async () => undefined,
  };
  const cache = await import('./marks-cache.ts');
  const sender = await import('./send-marks.ts');
  await cache.marksMirror.prepare();
  return { ...cache, ...sender };
}
type Browser = Awaited<ReturnType<typeof browser>>;

async function loseDatabase({ marksDatabase }: Browser): Promise<Browser> {
  marksDatabase.close();
  Dexie.dependencies.indexedDB = new IDBFactory();
  return browser();
}
/** Takes a snapshot of both tables. The returned function restores it in a later browser. */
async function snapshot({ marksDatabase }: Browser) {
  const [marks, sheets] = [await marksDatabase.marks.toArray(), await marksDatabase.sheets.toArray()];
  return async (later: Browser): Promise<Browser> => {
    await later.marksDatabase.marks.clear();
    await later.marksDatabase.marks.bulkPut(marks);
    await later.marksDatabase.sheets.clear();
    await later.marksDatabase.sheets.bulkPut(sheets);
    later.marksDatabase.close();
    return browser();
  };
}
const points = () => server.received.map((sent) => (sent as ReturnType<typeof mark>).given.points[0]);

describe('marks and score sheets in a mirrored store', () => {
  beforeEach(() => {
    Dexie.dependencies.indexedDB = new IDBFactory();
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
    Object.assign(pc, { records: [], hasJournal: true, hasRoom: true, takes: true });
    Object.assign(server, { received: [], answers: async () => ({}) });
    const session = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => session.get(name) ?? null,
      setItem: (name: string, value: string) => void session.set(name, value),
    });
    const folder = async () => {
      if (!pc.hasJournal) throw new DOMException('there is none', 'NotFoundError');
      return {};
    };
    vi.stubGlobal('navigator', {
      storage: { getDirectory: async () => ({ getDirectoryHandle: folder }) },
      locks: { request: async (_name: string, work: () => unknown) => work() },
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('survive the loss of the database, and are sent once', async () => {
    const firstBrowser = await browser();
    expect(await firstBrowser.storeMark(userId, mark(4), giving(4))).toBe('both');
    expect(await firstBrowser.storeSheetDraft(userId, { ...at, code: 9 }, 'b', giving(1))).toBe('both');
    const secondBrowser = await loseDatabase(firstBrowser);
    expect((await secondBrowser.listWaitingMarks(userId)).map((each) => each.mark.given.points)).toEqual([[4]]);
    expect([...(await secondBrowser.readSheetDrafts(userId, at, 'b')).keys()]).toEqual([3, 9]);
    await secondBrowser.sendMarks(userId);
    const thirdBrowser = await loseDatabase(secondBrowser);
    await thirdBrowser.sendMarks(userId);
    expect(points()).toEqual([4]);
    expect(await thirdBrowser.readSheetDraft(userId, at, 'b')).toMatchObject({ takenMs: expect.any(Number) });
  });

  it('survive the loss of the database while the page stays open', async () => {
    const page = await browser();
    await page.storeMark(userId, mark(4), null);
    await Dexie.delete('wenkao-marking');
    expect(await page.listWaitingMarks(userId)).toHaveLength(1);
  });

  it('survive the loss of the journal, which is filled again', async () => {
    const before = await browser();
    await before.storeMark(userId, mark(4), null);
    before.marksDatabase.close();
    pc.records.length = 0;
    const after = await browser();
    expect([pc.records.length, after.marksMirror.heldIn()]).toEqual([1, 'both']);
    await after.sendMarks(userId);
    expect(points()).toEqual([4]);
  });

  it('are not sent again by a database that was rolled back to before their delivery', async () => {
    const before = await browser();
    await before.storeMark(userId, mark(4), null);
    const rollBack = await snapshot(before);
    await before.sendMarks(userId);
    const after = await rollBack(before);
    expect(await after.listWaitingMarks(userId)).toEqual([]);
    await after.sendMarks(userId);
    expect(points()).toEqual([4]);
  });

  it('are not sent again by a journal from before their delivery', async () => {
    const before = await browser();
    await before.storeMark(userId, mark(4), null);
    const old = [...pc.records];
    await before.sendMarks(userId);
    before.marksDatabase.close();
    pc.records.splice(0, pc.records.length, ...old);
    const after = await browser();
    await after.sendMarks(userId);
    await (await loseDatabase(after)).sendMarks(userId);
    expect(points()).toEqual([4]);
  });

  it('are sent when changed after their delivery, although database and clock were set back', async () => {
    const before = await browser();
    await before.storeMark(userId, mark(4), null);
    const rollBack = await snapshot(before);
    await before.sendMarks(userId);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    await before.storeMark(userId, mark(5), null);
    const after = await rollBack(before);
    await after.sendMarks(userId);
    expect(points()).toEqual([4, 5]);
  });

  it('never restore a draft that its mark has replaced', async () => {
    const before = await browser();
    await before.storeSheetDraft(userId, at, 'b', giving(1));
    const rollBack = await snapshot(before);
    await before.storeMark(userId, mark(4), null);
    expect(await (await loseDatabase(before)).readSheetDraft(userId, at, 'b')).toBeNull();
    expect(await (await rollBack(await browser())).readSheetDraft(userId, at, 'b')).toBeNull();
  });

  it('keep a row for 14 days after the delivery, then delete it', async () => {
    const page = await browser();
    await page.storeMark(userId, mark(4), null);
    await page.sendMarks(userId);
    const day = 86_400_000;
    await page.deleteOldRows(Date.now() + 13 * day);
    expect(await page.marksDatabase.marks.count()).toBe(1);
    await page.deleteOldRows(Date.now() + 15 * day);
    expect(await page.marksDatabase.marks.count()).toBe(0);
    expect(await (await loseDatabase(page)).listWaitingMarks(userId)).toEqual([]);
  });

  it('keep that row longer if the journal may not know of the delivery', async () => {
    const page = await browser();
    await page.storeMark(userId, mark(4), null);
    pc.takes = false;
    await page.sendMarks(userId);
    await page.deleteOldRows(Date.now() + 15 * 86_400_000);
    expect(await page.marksDatabase.marks.count()).toBe(1);
  });

  it('report one replica while the journal refuses writes, and both once it has caught up', async () => {
    const page = await browser();
    pc.takes = false;
    expect(await page.storeMark(userId, mark(4), null)).toBe('one');
    pc.takes = true;
    expect(await page.storeSheetDraft(userId, { ...at, code: 9 }, 'b', giving(1))).toBe('both');
    expect((await (await loseDatabase(page)).listWaitingMarks(userId)).length).toBe(1);
  });

  it('report one replica if the PC has no journal', async () => {
    pc.hasJournal = false;
    const page = await browser();
    expect(await page.storeMark(userId, mark(4), null)).toBe('one');
    await page.sendMarks(userId);
    expect(points()).toEqual([4]);
  });

  it('are refused on a full disk', async () => {
    const page = await browser();
    await page.storeMark(userId, mark(4), null);
    pc.hasRoom = false;
    await expect(page.storeMark(userId, mark(5), null)).rejects.toMatchObject({ kind: 'quota' });
    await expect(page.storeSheetDraft(userId, at, 'b', giving(1))).rejects.toMatchObject({ kind: 'quota' });
    pc.hasRoom = true;
    expect(await (await loseDatabase(page)).listWaitingMarks(userId)).toMatchObject([{ mark: mark(4) }]);
  });

  it('are sent only once from a full disk, also after a restart', async () => {
    const page = await browser();
    await page.storeMark(userId, mark(4), null);
    pc.hasRoom = false;
    await page.sendMarks(userId);
    expect(await page.listWaitingMarks(userId)).toEqual([]);
    await page.sendMarks(userId);
    page.marksDatabase.close();
    pc.hasRoom = true;
    const after = await browser();
    await after.sendMarks(userId);
    expect(points()).toEqual([4]);
  });

  it('are noted as delivered in the database once the disk has space', async () => {
    const page = await browser();
    await page.storeMark(userId, mark(4), null);
    pc.hasRoom = false;
    await page.sendMarks(userId);
    expect([page.hasUnreadReplies(), await page.marksDatabase.marks.toArray()]).toMatchObject([
      true,
      [{ sealed: expect.stringMatching(/./) }],
    ]);
    pc.hasRoom = true;
    await page.sendMarks(userId);
    expect([page.hasUnreadReplies(), await page.marksDatabase.marks.toArray()]).toMatchObject([false, [{ takenMs: expect.any(Number) }]]);
    expect(points()).toEqual([4]);
  });

  it('keep a refusal in both replicas until it is settled', async () => {
    const page = await browser();
    await page.storeMark(userId, mark(4), null);
    const { CallFailure } = await import('../../platform/api/call.ts');
    server.answers = () => Promise.reject(new CallFailure(1002, 'too late'));
    await page.sendMarks(userId);
    const after = await loseDatabase(page);
    const [waiting] = await after.listWaitingMarks(userId);
    expect(waiting).toMatchObject({ refused: 'too late' });
    if (waiting) await after.settleRefusedMark(waiting);
    expect(await (await loseDatabase(after)).listWaitingMarks(userId)).toEqual([]);
  });
});
