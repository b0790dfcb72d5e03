import type { OpRow } from '../../sync/engine/ports.ts';

/** A map of stored ops that reports every op that is set, so that commits can be recorded. */
export class ReportingOpMap extends Map<string, readonly OpRow[]> {
  readonly #tell: (op: OpRow) => void;
  constructor(from: Iterable<readonly [string, readonly OpRow[]]>, tell: (op: OpRow) => void) {
    super();
    this.#tell = () => undefined;
    for (const [key, ops] of from) super.set(key, ops);
    this.#tell = tell;
  }
  override set(key: string, ops: readonly OpRow[]): this {
    // A repair sets several ops at once, and some were reported before; the receiver ignores repeats.
    for (const op of ops) this.#tell(op);
    return super.set(key, ops);
  }
}
