/** When an op was written by its document's own clock. */
export interface OpTimes {
  readonly documentId: string;
  readonly monoMs: number;
}

/** SY22: the earliest times at which documents can have begun. An op is no older than the grant that gave its epoch. */
export class DocumentBegins {
  readonly #beganMs = new Map<string, number>();

  /** Takes an op of the attempt. `grantedMs`: when its epoch was granted; null for the first. */
  add({ documentId, monoMs }: OpTimes, grantedMs: number | null): void {
    if (grantedMs === null) return;
    this.#beganMs.set(documentId, Math.max(this.#beganMs.get(documentId) ?? -Infinity, grantedMs - monoMs));
  }

  /** Returns the earliest server time at which the op can have been written; undefined where nothing proves one. */
  earliestMs({ documentId, monoMs }: OpTimes): number | undefined {
    const beganMs = this.#beganMs.get(documentId);
    return beganMs === undefined ? undefined : beganMs + monoMs;
  }
}
