import type { Process, VirtualTime } from './virtual-time.ts';

/** So long a tab waits for its turn at the journals. */
const turnMs = 1_000;

interface InTurn {
  readonly process: Process;
}
interface Turn {
  readonly tab: InTurn;
  come(): void;
}

/** As `createTurns` of the browser: another Web Lock, for which nobody waits long. */
export class TabTurns {
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

  /** The tab is gone, and with it whatever it held or waited for. */
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
