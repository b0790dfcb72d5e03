import { timeLabel, type TimeLabel } from '../../../sync/engine/time-label.ts';

/** When an op was written by its document's own clock, and when the server had it. */
export interface OpTimes {
  readonly documentId: string;
  readonly monoMs: number;
  readonly receivedMs: number;
}

/**
 * SY22: the labels of an attempt's ops, from nothing but when the server had which op of the same document. What a PC's wall
 * clock said is no part of it.
 */
export class DocumentTimes {
  readonly #ops = new Map<string, OpTimes[]>();
  /** The document began no earlier than this: an op can't be older than the grant that gave its epoch. */
  readonly #beganMs = new Map<string, number>();

  add(op: OpTimes, grantedMs: number | null): void {
    const ops = this.#ops.get(op.documentId);
    if (ops) ops.push(op);
    else this.#ops.set(op.documentId, [op]);
    if (grantedMs === null) return;
    const beganMs = this.#beganMs.get(op.documentId) ?? -Infinity;
    this.#beganMs.set(op.documentId, Math.max(beganMs, grantedMs - op.monoMs));
  }

  label(op: OpTimes, { deadlineMs, graceMs }: { deadlineMs: number; graceMs: number }): TimeLabel {
    const documentBeganMs = this.#beganMs.get(op.documentId);
    const anchor = this.#anchorOf(op);
    const { receivedMs, monoMs } = op;
    const evidence = { receivedMs, monoMs, ...(anchor && { anchor }), ...(documentBeganMs !== undefined && { documentBeganMs }) };
    return timeLabel(evidence, deadlineMs, graceMs);
  }

  /** Of the earlier ops of its document, the one that the server had soonest after it was written: it says the most. */
  #anchorOf({ documentId, monoMs }: OpTimes): OpTimes | undefined {
    let best: OpTimes | undefined;
    for (const op of this.#ops.get(documentId) ?? [])
      if (op.monoMs <= monoMs && (!best || op.receivedMs - op.monoMs < best.receivedMs - best.monoMs)) best = op;
    return best;
  }
}
