/** Polls that begin in one turn of the event loop, about 10 ms of work. */
const pollsPerTurn = 32;

/**
 * Begins a bounded number of long polls in each turn of the event loop; the others wait for the next turns. When a network switch comes back
 * after a failure, thousands of PCs poll at once. Begun together they would hold the event loop for seconds, and each push with an answer would wait
 * as long.
 */
export class PollPacer {
  readonly #schedule: (task: () => void) => unknown;
  readonly #most: number;
  #waiting: (() => void)[] = [];
  #begun = 0;
  #scheduled = false;

  /** `schedule`: runs a task in the next turn of the event loop. */
  constructor(schedule: (task: () => void) => unknown = setImmediate, most = pollsPerTurn) {
    this.#schedule = schedule;
    this.#most = most;
  }

  /** Begins a poll now, or in one of the next turns. Polls begin in the order of the calls. */
  begin(poll: () => void): void {
    if (this.#begun < this.#most) {
      this.#begun += 1;
      poll();
    } else this.#waiting.push(poll);
    this.#startTurn();
  }

  #startTurn(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      const duePolls = this.#waiting.slice(0, this.#most);
      this.#waiting = this.#waiting.slice(this.#most);
      this.#begun = duePolls.length;
      if (duePolls.length > 0) this.#startTurn();
      for (const poll of duePolls) poll();
    });
  }
}
