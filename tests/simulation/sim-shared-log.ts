import { openPostgresLog } from '../../server/answer-log/log/postgres-log.ts';
import type { LogPlace, LogRow, PlacedLogRow, SharedLog, SharedLogState } from '../../server/answer-log/log/shared-log.ts';
import { MemorySharedLog } from '../fixtures/memory-shared-log.ts';
import { runInTurn } from './real-work.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimDatabase } from './sim-database.ts';
import type { CommitFault } from './sim-envelope.ts';

export interface SharedLogBackup {
  readonly number: number;
  /** Number of rows in the log at the time of the backup. */
  readonly end: number;
}

/** The shared log of one run. It remains when a server that uses it is killed. */
export interface SimSharedLog extends SharedLog {
  /** Copies all rows. `restore` finds the copy by its number. */
  backUp(): SharedLogBackup;
  /** Accepts connections of a server that starts. */
  connect(): void;
  /** Breaks the connections of a server that died. */
  disconnect(): void;
  /** Replaces all rows by those of the backup. `isMarked`: the log then shows that it was restored. */
  restore(backup: SharedLogBackup, isMarked: boolean): Promise<void>;
}

const lostReply = 'the connection broke after the commit';

export class SimMemoryLog extends MemorySharedLog implements SimSharedLog {
  readonly #backups: (readonly PlacedLogRow[])[] = [];
  readonly #losesReply: () => boolean;

  constructor(parts: ConstructorParameters<typeof MemorySharedLog>[0] & { losesReply: () => boolean }) {
    super(parts);
    this.#losesReply = parts.losesReply;
  }

  override async append(seen: number, rows: readonly LogRow[]): Promise<(LogPlace | null)[]> {
    const isLost = this.#losesReply();
    const places = await super.append(seen, rows);
    if (isLost) throw new Error(lostReply);
    return places;
  }

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
  /** True if the connection breaks after the commit of the next statement that stores rows. The server lives on. */
  readonly losesReply: () => boolean;
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
  readonly fatalError = new Promise<Error>(() => undefined);

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
    const { database, nowMs, delay, losesReply, strike } = this.#parts;
    const isLost = losesReply();
    await delay();
    const struck = strike(rows);
    if (struck?.fault === 'crashBeforeCommit') {
      struck.crash();
      throw new Error('the connection broke before the statement arrived');
    }
    const places = await this.#ask(async (log) => {
      await database.setClock(nowMs(), struck?.fault === 'serverDiskFull');
      const stored = await log.append(seen, rows);
      if (isLost) await this.#breakConnection(log);
      return stored;
    });
    this.#end = Math.max(this.#end, ...places.map((place) => place?.pos ?? 0));
    await delay();
    struck?.crash();
    if (struck || isLost) throw new Error(lostReply);
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

  /** Breaks the connections of a running server. Resolves when its pool has opened new ones. */
  async #breakConnection(log: SharedLog): Promise<void> {
    this.#parts.database.breakConnections();
    for (let isBack = false; !isBack;)
      isBack = await log.readState().then(
        () => true,
        () => false,
      );
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
