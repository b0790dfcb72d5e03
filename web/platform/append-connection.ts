import { hasAppendStores } from './answer-append.ts';

/**
 * The journal thread's own connection to the page's database. It never makes one, and never comes back by itself: after any loss both
 * copies are compared first, by the page (SY25), which then asks for it again.
 */
export class AppendConnection {
  readonly #name: string;
  #db: IDBDatabase | undefined;
  #opening = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Undefined: there is none now. */
  get db(): IDBDatabase | undefined {
    return this.#db;
  }

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
