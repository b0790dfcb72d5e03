import type { Database, Statement } from 'better-sqlite3';
import type { HandInReceipt } from '../../../sync/contract/exams/sync.ts';
import { openSqlite } from '../../db/opening/open.ts';
import type { HeadCheckpoint } from '../log/log-port.ts';

/**
 * Version of the stored projections. Raise it whenever the meaning of the reducer or of a stored view changes. Everything is then projected again
 * (SY9).
 */
const projectionFormat = '5';

const schema = `
CREATE TABLE IF NOT EXISTS projection_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS stream_head (stream_num INTEGER PRIMARY KEY, pos INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS attempt (
  attempt_id TEXT PRIMARY KEY,
  pos INTEGER NOT NULL,
  news_version INTEGER NOT NULL,
  answers_version INTEGER NOT NULL,
  news_text TEXT NOT NULL,
  answers_text TEXT NOT NULL,
  receipts TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT;
`;

/** One attempt as the projector stores it. `pos`: log position of the newest batch that the state includes. */
export interface ProjectedAttemptRow {
  readonly attemptId: string;
  readonly pos: number;
  readonly newsVersion: number;
  readonly answersVersion: number;
  /** Content of the news at `newsVersion`, to detect a change. */
  readonly newsText: string;
  /** The answers of the complete attempt that count, to detect a change; '' before it is complete. */
  readonly answersText: string;
  readonly receipts: readonly HandInReceipt[];
  readonly state: string;
}

/** Opens the projection database. It is derived data, so a power cut may cost its last moments, and commits need not wait for the disk. */
export function openProjectionDatabase(path: string): Database {
  const raw = openSqlite(path);
  raw.pragma('synchronous = NORMAL');
  return raw;
}

/** Stores the projections and the checkpoint of stream heads. */
export class ProjectionStore implements HeadCheckpoint {
  readonly #raw: Database;
  /** Function that runs work in a transaction. It is created once, because preparing a transaction costs more than a small transaction itself. */
  readonly #transaction: (work: () => void) => void;
  readonly #meta: Statement<[string], string>;
  readonly #setMeta: Statement<[string, string]>;
  readonly #head: Statement<[number], number>;
  readonly #setHead: Statement<[number, number]>;
  readonly #attempt: Statement<[string], Omit<ProjectedAttemptRow, 'receipts'> & { receipts: string }>;
  readonly #setAttempt: Statement;
  readonly #handedIn: Statement<[string], number>;

  constructor(raw: Database) {
    this.#raw = raw;
    this.#transaction = raw.transaction((work: () => void) => work()).immediate;
    raw.exec(schema);
    this.#meta = raw.prepare<[string], string>('SELECT value FROM projection_meta WHERE key = ?').pluck();
    this.#setMeta = raw.prepare('INSERT INTO projection_meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value');
    this.#head = raw.prepare<[number], number>('SELECT pos FROM stream_head WHERE stream_num = ?').pluck();
    this.#setHead = raw.prepare('INSERT INTO stream_head VALUES (?, ?) ON CONFLICT (stream_num) DO UPDATE SET pos = excluded.pos');
    this.#attempt = raw.prepare(
      `SELECT attempt_id AS attemptId, pos, news_version AS newsVersion, answers_version AS answersVersion, news_text AS newsText,
       answers_text AS answersText, receipts, state FROM attempt WHERE attempt_id = ?`,
    );
    this.#handedIn = raw
      .prepare<[string], number>(
        `SELECT count(*) FROM attempt WHERE attempt_id IN (SELECT value FROM json_each(?)) AND iif(news_text = '', 0, json_extract(news_text, '$[0].handedIn'))`,
      )
      .pluck();
    this.#setAttempt = raw.prepare('INSERT OR REPLACE INTO attempt VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  }

  /**
   * Deletes projections of another log or another build. Returns `ahead` if they were ahead of this log, `fresh` if they were deleted for
   * another reason, else `same`.
   */
  bind(serverEpoch: string, logEnd: number): 'same' | 'fresh' | 'ahead' {
    const reach = Math.max(this.getPosition(), Number(this.#meta.get('reach') ?? 0));
    const ahead = this.#meta.get('serverEpoch') === serverEpoch && reach > logEnd;
    if (!ahead && this.#meta.get('serverEpoch') === serverEpoch && this.#meta.get('format') === projectionFormat) return 'same';
    this.transact(() => {
      this.#raw.exec('DELETE FROM attempt; DELETE FROM stream_head; DELETE FROM projection_meta');
      this.#setMeta.run('serverEpoch', serverEpoch);
      this.#setMeta.run('format', projectionFormat);
    });
    return ahead ? 'ahead' : 'fresh';
  }

  rename(serverEpoch: string): void {
    this.#setMeta.run('serverEpoch', serverEpoch);
  }

  /** Log position up to which every attempt's row is complete. */
  getPosition(): number {
    return Number(this.#meta.get('cursor') ?? 0);
  }

  headPos(streamNum: number): number | undefined {
    return this.#head.get(streamNum);
  }

  attempt(attemptId: string): ProjectedAttemptRow | undefined {
    const row = this.#attempt.get(attemptId);
    return row && { ...row, receipts: JSON.parse(row.receipts) as HandInReceipt[] };
  }

  /** Counts those of the given attempts that were handed in. It does not read their states, which are about a thousand times larger. */
  handedInCount(attemptIds: readonly string[]): number {
    return this.#handedIn.get(JSON.stringify(attemptIds)) ?? 0;
  }

  transact(work: () => void): void {
    this.#transaction(work);
  }

  saveAttempt(row: ProjectedAttemptRow): void {
    const { attemptId, pos, newsVersion, answersVersion, newsText, answersText, receipts, state } = row;
    this.#setAttempt.run(attemptId, pos, newsVersion, answersVersion, newsText, answersText, JSON.stringify(receipts), state);
  }

  saveHead(streamNum: number, pos: number): void {
    this.#setHead.run(streamNum, pos);
  }

  /** Notes that rows and heads up to this log position may be stored from now on, although the cursor (`getPosition`) is still behind. */
  saveProjectionLimit(pos: number): void {
    this.#setMeta.run('reach', String(pos));
  }

  saveCursor(pos: number): void {
    this.#setMeta.run('cursor', String(pos));
  }
}
