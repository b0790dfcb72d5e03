import type { OpRow } from '../../sync/engine/ports.ts';

/** Rows of the disk that tell the book of every op they commit. */
export class TellingOps extends Map<string, readonly OpRow[]> {
  readonly #tell: (op: OpRow) => void;
  constructor(from: Iterable<readonly [string, readonly OpRow[]]>, tell: (op: OpRow) => void) {
    super();
    this.#tell = () => undefined;
    for (const [key, ops] of from) super.set(key, ops);
    this.#tell = tell;
  }
  override set(key: string, ops: readonly OpRow[]): this {
    // A mend brings in several at once; what the book has heard of it hears once.
    for (const op of ops) this.#tell(op);
    return super.set(key, ops);
  }
}
