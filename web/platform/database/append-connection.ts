import { hasAppendStores } from './answer-append.ts';

/**
 * Holds the journal thread's own connection to the device database (IndexedDB). It never creates the database. After a lost connection it does not
 * reconnect by itself: the page first compares the database with the journal file (SY25) and then calls `prepare` again.
 */
export class AppendConnection {
  readonly #name: string;
  #db: IDBDatabase | undefined;
  #opening = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** The open connection, or undefined if there is none. */
  get db(): IDBDatabase | undefined {
    return this.#db;
  }

  /** Starts connecting if there is no connection yet. A failure leaves `db` undefined. */
  prepare(): void {
    if (this.#db || this.#opening) return;
    this.#opening = true;
    const request = indexedDB.open(this.#name);
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('error', () => (this.#opening = false));
    request.addEventListener('success', () => {
      this.#opening = false;
      const db = request.result;
      const leave = (): void => {
        db.close();
        if (this.#db === db) this.#db = undefined;
      };
      db.addEventListener('versionchange', leave);
      db.addEventListener('close', leave);
      if (hasAppendStores(db)) this.#db = db;
      else leave();
    });
  }
}
