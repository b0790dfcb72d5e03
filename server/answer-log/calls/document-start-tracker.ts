/** Time at which an op was written, by its document's own clock. */
export interface OpWritingTime {
  readonly documentId: string;
  readonly monoMs: number;
}

/** Tracks the earliest possible start of each document (SY22). An op cannot be older than the grant of its epoch. */
export class DocumentStartTracker {
  readonly #beganMs = new Map<string, number>();

  /** Adds an op of the attempt. `grantedMs`: server time at which its epoch was granted; null for the first epoch. */
  add({ documentId, monoMs }: OpWritingTime, grantedMs: number | null): void {
    if (grantedMs === null) return;
    this.#beganMs.set(documentId, Math.max(this.#beganMs.get(documentId) ?? -Infinity, grantedMs - monoMs));
  }

  /** Returns the earliest server time at which the op can have been written, or undefined if nothing proves one. */
  earliestMs({ documentId, monoMs }: OpWritingTime): number | undefined {
    const beganMs = this.#beganMs.get(documentId);
    return beganMs === undefined ? undefined : beganMs + monoMs;
  }
}
