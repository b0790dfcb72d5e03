import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const userId = 7;
const at = { planId: 1, questionId: 2, code: 3 };
const mark = (points: number, code = at.code) => ({ ...at, code, basis: 'b', given: { points: [points], comment: '', veto: [] } });

interface Sent {
  readonly code: number;
  readonly given: { readonly points: readonly number[]; readonly photos?: readonly unknown[] };
}
/** A fake server that applies each idempotency key once (decision 023). */
const server = {
  has: new Map<number, number>(),
  asked: new Set<string>(),
  answer: async (_sent: Sent): Promise<void> => undefined,
};

vi.mock('../../platform/journal/journal-replica.ts', () => ({ journalReplica: {} }));
vi.mock('../../platform/exam-device/device.ts', () => ({ ensureJournalReplica: () => Promise.reject(new Error('there is none')) }));
vi.mock('../../platform/uploads/upload.ts', () => ({ uploadFile: async () => ({ url: 'there' }) }));
vi.mock('../../platform/api/envelope.ts', () => ({
  postEnvelope: async (_path: string, body: string, headers: Record<string, string>) => {
    const sent = JSON.parse(body) as Sent;
    const key = headers['X-Request-Key'] ?? '';
    try {
      if (!server.asked.has(key)) {
        server.asked.add(key);
        server.has.set(sent.code, sent.given.points[0] ?? 0);
      }
      await server.answer(sent);
      return { code: 0, msg: '', data: {} };
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      server.asked.delete(key);
      server.has.delete(sent.code);
      return { code: failure.code, msg: failure.message, data: null };
    }
  },
}));

class Refused extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`refused with ${code}`);
    this.code = code;
  }
}
const refuses = (codes: Record<number, number>) => async (sent: Sent) => {
  const code = codes[sent.code];
  if (code !== undefined) throw new Refused(code);
};
const session = new Map<string, string>();

async function page() {
  vi.resetModules();
  return { ...(await import('./marks-cache.ts')), ...(await import('./send-marks.ts')) };
}

describe('outbox of marks', () => {
  beforeEach(() => {
    Dexie.dependencies.indexedDB = new IDBFactory();
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
    Object.assign(server, { has: new Map(), asked: new Set(), answer: async () => undefined });
    session.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => session.get(name) ?? null,
      setItem: (name: string, value: string) => void session.set(name, value),
    });
    vi.stubGlobal('navigator', { storage: {}, locks: { request: async (_name: string, work: () => unknown) => work() } });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('sends points that were changed and changed back, although the answer to the first send was lost', async () => {
    const openedPage = await page();
    await openedPage.storeMark(userId, mark(4), null);
    server.answer = () => Promise.reject(new TypeError('the line is dead'));
    expect(await openedPage.sendMarks(userId)).toBe(false);
    server.answer = async () => undefined;
    await openedPage.storeMark(userId, mark(5), null);
    await openedPage.sendMarks(userId);
    await openedPage.storeMark(userId, mark(4), null);
    await openedPage.sendMarks(userId);
    expect(await openedPage.listWaitingMarks(userId)).toEqual([]);
    expect(server.has.get(at.code)).toBe(4);
  });

  it('does not replace another device’s newer mark when it repeats a mark after a lost answer', async () => {
    const before = await page();
    await before.storeMark(userId, mark(4), null);
    server.answer = () => Promise.reject(new TypeError('the line is dead'));
    await before.sendMarks(userId);
    before.marksDatabase.close();
    server.answer = async () => undefined;
    server.has.set(at.code, 5);
    const after = await page();
    expect(await after.sendMarks(userId)).toBe(true);
    expect([server.has.get(at.code), await after.listWaitingMarks(userId)]).toEqual([5, []]);
  });

  it('sends the marks of the marker who is signed in, and leaves those of another marker on the device', async () => {
    const openedPage = await page();
    const [other, othersMark] = [userId + 1, mark(5, at.code + 1)];
    await openedPage.storeMark(other, othersMark, null);
    await openedPage.storeMark(userId, mark(4), null);
    expect(await openedPage.sendMarks(userId)).toBe(true);
    expect([...server.has]).toEqual([[at.code, 4]]);
    expect((await openedPage.listWaitingMarks(other)).map((waiting) => waiting.mark)).toEqual([othersMark]);
  });

  it('keeps points given in another tab when an earlier refusal is settled', async () => {
    const openedPage = await page();
    await openedPage.storeMark(userId, mark(4), null);
    server.answer = refuses({ [at.code]: 1006 });
    await openedPage.sendMarks(userId);
    const [refused] = await openedPage.listWaitingMarks(userId);
    await openedPage.storeMark(userId, mark(5), null);
    if (refused) await openedPage.settleRefusedMark(refused);
    expect((await openedPage.listWaitingMarks(userId)).map((each) => each.mark.given.points)).toEqual([[5]]);
  });

  it('readLocalMark returns a waiting mark as given, and a refused mark as a draft', async () => {
    const openedPage = await page();
    await openedPage.storeMark(userId, mark(4), null);
    expect(await openedPage.readLocalMark(userId, at, 'b', [])).toMatchObject({ given: { points: [4] }, begun: null });
    expect(await openedPage.readLocalMark(userId, at, 'another answer', [])).toEqual({ given: null, begun: null });
    server.answer = refuses({ [at.code]: 1006 });
    await openedPage.sendMarks(userId);
    expect(await openedPage.readLocalMark(userId, at, 'b', [])).toMatchObject({ given: null, begun: { points: [4] } });
    await openedPage.storeSheetDraft(userId, at, 'b', { points: [5], comment: '', veto: [] });
    expect(await openedPage.readLocalMark(userId, at, 'b', [])).toMatchObject({ given: null, begun: { points: [5] } });
  });

  it('sends later marks although the server fails at one, and tries the failed mark again', async () => {
    const openedPage = await page();
    await openedPage.storeMark(userId, mark(4, 1), null);
    await openedPage.storeMark(userId, mark(5, 2), null);
    server.answer = refuses({ 1: 5000 });
    expect(await openedPage.sendMarks(userId)).toBe(false);
    expect([...server.has]).toEqual([[2, 5]]);
    expect(await openedPage.listWaitingMarks(userId)).toMatchObject([{ mark: { code: 1 } }]);
    server.answer = async () => undefined;
    expect(await openedPage.sendMarks(userId)).toBe(true);
    expect(server.has.get(1)).toBe(4);
  });

  it('reports a mark that is too large for the server as refused', async () => {
    const openedPage = await page();
    await openedPage.storeMark(userId, mark(4), null);
    server.answer = refuses({ [at.code]: 1008 });
    await openedPage.sendMarks(userId);
    expect(await openedPage.listWaitingMarks(userId)).toMatchObject([{ refused: 'refused with 1008' }]);
  });

  it('sends later marks although an earlier mark’s key was deleted', async () => {
    const before = await page();
    await before.storeMark(userId, mark(4, 1), null);
    await before.storeSheetDraft(userId, { ...at, code: 1 }, 'b', { points: [4], comment: '', veto: [] });
    session.clear();
    const openedPage = await page();
    await openedPage.storeMark(userId, mark(5, 2), null);
    await openedPage.sendMarks(userId);
    expect([...server.has]).toEqual([[2, 5]]);
    expect([...(await openedPage.readSheetDrafts(userId, at, 'b'))]).toEqual([]);
    expect(await openedPage.marksDatabase.marks.count()).toBe(2);
  });

  it('keeps an uploaded photo on the device until the server has taken its score sheet', async () => {
    const openedPage = await page();
    await openedPage.storePhoto(userId, 'p', 'data:image/png;base64,AA==');
    const photos = [{ id: 'p', row: 0, takenMs: 1 }];
    await openedPage.storeMark(userId, { ...mark(4), photos }, { points: [4], comment: '', veto: [], kept: photos });
    server.answer = refuses({ [at.code]: 5000 });
    await openedPage.sendMarks(userId);
    await openedPage.deleteOldRows(Date.now() + 15 * 86_400_000);
    const sent: Sent[] = [];
    server.answer = async (each) => void sent.push(each);
    await openedPage.sendMarks(userId);
    expect(sent).toMatchObject([{ given: { photos: [{ url: 'there' }] } }]);
  });
});
