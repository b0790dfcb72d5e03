import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';

const storage = new Map<string, string>();
const keyOf = (byte: number): string => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)));

beforeEach(() => {
  storage.clear();
  Dexie.dependencies.indexedDB = new IDBFactory();
  const own = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(own, {
      ownKeys: () => [...storage.keys()],
      getOwnPropertyDescriptor: (_target, key) => ({ value: storage.get(String(key)), enumerable: true, configurable: true }),
    }),
  );
  let turn: Promise<unknown> = Promise.resolve();
  const locks = { request: (_name: string, work: () => Promise<unknown>) => (turn = turn.then(work, work)) };
  vi.stubGlobal('navigator', { ...globalThis.navigator, locks });
});

/** Loads the modules again, as after a page reload, with the draft key of this session. */
async function started(key = 1) {
  vi.resetModules();
  const session = new Map([['wenkao.draft-key', keyOf(key)]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => session.get(name) ?? null,
    setItem: (name: string, value: string) => void session.set(name, value),
    removeItem: (name: string) => void session.delete(name),
  });
  const { draftStorage, loadDrafts } = await import('../../lib/draft/draft-cache.ts');
  await loadDrafts();
  return { shelf: draftStorage, ...(await import('./draft-files.ts')), ...(await import('../../lib/draft/draft-names.ts')) };
}
const pdf = (text: string, name = '工作证明.pdf') => new File([text], name, { type: 'application/pdf' });
const uploaded = { url: '/uploads/a.pdf', name: '工作证明.pdf', sizeBytes: 4, type: 'application/pdf' };

test('a stored draft file is unchanged after a reload, and only its writer can read it', async () => {
  const first = await started();
  const { id } = await first.storeDraftFile('7.declare.3', 'file1', pdf('原件'));
  const reloaded = await started();
  const [row] = await reloaded.listDraftFiles('7.declare.3');
  expect(row).toEqual({ id, field: 'file1', name: '工作证明.pdf', type: 'application/pdf', sizeBytes: 6, sent: null });
  const file = await reloaded.readDraftFile(id);
  expect([file?.name, file?.type, await file?.text()]).toEqual(['工作证明.pdf', 'application/pdf', '原件']);
  const other = await started(2);
  expect([await other.readDraftFile(id), await other.listDraftFiles('7.declare.3')]).toEqual([null, []]);
  expect(await other.sendDraftFile(id, () => Promise.reject(new Error('never')))).toBeNull();
});

test('a draft file is sent once, however often it is asked for, and kept after a failure', async () => {
  const { storeDraftFile, sendDraftFile, listDraftFiles, readDraftFile: draftFileHere } = await started();
  const { id } = await storeDraftFile('7.declare.3', 'file1', pdf('x'));
  await expect(sendDraftFile(id, () => Promise.reject(new Error('no line')))).rejects.toThrow('no line');
  expect(await (await draftFileHere(id))?.text()).toBe('x');
  const send = vi.fn(() => Promise.resolve(uploaded));
  expect(await Promise.all([sendDraftFile(id, send), sendDraftFile(id, send)])).toEqual([uploaded, uploaded]);
  const reloaded = await started();
  expect(await reloaded.sendDraftFile(id, send)).toEqual(uploaded);
  expect(send).toHaveBeenCalledTimes(1);
  expect((await listDraftFiles('7.declare.3'))[0]?.sent).toEqual(uploaded);
  expect(await draftFileHere(id)).toBeNull();
});

test('a draft file is deleted with its draft: sent, discarded, or its writer signed out', async () => {
  const { shelf, storeDraftFile, listDraftFiles, dropDraftsOf } = await started();
  for (const draft of ['7.declare.3', '7.enroll.4', '77.enroll.4']) {
    shelf.set(draft, 'text');
    await storeDraftFile(draft, 'file1', pdf(draft));
  }
  const counts = async () =>
    Promise.all(['7.declare.3', '7.enroll.4', '77.enroll.4'].map(async (draft) => (await listDraftFiles(draft)).length));
  expect(await counts()).toEqual([1, 1, 1]);
  shelf.remove('7.declare.3');
  await shelf.waitUntilFlushed();
  expect(await counts()).toEqual([0, 1, 1]);
  await dropDraftsOf('7');
  expect(await counts()).toEqual([0, 0, 1]);
});

test('a file chosen while an older draft is being deleted is kept', async () => {
  const { shelf, storeDraftFile, listDraftFiles } = await started();
  shelf.set('7.declare.3', 'typed and taken back');
  await shelf.waitUntilFlushed();
  const keeping = storeDraftFile('7.declare.3', 'file1', pdf('x'));
  shelf.remove('7.declare.3');
  await keeping;
  expect(await listDraftFiles('7.declare.3')).toHaveLength(1);
});

test('draft files have a size limit, and files without a draft are deleted to make space', async () => {
  const { shelf, storeDraftFile, maxDraftFileBytes, listDraftFiles, NoSpaceForFileError, dropDraftFile } = await started();
  const large = (): File => Object.defineProperty(pdf('x'), 'size', { value: maxDraftFileBytes });
  shelf.set('7.declare.3', 'text');
  const { id } = await storeDraftFile('7.declare.3', 'file1', large());
  await expect(storeDraftFile('7.enroll.4', 'file1', pdf('y'))).rejects.toBeInstanceOf(NoSpaceForFileError);
  await dropDraftFile(id);
  await storeDraftFile('8.enroll.1', 'file1', large());
  await storeDraftFile('7.enroll.4', 'file1', pdf('y'));
  expect([await listDraftFiles('8.enroll.1'), (await listDraftFiles('7.enroll.4')).length]).toEqual([[], 1]);
});
