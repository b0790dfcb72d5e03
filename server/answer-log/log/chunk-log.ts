import type { Database, Statement } from 'better-sqlite3';

/**
 * Stores sealed chunks of attachments in the log's own file, so that the same backup covers them. They cannot be recreated. A chunk is
 * identified by its hash, so a repeated one is stored once.
 */
export class ChunkLog {
  readonly #put: Statement<[string, string, Buffer, number]>;
  readonly #get: Statement<[string, string], Buffer>;
  readonly #held: Statement<[string, string], string>;
  readonly #bytes: Statement<[string], number>;

  constructor(raw: Database) {
    this.#put = raw.prepare('INSERT INTO piece (attempt_id, hash, sealed, received_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');
    this.#get = raw.prepare<[string, string], Buffer>('SELECT sealed FROM piece WHERE attempt_id = ? AND hash = ?').pluck();
    this.#held = raw
      .prepare<[string, string], string>('SELECT hash FROM piece WHERE attempt_id = ? AND hash IN (SELECT value FROM json_each(?))')
      .pluck();
    this.#bytes = raw.prepare<[string], number>('SELECT coalesce(sum(length(sealed)), 0) FROM piece WHERE attempt_id = ?').pluck();
  }

  /** Stores a chunk unless it is stored already. Call it only inside a commit of the log. */
  put(attemptId: string, hash: string, sealed: Buffer, receivedMs: number): void {
    this.#put.run(attemptId, hash, sealed, receivedMs);
  }

  get(attemptId: string, hash: string): Buffer | undefined {
    return this.#get.get(attemptId, hash);
  }

  /** Returns those of the hashes whose chunks are stored for this attempt. */
  filterStored(attemptId: string, hashes: readonly string[]): Set<string> {
    return new Set(this.#held.all(attemptId, JSON.stringify(hashes)));
  }

  bytesOf(attemptId: string): number {
    return this.#bytes.get(attemptId) ?? 0;
  }
}
