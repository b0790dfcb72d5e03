import { Listeners } from '../../sync/engine/listeners.ts';
/** `held`: the server's reply to a call is expected soon, and the page waits. `late`: the reply takes longer, and the user can go on. */
export type AnswerWaitPhase = 'idle' | 'held' | 'late';

interface Ports {
  readonly after: (ms: number, run: () => void) => () => void;
  readonly isOnline: () => boolean;
}

/** Milliseconds after which the server's reply counts as late. */
export const lateAnswerMs = 2500;

const browser: Ports = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  isOnline: () => navigator.onLine,
};

/** Decides how long the page waits for the server's reply to a call. It follows one call at a time, the newest. */
export class AnswerWait {
  readonly #ports: Ports;
  readonly #listeners = new Listeners();
  #phase: AnswerWaitPhase = 'idle';
  #stop = () => undefined as void;

  constructor(ports: Ports = browser) {
    this.#ports = ports;
  }

  readonly phase = (): AnswerWaitPhase => this.#phase;
  readonly subscribe = this.#listeners.subscribe;

  /** Starts waiting for the reply to a call that was just sent. Offline, the page does not wait. */
  begin(): void {
    this.#stop();
    if (!this.#ports.isOnline()) return this.#turn('late');
    this.#turn('held');
    this.#stop = this.#ports.after(lateAnswerMs, () => this.#turn('late'));
  }

  /** Stops waiting, because the reply has come or the call was given up. */
  end(): void {
    this.#stop();
    this.#turn('idle');
  }

  #turn(phase: AnswerWaitPhase): void {
    if (this.#phase === phase) return;
    this.#phase = phase;
    this.#listeners.notify();
  }
}
