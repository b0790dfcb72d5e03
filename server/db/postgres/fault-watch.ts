/** Milliseconds for which a fault is reported after the last statement that met it. */
const shownMs = 10_000;

const sentences: Readonly<Record<string, string>> = {
  '25006': 'PostgreSQL is read-only',
  '53100': 'PostgreSQL has no space left',
  '53300': 'PostgreSQL has no connection left to give',
};

/**
 * Remembers a fault, such as a full disk, that made statements fail although PostgreSQL answers. A statement that succeeds does not prove that the
 * fault is over, so it ends only after a time.
 */
export class DatabaseFaultWatch {
  #fault: { readonly reason: string; readonly metMs: number } | undefined;

  /** Remembers the error of a statement if it means that PostgreSQL answers but cannot work, such as a full disk. */
  readonly note = (error: unknown): void => {
    const reason = sentences[(error as { code?: string }).code ?? ''];
    if (reason !== undefined) this.#fault = { reason, metMs: performance.now() };
  };

  /** The newest fault as a sentence for the operator, or null. */
  get reason(): string | null {
    return this.#fault && performance.now() - this.#fault.metMs < shownMs ? this.#fault.reason : null;
  }
}
