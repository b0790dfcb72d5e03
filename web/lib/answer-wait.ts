/** `held`: the answer is about to come, and what waits for it stands still. `late`: it may take its time, and everything goes on. */
export type WaitPhase = 'idle' | 'held' | 'late';

interface Ports {
  readonly after: (ms: number, run: () => void) => () => void;
  readonly isOnline: () => boolean;
}

/** An answer over a working network is here by then. */
export const heldMs = 2500;

const browser: Ports = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  isOnline: () => navigator.onLine,
};

/** How long somebody is kept from going on while something is on its way to the server; one thing at a time, the newest counts. */
export class AnswerWait {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  #phase: WaitPhase = 'idle';
  #stop = () => undefined as void;

  constructor(ports: Ports = browser) {
    this.#ports = ports;
  }

  readonly phase = (): WaitPhase => this.#phase;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Something was sent. Nobody waits for an answer that can't come. */
  begin(): void {
    this.#stop();
    if (!this.#ports.isOnline()) return this.#turn('late');
    this.#turn('held');
    this.#stop = this.#ports.after(heldMs, () => this.#turn('late'));
  }

  /** It was answered, or never will be. */
  end(): void {
    this.#stop();
    this.#turn('idle');
  }

  #turn(phase: WaitPhase): void {
    if (this.#phase === phase) return;
    this.#phase = phase;
    for (const listener of this.#listeners) listener();
  }
}
