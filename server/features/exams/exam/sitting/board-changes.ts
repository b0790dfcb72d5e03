import { createHash } from 'node:crypto';
import type { BoardExaminee } from '../../../../../sync/contract/exams/exam-board.ts';
import type { ServerRandom } from '../../../../ports.ts';

/** Maximum number of boards (lists of a plan's examinees with their states) in memory. After a board was dropped, its next reader gets all rows. */
const boardsMost = 50;

interface KnownBoard {
  /** User ids in the board's order. */
  order: string;
  /** Value of the counter `#count` when `order` last changed. */
  orderedAt: number;
  readonly rows: Map<number, { digest: string; changedAt: number }>;
}

const computeDigest = (examinee: BoardExaminee): string => createHash('sha1').update(JSON.stringify(examinee)).digest('base64');

/**
 * Finds the rows of a board that changed since the last reply to a reader, so that a poll returns a few rows and not two thousand. The cursor in each
 * reply consists of the id of this instance and a count of changes. With a cursor of another server, or from before a restart, a reader gets the
 * whole board.
 */
export class BoardChanges {
  readonly #boards = new Map<string, KnownBoard>();
  readonly #memory: string;
  #count = 0;

  constructor(chance: ServerRandom) {
    this.#memory = chance.uuid();
  }

  /** Compares a board with the last one under `key` and records the changes. Returns the cursor for the reply that carries the board. */
  note(key: string, examinees: readonly BoardExaminee[]): string {
    const board: KnownBoard = this.#boards.get(key) ?? { order: '', orderedAt: 0, rows: new Map() };
    this.#boards.delete(key);
    this.#boards.set(key, board);
    this.#count += 1;
    const order = examinees.map((each) => each.userId).join(' ');
    if (board.order !== order) {
      board.order = order;
      board.orderedAt = this.#count;
      board.rows.clear();
    }
    for (const examinee of examinees) {
      const digest = computeDigest(examinee);
      if (board.rows.get(examinee.userId)?.digest !== digest) board.rows.set(examinee.userId, { digest, changedAt: this.#count });
    }
    for (const [oldest] of this.#boards) {
      if (this.#boards.size <= boardsMost) break;
      this.#boards.delete(oldest);
    }
    return `${this.#memory}.${this.#count}`;
  }

  /** Returns the rows that changed after `cursor` in the board last passed to `note`, or null if the reader needs the whole board. */
  since(key: string, cursor: string, examinees: readonly BoardExaminee[]): readonly BoardExaminee[] | null {
    const [memory, count] = cursor.split('.');
    const board = this.#boards.get(key);
    const seenCount = Number(count);
    if (memory !== this.#memory || board === undefined || !(seenCount >= board.orderedAt)) return null;
    return examinees.filter((each) => (board.rows.get(each.userId)?.changedAt ?? Infinity) > seenCount);
  }
}
