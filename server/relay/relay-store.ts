import { createHash, randomUUID } from 'node:crypto';
import type { PushInput } from '../../sync/contract/sync.ts';
import type { Carried, CarriedStore } from '../../sync/engine/carrier.ts';
import type { OpenDatabase } from '../db/open.ts';

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

/** What a relay keeps at most: it can't tell an examinee's batch from anybody's on the room's network. */
const relayLimits = { bytes: 2 * 1024 ** 3, attemptBytes: 16 * 1024 ** 2 } as const;

/** Batches as they came, until the server has them. Everything is on the disk when a method returns (`synchronous = FULL`). */
export class RelayStore implements CarriedStore {
  readonly #db: OpenDatabase['raw'];
  readonly name: string;

  constructor(db: OpenDatabase['raw'], name: string = randomUUID()) {
    this.#db = db;
    db.exec(schema);
    db.prepare("INSERT INTO relay_meta (key, value) VALUES ('name', ?) ON CONFLICT DO NOTHING").run(name);
    this.name = db.prepare<[], string>("SELECT value FROM relay_meta WHERE key = 'name'").pluck().get() ?? name;
  }

  /** The same batch is kept once, however often it comes and whatever news its sender had seen. */
  keep(input: PushInput, nowMs: number): 'kept' | 'full' {
    const { newsSeen: _, ...batch } = input;
    const digest = createHash('sha256').update(JSON.stringify(batch)).digest('base64url');
    if (this.#db.prepare<[string]>('SELECT 1 FROM held WHERE digest = ?').get(digest) !== undefined) return 'kept';
    const body = JSON.stringify(input);
    const { attemptId } = input.stream;
    const held = this.#sum(attemptId);
    if (held.all + body.length > relayLimits.bytes || held.attempt + body.length > relayLimits.attemptBytes) return 'full';
    this.#db
      .prepare('INSERT INTO held (digest, attempt_id, bytes, body, received_ms) VALUES (?, ?, ?, ?, ?)')
      .run(digest, attemptId, body.length, body, nowMs);
    return 'kept';
  }

  #sum(attemptId: string): { all: number; attempt: number } {
    const all = this.#db.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM held').pluck().get() ?? 0;
    const of = this.#db.prepare<[string], number>('SELECT coalesce(sum(bytes), 0) FROM held WHERE attempt_id = ?').pluck();
    return { all, attempt: of.get(attemptId) ?? 0 };
  }

  /** The oldest that is not resting. */
  next(nowMs: number): Carried | undefined {
    const row = this.#db
      .prepare<[number], { id: number; body: string }>(
        'SELECT id, body FROM held WHERE rests_until_ms <= ? ORDER BY rests_until_ms, id LIMIT 1',
      )
      .get(nowMs);
    return row && { id: row.id, input: JSON.parse(row.body) as PushInput };
  }

  /** The server has it: in a chain, or aside. */
  given(id: number): void {
    this.#db.prepare<[number]>('DELETE FROM held WHERE id = ?').run(id);
  }

  /** Not now: what stands before it is missing there, or the server doesn't know its ticket. Nothing is thrown away for that. */
  rest(id: number, untilMs: number, refused: string): void {
    this.#db.prepare('UPDATE held SET rests_until_ms = ?, refused = ? WHERE id = ?').run(untilMs, refused, id);
  }

  waiting(): number {
    return this.#db.prepare<[], number>('SELECT count(*) FROM held').pluck().get() ?? 0;
  }
}
