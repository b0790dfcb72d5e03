import type { Turn } from '../turn.ts';

interface Place {
  readonly turn: Turn;
  readonly begin: () => void;
  isRunning: boolean;
}

/** More would only wait at the server, with connections that readers need. */
const mostWriting = 6;

/** Where whoever writes waits in this process, holding no connection: in the order asked for, but past whoever waits for somebody else. */
export class TurnLine {
  #places: Place[] = [];

  /** Resolves when it is their turn; the answer ends it. */
  async wait(turn: Turn): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place: Place = { turn, begin: resolve, isRunning: false };
    this.#places.push(place);
    this.#move();
    await promise;
    return () => {
      this.#places = this.#places.filter((other) => other !== place);
      this.#move();
    };
  }

  #move(): void {
    let writing = this.#places.filter((place) => place.isRunning).length;
    const schools = new Set<Turn>();
    let others = 0;
    for (const place of this.#places) {
      if (writing >= mostWriting && !place.isRunning) return;
      const { turn } = place;
      const isFree = turn === 'everything' ? others === 0 : turn === 'nothing' || !schools.has(turn);
      if (!place.isRunning && isFree) {
        place.isRunning = true;
        writing += 1;
        place.begin();
      }
      // Nobody comes past whoever needs everything.
      if (turn === 'everything') return;
      others += 1;
      if (typeof turn === 'number') schools.add(turn);
    }
  }
}
