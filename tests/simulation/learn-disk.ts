import type { LearningSpanRow } from '../../web/platform/database/learning-database.ts';
import type { LearningSpanStore } from '../../web/features/learn/learning-span-cache.ts';
import type { FaultCounts } from './fault-kinds.ts';
import { PracticeDisk } from './practice-disk.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimProcess, VirtualTime } from './virtual-time.ts';

/** Time that the server reported last (`serverMs`), and the PC's own clock at that moment (`keptMs`). */
export interface StoredCourseTime {
  readonly serverMs: number;
  readonly keptMs: number;
}
export interface LearnImage {
  readonly rows: ReadonlyMap<string, LearningSpanRow>;
  readonly courses: ReadonlyMap<number, StoredCourseTime>;
  readonly practice: ReadonlyMap<string, string>;
}

interface Turn {
  readonly process: SimProcess;
  come(): void;
}

/**
 * Simulates the learning database of one PC, its open pages, and the Web Lock by which they take turns. As in the browser, it is separate from
 * the exam database. The practice data is also here, although the browser stores it in the exam database.
 */
export class LearnDisk {
  rows: Map<string, LearningSpanRow>;
  courses: Map<number, StoredCourseTime>;
  readonly practice: PracticeDisk;
  readonly pages = new Map<string, SimProcess>();
  #turns: Turn[] = [];

  constructor(of?: LearnImage) {
    this.rows = new Map(of?.rows);
    this.courses = new Map(of?.courses);
    this.practice = new PracticeDisk(of?.practice);
  }

  image = (): LearnImage => ({ rows: new Map(this.rows), courses: new Map(this.courses), practice: new Map(this.practice.values) });

  putBack(image: LearnImage): void {
    this.rows = new Map(image.rows);
    this.courses = new Map(image.courses);
    this.practice.putBack(image.practice);
  }

  crash(): void {
    this.practice.crash();
    for (const page of this.pages.values()) page.alive = false;
    this.pages.clear();
    this.#turns = [];
  }

  leave(name: string): void {
    const process = this.pages.get(name);
    if (!process) return;
    process.alive = false;
    this.pages.delete(name);
    for (const turn of this.#turns.filter((each) => each.process === process)) this.#end(turn);
  }

  async inTurn(time: VirtualTime, process: SimProcess, work: () => Promise<void>): Promise<void> {
    const turn: Turn = { process, come: () => undefined };
    const comes = new Promise<void>((resolve) => {
      turn.come = () => void time.after(0.1, resolve, process);
    });
    this.#turns.push(turn);
    if (this.#turns[0] === turn) turn.come();
    await comes;
    try {
      await work();
    } finally {
      this.#end(turn);
    }
  }

  #end(turn: Turn): void {
    const wasFirst = this.#turns[0] === turn;
    this.#turns = this.#turns.filter((each) => each !== turn);
    if (wasFirst) this.#turns[0]?.come();
  }
}

interface StoreParts {
  readonly disk: LearnDisk;
  readonly time: VirtualTime;
  readonly chance: SeededChance;
  readonly faults: FaultCounts;
  readonly process: SimProcess;
  readonly isFull: () => boolean;
}

/**
 * Stores learning records that wait for delivery (the product's `LearningSpanStore`) on a simulated disk. A transaction waits a moment before
 * and after its work, and the page may be killed during either wait.
 */
export function createSimSpanStore({ disk, time, chance, faults, process, isFull }: StoreParts): LearningSpanStore {
  const transact = <T>(writes: boolean, work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const run = (): void => {
        if (writes && isFull()) {
          faults.hit('quota');
          return reject(new Error('the disk is full'));
        }
        const result = work();
        time.after(chance.next() * 2, () => resolve(result), process);
      };
      time.after(chance.next() * 3, run, process);
    });
  const of = (userId: number): LearningSpanRow[] => [...disk.rows.values()].filter((row) => row.userId === userId);
  return {
    save: (rows) =>
      transact(true, () => {
        for (const row of rows) disk.rows.set(row.markId, row);
      }),
    listUndelivered: (userId) => transact(false, () => of(userId).filter((row) => row.heldBy === '')),
    listOfOtherEpochs: (userId, serverEpoch) =>
      transact(false, () => {
        const again = of(userId).filter((row) => row.heldBy !== '' && row.heldBy !== serverEpoch);
        if (again.length > 0) faults.hit('learnedAgain');
        return again;
      }),
    newestMs: (userId) => transact(false, () => Math.max(0, ...of(userId).map((row) => row.toMs))),
    prune: (userId, beforeMs) =>
      transact(true, () => {
        for (const row of of(userId)) if (row.heldBy !== '' && row.toMs <= beforeMs) disk.rows.delete(row.markId);
      }),
  };
}
