import type { Dexie, Table } from 'dexie';

/**
 * Drafts are stored twice. `localStorage` is synchronous, which a page that is being closed needs, but the browser writes it to the disk up to a
 * minute late; if it is killed before, the changes are lost. IndexedDB keeps its commits even then. Both stores contain the number of their last
 * change: at start the older store is made equal to the newer one.
 */
const prefix = 'wenkao.draft.';
const turnKey = 'wenkao.draft-turn';

interface DraftRow {
  readonly key: string;
  readonly text: string;
}

const listKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
const readLocalTurn = (): number => Number(localStorage.getItem(turnKey) ?? 0);

let opened: Promise<Table<DraftRow, string> | null> | undefined;
/** Opens the table of drafts. Null if the browser has no IndexedDB; then only `localStorage` is used. */
export function openDraftTable(): Promise<Table<DraftRow, string> | null> {
  opened ??= (async () => {
    if (typeof indexedDB === 'undefined') return null;
    const { Dexie } = await import('dexie');
    const db: Dexie = new Dexie('wenkao-drafts', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    // `files`: files of a draft that the server does not have yet (`web/platform/forms/draft-files.ts`). Version 1 had no such table.
    db.version(2).stores({ drafts: 'key', files: 'id, draft, [draft+waitingBytes]' });
    await db.open();
    return db.table<DraftRow, string>('drafts');
  })().catch(() => null);
  return opened;
}

/** Changes to drafts that are not in IndexedDB yet, by key of the draft: the text, or null for a removed draft. */
let waiting = new Map<string, string | null>();
let flushing: Promise<void> = Promise.resolve();

async function flush(): Promise<void> {
  const rows = await openDraftTable();
  const [changes, turn] = [waiting, readLocalTurn()];
  if (rows === null || changes.size === 0) return;
  waiting = new Map();
  const files = rows.db.table('files');
  const write = rows.db.transaction('rw', rows, files, async () => {
    for (const [key, text] of changes) {
      if (text === null) {
        await rows.delete(key);
        // The draft was sent or discarded, or its owner signed out: its files are removed with it.
        await files.where({ draft: key.slice(prefix.length) }).delete();
      } else await rows.put({ key, text });
    }
    await rows.put({ key: turnKey, text: String(Math.max(turn, Number((await rows.get(turnKey))?.text ?? 0))) });
  });
  await write.catch((fault: unknown) => {
    waiting = new Map([...changes, ...waiting]);
    throw fault;
  });
}

function recordChange(key: string, text: string | null): void {
  localStorage.setItem(turnKey, String(Math.max(readLocalTurn() + 1, Date.now())));
  waiting.set(key, text);
  flushing = flushing.then(flush).catch(() => undefined);
}

export const draftStorage = {
  get: (name: string): string | null => localStorage.getItem(prefix + name),
  /** Throws if the disk is full. */
  set(name: string, text: string): void {
    localStorage.setItem(prefix + name, text);
    recordChange(prefix + name, text);
  },
  remove(name: string): void {
    if (localStorage.getItem(prefix + name) === null) return;
    localStorage.removeItem(prefix + name);
    recordChange(prefix + name, null);
  },
  names: (): string[] => listKeys().map((key) => key.slice(prefix.length)),
  isKey: (key: string | null, name: string): boolean => key === prefix + name,
  /** Resolves when all changes so far are committed to IndexedDB, as far as the browser has one. */
  waitUntilFlushed: (): Promise<void> => flushing,
};

let ready: Promise<void> | undefined;
/** Makes both stores equal. Called before the first form opens, because a killed browser may have lost changes of `localStorage`. */
export const loadDrafts = (): Promise<void> => (ready ??= syncWithDatabase().catch(() => undefined));

async function syncWithDatabase(): Promise<void> {
  const rows = await openDraftTable();
  if (rows === null) return;
  const textByKey = new Map((await rows.toArray()).map(({ key, text }) => [key, text]));
  const storedTurn = Number(textByKey.get(turnKey) ?? 0);
  textByKey.delete(turnKey);
  const isFromOlderBuild = storedTurn === 0 && listKeys().length > 0;
  if (isFromOlderBuild) localStorage.setItem(turnKey, String(Math.max(readLocalTurn(), Date.now())));
  if (isFromOlderBuild || readLocalTurn() > storedTurn) {
    // `localStorage` is newer: an older build wrote it, or a page closed before its change was committed to IndexedDB.
    for (const key of textByKey.keys()) if (localStorage.getItem(key) === null) waiting.set(key, null);
    for (const key of listKeys()) waiting.set(key, localStorage.getItem(key));
    await flush();
  } else if (readLocalTurn() < storedTurn) {
    for (const key of listKeys()) if (!textByKey.has(key)) localStorage.removeItem(key);
    for (const [key, text] of textByKey) localStorage.setItem(key, text);
    localStorage.setItem(turnKey, String(storedTurn));
  }
}
