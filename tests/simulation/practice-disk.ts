import type { PracticeStorage } from '../../web/platform/practice/practice-cache.ts';
import type { FaultCounts } from './fault-kinds.ts';
import type { ReplicaDamage } from './replica-damages.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimProcess, VirtualTime } from './virtual-time.ts';

/** A damaged database may lose this many transactions. */
const tornAtMost = 12;

/** Simulates practice data on one PC. It is in the exam database and in no journal, so damage to that database affects it too. */
export class PracticeDisk {
  values: Map<string, string>;
  /** Incremented when the disk is restored or damaged. A report of "saved" counts only while the age is still the same. */
  age = 0;
  readonly pages = new Set<SimProcess>();
  #past: ReadonlyMap<string, string>[] = [];

  constructor(of?: ReadonlyMap<string, string>) {
    this.values = new Map(of);
  }

  putBack(values: ReadonlyMap<string, string>): void {
    this.age += 1;
    this.values = new Map(values);
    this.#past = [];
  }

  /** Stores a copy of the data before each writing transaction. `harm` can bring one back, as if later transactions were lost. */
  note(): void {
    this.#past.push(new Map(this.values));
    if (this.#past.length > tornAtMost) this.#past.shift();
  }

  harm(harm: ReplicaDamage, chance: SeededChance): void {
    if (harm === 'empty') this.putBack(new Map());
    if (harm === 'tail' && this.#past.length > 0) this.putBack(chance.pick(this.#past));
  }

  crash(): void {
    for (const page of this.pages) page.alive = false;
    this.pages.clear();
  }
}

interface PracticeDiskParts {
  readonly disk: PracticeDisk;
  readonly time: VirtualTime;
  readonly chance: SeededChance;
  readonly faults: FaultCounts;
  readonly process: SimProcess;
  readonly isFull: () => boolean;
}

/**
 * Stores the practice data of pages (the product's `PracticeStorage`) on a simulated disk. A transaction waits a moment before and after its
 * work, and the page may be killed during either wait.
 */
export function createSimPracticeStorage({ disk, time, chance, faults, process, isFull }: PracticeDiskParts): PracticeStorage {
  const transact = <T>(writes: boolean, work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const run = (): void => {
        if (writes && isFull()) {
          faults.hit('quota');
          return reject(new Error('the disk is full'));
        }
        if (writes) disk.note();
        const result = work();
        time.after(chance.next() * 2, () => resolve(result), process);
      };
      time.after(chance.next() * 3, run, process);
    });
  return {
    get: (key) => transact(false, () => disk.values.get(key)),
    put: (key, value) => transact(true, () => void disk.values.set(key, value)),
    remove: (key) => transact(true, () => void disk.values.delete(key)),
    swap: (key, from, to) =>
      transact(true, () => {
        const same = (disk.values.get(key) ?? '') === from;
        if (same) disk.values.set(key, to);
        return same;
      }),
  };
}
