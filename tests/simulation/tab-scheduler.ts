import type { SimProcess, VirtualTime } from './virtual-time.ts';

/** Longest time in milliseconds that a tab waits for its turn to use the journals. */
const turnMs = 1_000;

interface InTurn {
  readonly process: SimProcess;
}
interface Turn {
  readonly tab: InTurn;
  come(): void;
}

/**
 * Lets tabs use the journals one after the other, as the browser's `createTabQueue` does with a Web Lock. A tab that has waited for
 * `turnMs` proceeds without its turn.
 */
export class TabScheduler {
  readonly #time: VirtualTime;
  #turns: Turn[] = [];
  constructor(time: VirtualTime) {
    this.#time = time;
  }

  async run<T>(tab: InTurn, work: () => Promise<T>): Promise<T> {
    const turn: Turn = { tab, come: () => undefined };
    const comes = new Promise<void>((resolve) => {
      turn.come = () => this.#time.after(0.1, resolve, tab.process);
      this.#time.after(turnMs, resolve, tab.process);
    });
    this.#turns.push(turn);
    if (this.#turns[0] === turn) turn.come();
    await comes;
    try {
      return await work();
    } finally {
      this.#end(turn);
    }
  }

  /** Ends the turn of a closed tab, and its waiting for a turn. */
  leave(tab: InTurn): void {
    for (const turn of this.#turns.filter((each) => each.tab === tab)) this.#end(turn);
  }

  clear(): void {
    this.#turns = [];
  }

  #end(turn: Turn): void {
    const wasFirst = this.#turns[0] === turn;
    this.#turns = this.#turns.filter((each) => each !== turn);
    if (wasFirst) this.#turns[0]?.come();
  }
}
