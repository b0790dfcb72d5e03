import { setImmediate as turn } from 'node:timers/promises';
import { isNear, likenessOfSorted } from './question-sketch.ts';

/** What of a question is compared. */
export interface Sketch {
  readonly bands: readonly number[];
  readonly shingles: Uint32Array;
}

/** A few milliseconds of the server's one thread. */
const comparedPerTurn = 5000;

/**
 * Questions by what they may be alike in. The bank is part of a band, so only questions of one bank are compared: as everywhere. In a bank
 * made from one template every pair is compared: each once, and others get their turn in between.
 */
export class NearIndex {
  readonly #sketches: ReadonlyMap<number, Sketch>;
  readonly #byBand = new Map<number, number[]>();
  #compared = 0;

  constructor(sketches: ReadonlyMap<number, Sketch>) {
    this.#sketches = sketches;
  }

  add(id: number): void {
    for (const band of this.#sketches.get(id)?.bands ?? []) {
      const there = this.#byBand.get(band);
      if (there) there.push(id);
      else this.#byBand.set(band, [id]);
    }
  }

  /** Those added before that are nearly the same; no more than `most`. */
  async nearOf(id: number, most = Infinity): Promise<number[]> {
    const own = this.#sketches.get(id);
    const seen = new Set([id]);
    const near: number[] = [];
    for (const band of own?.bands ?? [])
      for (const other of this.#byBand.get(band) ?? []) {
        const theirs = seen.has(other) ? undefined : this.#sketches.get(other);
        seen.add(other);
        if (!own || !theirs) continue;
        this.#compared += 1;
        if (this.#compared % comparedPerTurn === 0) await turn();
        if (!isNear(likenessOfSorted(own.shingles, theirs.shingles))) continue;
        near.push(other);
        if (near.length >= most) return near;
      }
    return near;
  }
}
