import type { Dexie, Table } from 'dexie';

/**
 * Where drafts lie, by their keys. `localStorage` answers at once, which a page that is being left needs, but the browser writes it to the disk
 * seconds or a minute late, and never when it is killed; so the same lies in a database, whose commit a killed browser keeps. Both carry the
 * number of their last change: whichever is behind when the application starts is made like the other.
 */
const prefix = 'wenkao.draft.';
const turnKey = 'wenkao.draft-turn';

interface ShelfRow {
  readonly key: string;
  readonly text: string;
}

const keys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
const turnHere = (): number => Number(localStorage.getItem(turnKey) ?? 0);

let opened: Promise<Table<ShelfRow, string> | null> | undefined;
/** Null where a browser keeps no database: then `localStorage` stands alone. */
export function draftTable(): Promise<Table<ShelfRow, string> | null> {
  opened ??= (async () => {
    if (typeof indexedDB === 'undefined') return null;
    const { Dexie } = await import('dexie');
    const db: Dexie = new Dexie('wenkao-drafts', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    // `files`: what a draft names and the school has not got yet (`web/platform/draft-files.ts`). The first version had none.
    db.version(2).stores({ drafts: 'key', files: 'id, draft, [draft+waitingBytes]' });
    await db.open();
    return db.table<ShelfRow, string>('drafts');
  })().catch(() => null);
  return opened;
}

/** Changed here and not yet in the database: the text, or null for what was taken away. */
let waiting = new Map<string, string | null>();
let flushing: Promise<void> = Promise.resolve();

async function flush(): Promise<void> {
  const rows = await draftTable();
  const [changes, turn] = [waiting, turnHere()];
  if (rows === null || changes.size === 0) return;
  waiting = new Map();
  const files = rows.db.table('files');
  const write = rows.db.transaction('rw', rows, files, async () => {
    for (const [key, text] of changes) {
      if (text === null) {
        await rows.delete(key);
        // Sent, discarded, or its writer has signed out: its files go with it.
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

function changed(key: string, text: string | null): void {
  localStorage.setItem(turnKey, String(Math.max(turnHere() + 1, Date.now())));
  waiting.set(key, text);
  flushing = flushing.then(flush).catch(() => undefined);
}

export const draftShelf = {
  get: (name: string): string | null => localStorage.getItem(prefix + name),
  /** Throws where the disk is full. */
  set(name: string, text: string): void {
    localStorage.setItem(prefix + name, text);
    changed(prefix + name, text);
  },
  remove(name: string): void {
    if (localStorage.getItem(prefix + name) === null) return;
    localStorage.removeItem(prefix + name);
    changed(prefix + name, null);
  },
  names: (): string[] => keys().map((key) => key.slice(prefix.length)),
  isKey: (key: string | null, name: string): boolean => key === prefix + name,
  /** When all that was written until now outlives a killed browser, as far as this browser keeps anything. */
  kept: (): Promise<void> => flushing,
};

let ready: Promise<void> | undefined;
/** Before the first form: what a killed browser did not write to `localStorage` comes back from the database. */
export const draftsAtHand = (): Promise<void> => (ready ??= meet().catch(() => undefined));

async function meet(): Promise<void> {
  const rows = await draftTable();
  if (rows === null) return;
  const there = new Map((await rows.toArray()).map(({ key, text }) => [key, text]));
  const turnThere = Number(there.get(turnKey) ?? 0);
  there.delete(turnKey);
  const older = turnThere === 0 && keys().length > 0;
  if (older) localStorage.setItem(turnKey, String(Math.max(turnHere(), Date.now())));
  if (older || turnHere() > turnThere) {
    // An older build's drafts, or a page that was left in mid-write: it wrote here last.
    for (const key of there.keys()) if (localStorage.getItem(key) === null) waiting.set(key, null);
    for (const key of keys()) waiting.set(key, localStorage.getItem(key));
    await flush();
  } else if (turnHere() < turnThere) {
    for (const key of keys()) if (!there.has(key)) localStorage.removeItem(key);
    for (const [key, text] of there) localStorage.setItem(key, text);
    localStorage.setItem(turnKey, String(turnThere));
  }
}
