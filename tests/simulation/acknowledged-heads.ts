import type { Database, Statement } from 'better-sqlite3';
import type { OpBook } from './op-book.ts';

interface HeadRow {
  readonly to_seq: number;
  readonly head_hash: string;
}
const headOf =
  'SELECT to_seq, head_hash FROM batch WHERE stream_num = (SELECT num FROM stream WHERE stream_id = ?) ORDER BY pos DESC LIMIT 1';

interface Told {
  readonly epoch: string;
  readonly streamId: string;
  readonly seq: number;
  readonly hash: string;
}

/** Property 4: an op that the server has acknowledged is on its disk. Checked at each acknowledgement, and after each start with the same log. */
export class AcknowledgedHeads {
  readonly #book: OpBook;
  #told: Told[] = [];
  #heads: Statement<[string], HeadRow> | undefined;

  constructor(book: OpBook) {
    this.#book = book;
  }

  note(
    input: { stream: { streamId: string } },
    answer: { serverEpoch: string; ackedThrough: number; headHash: string },
    log: Database,
  ): void {
    const told = { epoch: answer.serverEpoch, streamId: input.stream.streamId, seq: answer.ackedThrough, hash: answer.headHash };
    this.#told.push(told);
    this.#auditOne(told, this.#headRow(told.streamId, log));
  }

  audit(epoch: string, log: Database): void {
    const rows = new Map<string, HeadRow | undefined>();
    for (const told of this.#told) {
      if (told.epoch !== epoch) continue;
      if (!rows.has(told.streamId)) rows.set(told.streamId, this.#headRow(told.streamId, log));
      this.#auditOne(told, rows.get(told.streamId));
    }
  }

  /** Forgets all acknowledgements after a restore, because the restored log may lack the acknowledged ops. */
  forget(): void {
    this.#told = [];
  }

  #headRow(streamId: string, log: Database): HeadRow | undefined {
    if (this.#heads?.database !== log) this.#heads = log.prepare<[string], HeadRow>(headOf);
    return this.#heads.get(streamId);
  }

  #auditOne({ streamId, seq, hash }: Told, row: HeadRow | undefined): void {
    if (seq === 0) return;
    if (!row || row.to_seq < seq) this.#book.fault('4 durable', `${streamId} acknowledged through ${seq}, on disk ${row?.to_seq ?? 0}`);
    else if (row.to_seq === seq && row.head_hash !== hash)
      this.#book.fault('4 durable', `${streamId}:${seq} acknowledged with another hash`);
  }
}
