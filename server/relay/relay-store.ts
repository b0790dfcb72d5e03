import { createHash, randomUUID } from 'node:crypto';
import type { PushInput, PushRefusal } from '../../sync/contract/exams/sync.ts';
import type { QueuedBatch, TransferQueue } from '../../sync/engine/transfer/transfer-queue.ts';
import type { OpenDatabase } from '../db/opening/open.ts';
import { type RelayKey, relayKey } from '../answer-log/log/upload-token.ts';

const schema = `
CREATE TABLE IF NOT EXISTS relay_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS held (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  attempt_id TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  body TEXT NOT NULL,
  received_ms INTEGER NOT NULL,
  rests_until_ms INTEGER NOT NULL DEFAULT 0,
  refused TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX IF NOT EXISTS held_attempt ON held (attempt_id);
`;

/** Most bytes that a relay stores, in all and of one attempt. */
const relayLimits = { bytes: 2 * 1024 ** 3, attemptBytes: 16 * 1024 ** 2 } as const;

/** Reasons of refusals that no retry changes: the server did not sign the upload token, or not for this stream. */
const refusedForGood: ReadonlySet<string> = new Set<PushRefusal>(['ticket', 'attempt']);

/**
 * Stores the pushes of exam PCs (batches of ops) until the server has them. Every change is on the disk when a method returns (`synchronous = FULL`).
 */
export class RelayStore implements TransferQueue {
  readonly #db: OpenDatabase['raw'];
  readonly name: string;
  /** Stored bytes of each attempt. This map and the total are computed from the file when it is opened, and then updated with each change. */
  readonly #held = new Map<string, number>();
  #heldOfAll = 0;
  readonly #limits: { readonly bytes: number; readonly attemptBytes: number };

  constructor(db: OpenDatabase['raw'], name: string = randomUUID(), limits: { bytes: number; attemptBytes: number } = relayLimits) {
    this.#db = db;
    this.#limits = limits;
    db.exec(schema);
    db.prepare("INSERT INTO relay_meta (key, value) VALUES ('name', ?) ON CONFLICT DO NOTHING").run(name);
    this.name = this.#meta('name') ?? name;
    const sums = db.prepare<[], { attemptId: string; bytes: number }>(
      'SELECT attempt_id AS attemptId, sum(bytes) AS bytes FROM held GROUP BY attempt_id',
    );
    for (const { attemptId, bytes } of sums.iterate()) this.#count(attemptId, bytes);
  }

  /** Stores a batch. A repeated batch is stored once; `newsSeen` is ignored in the comparison. */
  storeBatch(input: PushInput, nowMs: number): 'kept' | 'full' {
    const { newsSeen: _, ...batch } = input;
    const digest = createHash('sha256').update(JSON.stringify(batch)).digest('base64url');
    if (this.#db.prepare<[string]>('SELECT 1 FROM held WHERE digest = ?').get(digest) !== undefined) return 'kept';
    const body = JSON.stringify(input);
    const { attemptId } = input.stream;
    const ofAttempt = this.#held.get(attemptId) ?? 0;
    if (this.#heldOfAll + body.length > this.#limits.bytes || ofAttempt + body.length > this.#limits.attemptBytes) return 'full';
    this.#db
      .prepare('INSERT INTO held (digest, attempt_id, bytes, body, received_ms) VALUES (?, ?, ?, ?, ?)')
      .run(digest, attemptId, body.length, body, nowMs);
    this.#count(attemptId, body.length);
    return 'kept';
  }

  #count(attemptId: string, bytes: number): void {
    this.#heldOfAll += bytes;
    const left = (this.#held.get(attemptId) ?? 0) + bytes;
    if (left > 0) this.#held.set(attemptId, left);
    else this.#held.delete(attemptId);
  }

  #meta(key: string): string | undefined {
    return this.#db.prepare<[string], string>('SELECT value FROM relay_meta WHERE key = ?').pluck().get(key);
  }

  /** Returns the key for upload tokens last received from the server, or undefined before the first contact. */
  ticketKey(): RelayKey | undefined {
    return relayKey.safeParse(JSON.parse(this.#meta('ticketKey') ?? 'null')).data;
  }

  keepTicketKey(key: RelayKey): void {
    this.#db
      .prepare("INSERT INTO relay_meta (key, value) VALUES ('ticketKey', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
      .run(JSON.stringify(key));
  }

  /** Returns the oldest batch that may be sent now: it was never refused, or the pause after its last refusal is over. */
  next(nowMs: number): QueuedBatch | undefined {
    const row = this.#db
      .prepare<[number], { id: number; body: string }>(
        'SELECT id, body FROM held WHERE rests_until_ms <= ? ORDER BY rests_until_ms, id LIMIT 1',
      )
      .get(nowMs);
    return row && { id: row.id, input: JSON.parse(row.body) as PushInput };
  }

  /** Removes a batch that the server has stored, in its chain or in quarantine. */
  removeDelivered(id: number): void {
    const removedRow = this.#db
      .prepare<[number], { attemptId: string; bytes: number }>('DELETE FROM held WHERE id = ? RETURNING attempt_id AS attemptId, bytes')
      .get(id);
    if (removedRow) this.#count(removedRow.attemptId, -removedRow.bytes);
  }

  /** Lets a refused batch wait until `untilMs` before it is sent again, or removes it if the server will never accept it. */
  postpone(id: number, untilMs: number, refused: string): void {
    if (refusedForGood.has(refused)) return this.removeDelivered(id);
    this.#db.prepare('UPDATE held SET rests_until_ms = ?, refused = ? WHERE id = ?').run(untilMs, refused, id);
  }

  countWaiting(): number {
    return this.#db.prepare<[], number>('SELECT count(*) FROM held').pluck().get() ?? 0;
  }
}
