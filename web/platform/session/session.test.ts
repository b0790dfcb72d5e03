import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { createSession as create, Session } from './session.ts';

const infoUser = {
  id: 42,
  user_type: 8,
  prof_id: null,
  name: '周敏',
  login_name: 'examinee01',
  avatar: '',
  school_id: 1,
  school_name: '江南职业技术学院',
  logo: '',
  logo_custom: '',
  logo_custom_status: 0,
  config: '{"config_coursehour_text":2}',
  cover_img: '',
  website: 'demo',
  record: '',
  mohrss_prof_no: '',
  mohrss_prof_allname: '',
};
const credential = { login_type: 1, login_name: 'examinee01', login_pwd: 'Wenkao-2026', school_id: 1 } as const;

/** Answers of the simulated server by path; null means no network. */
type Answers = Record<string, unknown>;
let answers: Answers | null;
let isDiskFull = false;
const accepting: Answers = {
  '/api/user/login': { code: 0, msg: '', data: { token: 'token-1', device: 'mark-1' } },
  '/api/user/getInfo': { code: 0, msg: '', data: { user: infoUser, roles: ['examUser'] } },
};

/** Opens a new document on the same device. IndexedDB survives; session storage does if `storage` is passed again. */
async function openTab(
  storage = new Map<string, string>(),
): Promise<{ session: Session; storage: Map<string, string>; user: () => unknown }> {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.resetModules();
  const { createSession }: { createSession: typeof create } = await import('./session.ts');
  const { appStore, sessionUserAtom } = await import('./session-atoms.ts');
  const { createVaultStore } = await import('./vault-store.ts');
  const { DeviceDatabase } = await import('../database/database.ts');
  const session = createSession({
    vaults: () => Promise.resolve(createVaultStore(new DeviceDatabase())),
    isDiskFull: () => Promise.resolve(isDiskFull),
    channel: new BroadcastChannel('wenkao.session'),
    nowMs: () => 1,
    retryMs: 20,
  });
  opened.push(session);
  return { session, storage, user: () => appStore.get(sessionUserAtom) };
}
const opened: Session[] = [];

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  answers = accepting;
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } });
  vi.stubGlobal('fetch', (path: string) =>
    answers ? Promise.resolve(Response.json(answers[path])) : Promise.reject(new TypeError('Failed to fetch')),
  );
});
afterEach(() => {
  for (const session of opened.splice(0)) session.close();
  vi.unstubAllGlobals();
});

test('a sign-in maps the names of getInfo, and puts token and vault key into session storage', async () => {
  const tab = await openTab();
  expect(await tab.session.signIn(credential)).toMatchObject({ kind: 'online', user: { id: 42, roles: ['examUser'] } });
  expect(tab.user()).toMatchObject({
    school_title: '江南职业技术学院',
    school_website: 'demo',
    school_config: { config_coursehour_text: 2 },
  });
  expect(tab.storage.get('wenkao.token')).toBe('token-1');
  expect(await tab.session.vault()).not.toBeNull();
});

test('SY20: the same credential signs in offline after a crash and opens the same vault', async () => {
  const before = await openTab();
  await before.session.signIn(credential);
  const sealed = await (await before.session.vault())?.wrapBytes(new Uint8Array([1, 2, 3]), 'x');
  answers = null;
  const after = await openTab();
  expect(await after.session.signIn({ ...credential, login_name: ' Examinee01 ' })).toMatchObject({ kind: 'offline', user: { id: 42 } });
  expect(after.storage.has('wenkao.token')).toBe(false);
  expect(await (await after.session.vault())?.unwrapBytes(sealed ?? '', 'x')).toEqual(new Uint8Array([1, 2, 3]));
});

test('SY20: an offline sign-in fails for another password and for a person unknown to this PC', async () => {
  await (await openTab()).session.signIn(credential);
  answers = null;
  const tab = await openTab();
  await expect(tab.session.signIn({ ...credential, login_pwd: 'wrong' })).rejects.toMatchObject({ name: 'CallFailure', network: true });
  await expect(tab.session.signIn({ ...credential, login_name: 'examinee02' })).rejects.toMatchObject({ network: true });
  await expect(tab.session.signIn({ ...credential, login_type: 2 })).rejects.toMatchObject({ network: true, refusal: 'unknown' });
  expect(tab.user()).toBeNull();
});

test('SY25: an offline sign-in with a full, lost or unreadable disk does not blame the typed password', async () => {
  await (await openTab()).session.signIn(credential);
  answers = null;
  const indexedDB = new IDBFactory();
  Dexie.dependencies.indexedDB = indexedDB;
  await expect((await openTab()).session.signIn(credential)).rejects.toMatchObject({ network: true, refusal: 'nobody' });
  isDiskFull = true;
  await expect((await openTab()).session.signIn(credential)).rejects.toMatchObject({ network: true, refusal: 'full' });
  isDiskFull = false;
  indexedDB.open = () => {
    throw new DOMException('Internal error opening backing store', 'UnknownError');
  };
  await expect((await openTab()).session.signIn(credential)).rejects.toMatchObject({ network: true, refusal: 'unreadable' });
});

test('a refusal by the server does not become an offline sign-in', async () => {
  await (await openTab()).session.signIn(credential);
  answers = { ...accepting, '/api/user/login': { code: 1002, msg: '登录名或密码错误' } };
  const tab = await openTab();
  await expect(tab.session.signIn(credential)).rejects.toMatchObject({ code: 1002, message: '登录名或密码错误' });
  expect(tab.user()).toBeNull();
});

test('an offline session gets its token once the network is back', async () => {
  await (await openTab()).session.signIn(credential);
  answers = null;
  const tab = await openTab();
  await tab.session.signIn(credential);
  expect(tab.session.reconnecting()).toBe(true);
  answers = accepting;
  await vi.waitFor(() => expect(tab.storage.get('wenkao.token')).toBe('token-1'));
  await vi.waitFor(() => expect(tab.session.reconnecting()).toBe(false));
});

test('a reload keeps the vault, and signing out removes it, while the PC still knows the person', async () => {
  const tab = await openTab();
  await tab.session.signIn(credential);
  const reloaded = await openTab(tab.storage);
  expect(await reloaded.session.join()).toBe(true);
  expect((await reloaded.session.vault())?.exportKey()).toBe(tab.storage.get('wenkao.vault-key'));
  reloaded.session.end();
  expect([...tab.storage.keys()]).toEqual([]);
  expect(await reloaded.session.vault()).toBeNull();
  answers = null;
  expect(await reloaded.session.signIn(credential)).toMatchObject({ kind: 'offline' });
});

test('staff have no vault on the PC', async () => {
  answers = { ...accepting, '/api/user/getInfo': { code: 0, msg: '', data: { user: { ...infoUser, user_type: 6 }, roles: ['teacher'] } } };
  const tab = await openTab();
  await tab.session.signIn(credential);
  expect(await tab.session.vault()).toBeNull();
  answers = null;
  await expect((await openTab()).session.signIn(credential)).rejects.toMatchObject({ network: true });
});

test('an account without roles is not signed in', async () => {
  answers = { ...accepting, '/api/user/getInfo': { code: 0, msg: '', data: { user: infoUser, roles: [] } } };
  const tab = await openTab();
  expect(await tab.session.signIn(credential)).toEqual({ kind: 'noRoles' });
  expect(tab.storage.has('wenkao.token')).toBe(false);
});
