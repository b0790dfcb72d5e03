import { questionStatus } from '../../../../../sync/contract/codes.ts';
import { certifiedBankId } from '../../../../db/schema/question.ts';
import { type BankTable, bankFlag, type QuestionPlace } from './assembly-problem.ts';

export interface BankRow {
  readonly id: number;
  /** Id of the bank: the school that owns it, or `certifiedBankId` for the certified bank that all schools share. */
  readonly school_id: number;
  readonly type: number;
  readonly status: number;
  readonly difficulty: number;
  readonly prof_id: number | null;
  readonly trade_id: number | null;
  readonly level: number | null;
  readonly point_code: string;
  readonly category: string;
  readonly used_count: number;
  /** Questions with the same hash count as near-duplicates. */
  readonly hash: string;
}

/** Expected share of right answers by difficulty code, as long as no exam has measured it. */
const expectedEase = [0, 0.85, 0.65, 0.45];

/** Collects rows in any order into a table in shared memory, which threads read without copying. */
export class BankTableBuilder {
  readonly #rows: number[][] = [];
  readonly #places = new Index<QuestionPlace>();
  readonly #points = new Index<string>();
  readonly #categories = new Index<string>();
  readonly #hashes = new Index<string>();

  add(row: BankRow): void {
    const place = { professionId: row.prof_id, tradeId: row.trade_id, level: row.level };
    this.#rows.push([
      row.id,
      row.type,
      row.difficulty,
      this.#places.getIndex(`${row.prof_id} ${row.trade_id} ${row.level}`, place),
      this.#points.getIndex(row.point_code, row.point_code),
      this.#categories.getIndex(row.category, row.category),
      Math.min(row.used_count, 65_535),
      this.#hashes.getIndex(row.hash, row.hash),
      (row.status === questionStatus.inUse ? bankFlag.inUse : 0) | (row.school_id === certifiedBankId ? bankFlag.certified : 0),
    ]);
  }

  build(): BankTable {
    const rows = this.#rows.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    const size = rows.length;
    const fill = <T extends { [at: number]: number }>(column: T, of: (row: readonly number[]) => number): T => {
      for (const [at, row] of rows.entries()) column[at] = of(row);
      return column;
    };
    const ints = (at: number): Int32Array => fill(new Int32Array(new SharedArrayBuffer(size * 4)), (row) => row[at] ?? 0);
    const bytes = (at: number): Uint8Array => fill(new Uint8Array(new SharedArrayBuffer(size)), (row) => row[at] ?? 0);
    const countByHash = new Int32Array(this.#hashes.items.length);
    for (const row of rows) countByHash[row[7] ?? 0] = (countByHash[row[7] ?? 0] ?? 0) + 1;
    return {
      ids: ints(0),
      types: bytes(1),
      difficulties: bytes(2),
      expectedCorrectShares: fill(new Float32Array(new SharedArrayBuffer(size * 4)), (row) => expectedEase[row[2] ?? 0] ?? 0),
      place: ints(3),
      point: ints(4),
      category: ints(5),
      exposures: fill(new Uint16Array(new SharedArrayBuffer(size * 2)), (row) => row[6] ?? 0),
      duplicateGroups: fill(new Int32Array(new SharedArrayBuffer(size * 4)), (row) =>
        (countByHash[row[7] ?? 0] ?? 0) > 1 ? (row[7] ?? 0) : -1,
      ),
      flags: bytes(8),
      places: this.#places.items,
      pointCodes: this.#points.items,
      categories: this.#categories.items,
    };
  }
}

class Index<T> {
  readonly items: T[] = [];
  readonly #places = new Map<string, number>();
  getIndex(key: string, item: T): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.items.push(item) - 1;
    this.#places.set(key, place);
    return place;
  }
}

/** Returns the table with the given pairs marked as near-duplicates too. */
export function markTwinQuestions(bank: BankTable, pairs: readonly (readonly [number, number])[]): BankTable {
  if (pairs.length === 0) return bank;
  const twins = Int32Array.from(bank.duplicateGroups);
  const rowAt = new Map(Array.from(bank.ids, (id, row) => [id, row]));
  let next = twins.reduce((most, twin) => Math.max(most, twin), -1) + 1;
  for (const pair of pairs) {
    const [a, b] = pair.map((id) => rowAt.get(id));
    if (a === undefined || b === undefined) continue;
    const [one, other] = [twins[a] ?? -1, twins[b] ?? -1];
    const group = one >= 0 ? one : other >= 0 ? other : next++;
    for (const [row, twin] of twins.entries())
      if (row === a || row === b || (twin >= 0 && (twin === one || twin === other))) twins[row] = group;
  }
  return { ...bank, duplicateGroups: twins };
}
