import type { Database, Statement } from 'better-sqlite3';
import type { Receipt } from '../../sync/contract/sync.ts';
import { openSqlite } from '../db/open.ts';
import type { HeadCheckpoint } from './log-port.ts';

/** Raised whenever the reducer or a view it stores changes its meaning: everything is projected again (SY9). */
const projectionFormat = '4';

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

/** One attempt as the projector keeps it. `pos`: the newest batch that is in it. */
export interface AttemptRow {
  readonly attemptId: string;
  readonly pos: number;
  readonly newsVersion: number;
  readonly answersVersion: number;
  /** What the news said when `newsVersion` was given, to tell a change. */
  readonly newsText: string;
  /** What counted when the attempt was complete, to tell a change; '' before. */
  readonly answersText: string;
  readonly receipts: readonly Receipt[];
  readonly state: string;
}

/** Derived data: losing the last moments of it to a power cut costs nothing, so its commits need not wait for the disk. */
export function openProjectionDatabase(path: string): Database {
  const raw = openSqlite(path);
  raw.pragma('synchronous = NORMAL');
  return raw;
}

export class ProjectionStore implements HeadCheckpoint {
  readonly #raw: Database;
  /** Made once: what the package prepares for a transaction costs more than a small one. */
  readonly #transaction: (work: () => void) => void;
  readonly #meta: Statement<[string], string>;
  readonly #setMeta: Statement<[string, string]>;
  readonly #head: Statement<[number], number>;
  readonly #setHead: Statement<[number, number]>;
  readonly #attempt: Statement<[string], Omit<AttemptRow, 'receipts'> & { receipts: string }>;
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

  /** Throws away what was made from another log or by another build; says whether it ran ahead of this very log. */
  bind(serverEpoch: string, logEnd: number): 'same' | 'fresh' | 'ahead' {
    const ahead = this.#meta.get('serverEpoch') === serverEpoch && this.through() > logEnd;
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

  /** Every attempt's row holds at least the batches up to here. */
  through(): number {
    return Number(this.#meta.get('cursor') ?? 0);
  }

  headPos(streamNum: number): number | undefined {
    return this.#head.get(streamNum);
  }

  attempt(attemptId: string): AttemptRow | undefined {
    const row = this.#attempt.get(attemptId);
    return row && { ...row, receipts: JSON.parse(row.receipts) as Receipt[] };
  }

  /** How many of these are handed in: their states, a thousand times as large, are not read for it. */
  handedInCount(attemptIds: readonly string[]): number {
    return this.#handedIn.get(JSON.stringify(attemptIds)) ?? 0;
  }

  transact(work: () => void): void {
    this.#transaction(work);
  }

  saveAttempt(row: AttemptRow): void {
    const { attemptId, pos, newsVersion, answersVersion, newsText, answersText, receipts, state } = row;
    this.#setAttempt.run(attemptId, pos, newsVersion, answersVersion, newsText, answersText, JSON.stringify(receipts), state);
  }

  saveHead(streamNum: number, pos: number): void {
    this.#setHead.run(streamNum, pos);
  }

  saveCursor(pos: number): void {
    this.#setMeta.run('cursor', String(pos));
  }
}
