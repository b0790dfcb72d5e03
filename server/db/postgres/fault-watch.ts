/** A fault counts for this time after a statement met it last. */
const shownMs = 10_000;

const sentences: Readonly<Record<string, string>> = {
  '25006': 'PostgreSQL is read-only',
  '53100': 'PostgreSQL has no space left',
  '53300': 'PostgreSQL has no connection left to give',
};

/** Remembers a fault that statements met although PostgreSQL answers. The next writes may go to other places, so only time ends a fault. */
export class DatabaseFaultWatch {
  #fault: { readonly reason: string; readonly metMs: number } | undefined;

  /** Looks at the error of a statement. */
  readonly note = (error: unknown): void => {
    const reason = sentences[(error as { code?: string }).code ?? ''];
    if (reason !== undefined) this.#fault = { reason, metMs: performance.now() };
  };

  /** The newest fault as a sentence for the operator, or null. */
  get reason(): string | null {
    return this.#fault && performance.now() - this.#fault.metMs < shownMs ? this.#fault.reason : null;
  }
}
