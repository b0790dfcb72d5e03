import { openPostgresLog } from '../../server/answer-log/log/postgres-log.ts';
import type { LogPlace, LogRow, PlacedLogRow, SharedLog, SharedLogState } from '../../server/answer-log/log/shared-log.ts';
import { MemorySharedLog } from '../fixtures/memory-shared-log.ts';
import { runInTurn } from './real-work.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimDatabase } from './sim-database.ts';
import type { CommitFault } from './sim-envelope.ts';

export interface SharedLogBackup {
  readonly number: number;
  /** Number of rows. */
  readonly end: number;
}

/** The shared log of a history. It outlives the servers that use it. */
export interface SimSharedLog extends SharedLog {
  /** Copies all rows. The copy is found by its number. */
  backUp(): SharedLogBackup;
  /** Accepts connections of a server that starts. */
  connect(): void;
  /** Breaks the connections of a server that died. */
  disconnect(): void;
  /** Puts the copied rows in the place of all. `isMarked`: the operator or the database shows that the log was restored. */
  restore(backup: SharedLogBackup, isMarked: boolean): Promise<void>;
}

export class SimMemoryLog extends MemorySharedLog implements SimSharedLog {
  readonly #backups: (readonly PlacedLogRow[])[] = [];

  connect(): void {}
  disconnect(): void {}
  backUp(): SharedLogBackup {
    return { number: this.#backups.push([...this.rows]) - 1, end: this.rows.length };
  }
  async restore({ number }: SharedLogBackup, isMarked: boolean): Promise<void> {
    this.rows.splice(0, Infinity, ...(this.#backups[number] ?? []));
    if (isMarked) await this.renewEpoch(this.serverEpoch);
  }
}

interface PostgresParts {
  readonly database: SimDatabase;
  readonly chance: SeededChance;
  readonly nowMs: () => number;
  /** Waits before and after each step, like a network. */
  readonly delay: () => Promise<void>;
  /** Returns the fault that strikes the statement which stores these rows. `crash` kills the server, unless the fault is a full disk. */
  readonly strike: (rows: readonly LogRow[]) => { fault: CommitFault; crash: () => void } | undefined;
}

/** The product's log on PostgreSQL. Each server that starts opens it with new connections; virtual time waits for its statements. */
export class SimPostgresLog implements SimSharedLog {
  readonly #parts: PostgresParts;
  #log: Promise<SharedLog> | undefined;
  #isConnected = false;
  #isNew = true;
  #end = 0;
  #backups = 0;
  readonly lost = new Promise<Error>(() => undefined);

  constructor(parts: PostgresParts) {
    this.#parts = parts;
  }

  connect(): void {
    this.#isConnected = true;
  }

  disconnect(): void {
    this.#isConnected = false;
    this.#log = undefined;
    this.#parts.database.breakConnections();
  }

  backUp(): SharedLogBackup {
    const number = (this.#backups += 1);
    void runInTurn(() => this.#parts.database.backUp(number));
    return { number, end: this.#end };
  }

  restore({ number, end }: SharedLogBackup, isMarked: boolean): Promise<void> {
    this.#end = end;
    return runInTurn(() => this.#parts.database.restore(number, end, isMarked));
  }

  async readState(): Promise<SharedLogState> {
    await this.#parts.delay();
    return this.#ask((log) => log.readState());
  }

  async append(seen: number, rows: readonly LogRow[]): Promise<(LogPlace | null)[]> {
    const { database, nowMs, delay, strike } = this.#parts;
    await delay();
    const struck = strike(rows);
    if (struck?.fault === 'crashBeforeCommit') {
      struck.crash();
      throw new Error('the connection broke before the statement arrived');
    }
    const places = await this.#ask(async (log) => {
      await database.setClock(nowMs(), struck?.fault === 'serverDiskFull');
      return log.append(seen, rows);
    });
    this.#end = Math.max(this.#end, ...places.map((place) => place?.pos ?? 0));
    await delay();
    if (struck) {
      struck.crash();
      throw new Error('the connection broke after the commit');
    }
    return places;
  }

  async readAfter(pos: number, limit: number): Promise<PlacedLogRow[]> {
    await this.#parts.delay();
    return this.#ask((log) => log.readAfter(pos, limit));
  }

  renewEpoch(from: string): Promise<void> {
    return this.#ask((log) => log.renewEpoch(from));
  }

  adopt(serverEpoch: string, rows: Iterable<PlacedLogRow>): Promise<void> {
    return this.#ask((log) => log.adopt(serverEpoch, rows));
  }

  async close(): Promise<void> {
    const log = this.#log;
    this.disconnect();
    await (await log)?.close();
  }

  #ask<T>(work: (log: SharedLog) => Promise<T>): Promise<T> {
    return runInTurn(async () => {
      if (!this.#isConnected) throw new Error('the server that asks is dead');
      return work(await (this.#log ??= this.#open()));
    });
  }

  async #open(): Promise<SharedLog> {
    const { database, chance } = this.#parts;
    if (this.#isNew) await database.empty();
    this.#isNew = false;
    return openPostgresLog(database.url, { bytes: (n) => chance.bytes(n), uuid: () => chance.uuid() });
  }
}
