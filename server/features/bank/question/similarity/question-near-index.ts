import { setImmediate as turn } from 'node:timers/promises';
import { isNearLikeness, computeSortedLikeness } from './question-sketch.ts';

/** The parts of a question that the near-duplicate search compares. */
export interface QuestionSketch {
  readonly bands: readonly number[];
  readonly shingles: Uint32Array;
}

/** Yield to the event loop after this many comparisons: a few milliseconds. */
const comparedPerTurn = 5000;

/**
 * Indexes questions by their bands (hashes that similar texts share) to find near-duplicates. The bank is part of a band, so only questions of one
 * bank are compared. If all questions of a bank come from one template, every pair is compared once; the index yields to the event loop in between.
 */
export class NearQuestionIndex {
  readonly #sketches: ReadonlyMap<number, QuestionSketch>;
  readonly #byBand = new Map<number, number[]>();
  #compared = 0;

  constructor(sketches: ReadonlyMap<number, QuestionSketch>) {
    this.#sketches = sketches;
  }

  add(id: number): void {
    for (const band of this.#sketches.get(id)?.bands ?? []) {
      const idsOfBand = this.#byBand.get(band);
      if (idsOfBand) idsOfBand.push(id);
      else this.#byBand.set(band, [id]);
    }
  }

  /** Returns the questions added before that nearly equal question `id`; at most `limit`. */
  async findSimilar(id: number, limit = Infinity): Promise<number[]> {
    const sketch = this.#sketches.get(id);
    const checkedIds = new Set([id]);
    const near: number[] = [];
    for (const band of sketch?.bands ?? [])
      for (const other of this.#byBand.get(band) ?? []) {
        const otherSketch = checkedIds.has(other) ? undefined : this.#sketches.get(other);
        checkedIds.add(other);
        if (!sketch || !otherSketch) continue;
        this.#compared += 1;
        if (this.#compared % comparedPerTurn === 0) await turn();
        if (!isNearLikeness(computeSortedLikeness(sketch.shingles, otherSketch.shingles))) continue;
        near.push(other);
        if (near.length >= limit) return near;
      }
    return near;
  }
}
