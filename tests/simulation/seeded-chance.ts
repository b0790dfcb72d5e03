/** Generates random numbers from a seed with the algorithm sfc32. It suffices to vary simulated runs and is not secure. */
export class SeededChance {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  private constructor(a: number, b: number, c: number) {
    [this.#a, this.#b, this.#c] = [a, b, c];
  }

  /**
   * Creates the source of random numbers for one part of a run. Parts have different labels, so that an additional draw in one part changes
   * no other.
   */
  static of(seed: number, label: string): SeededChance {
    let hash = 2166136261;
    for (const char of `${seed}/${label}`) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619);
    const chance = new SeededChance(hash, seed | 0, hash ^ 0x9e3779b9);
    for (let i = 0; i < 12; i += 1) chance.next();
    return chance;
  }

  /** Returns a source that makes the same draws from here on, as a copied virtual machine does. */
  copy(): SeededChance {
    const copy = new SeededChance(this.#a, this.#b, this.#c);
    copy.#d = this.#d;
    return copy;
  }

  /** Returns a number in [0, 1). */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  }

  /** Returns an integer from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.int(0, list.length - 1)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i -= 1) {
      const j = this.int(0, i);
      [out[i], out[j]] = [out[j] as T, out[i] as T];
    }
    return out;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.int(0, 255)));
  }

  uuid(): string {
    const hex = this.bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
