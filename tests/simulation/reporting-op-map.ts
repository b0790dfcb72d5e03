import type { OpRow } from '../../sync/engine/client/ports.ts';

/** Stores ops like a map and reports every op it stores to the book. */
export class ReportingOpMap extends Map<string, readonly OpRow[]> {
  readonly #tell: (op: OpRow) => void;
  constructor(from: Iterable<readonly [string, readonly OpRow[]]>, tell: (op: OpRow) => void) {
    super();
    this.#tell = () => undefined;
    for (const [key, ops] of from) super.set(key, ops);
    this.#tell = tell;
  }
  override set(key: string, ops: readonly OpRow[]): this {
    // A repair stores several ops at once, some known already; the book ignores repeats.
    for (const op of ops) this.#tell(op);
    return super.set(key, ops);
  }
}
