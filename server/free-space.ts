import { limits } from './limits.ts';
import type { ServerClock } from './ports.ts';

/** A large file that is being written or uploaded. */
export interface SpaceUse {
  /** Name of the file until it is complete. */
  readonly name: string;
  /** `request`: lives no longer than one request. `unfinished`: arrives over many, and may be left alone for days. */
  readonly kind: 'request' | 'unfinished';
  readonly userId: number;
  readonly schoolId: number;
  /** The most that it may come to. */
  readonly bytes: number;
}

export interface SpaceReservation extends SpaceUse {
  /** Notes how many of its bytes are on the disk, where the free space shows them already. */
  written(bytes: number): void;
  release(): void;
}

const lookEveryMs = 5_000;

/**
 * Keeps account of the free space of the data folder's disk. Uploads and imports ask it before they write. Files and imports leave
 * `limits.keptFreeBytes` to the answer log; the log itself may use all free space.
 */
export class FreeSpace {
  readonly #clock: ServerClock;
  readonly #freeBytes: () => Promise<number>;
  readonly #reservations = new Map<string, SpaceReservation & { leftBytes: number }>();
  #lookedMs = -Infinity;
  #lastFree = Infinity;

  /** `freeBytes`: what the system says is free on the disk. */
  constructor({ clock, freeBytes }: { readonly clock: ServerClock; readonly freeBytes: () => Promise<number> }) {
    this.#clock = clock;
    this.#freeBytes = freeBytes;
  }

  /** Takes part in the sum at once; whether it fits is asked afterwards (`fits`). */
  reserve(use: SpaceUse): SpaceReservation {
    const reservation = {
      ...use,
      leftBytes: use.bytes,
      written: (bytes: number): void => void (reservation.leftBytes = Math.max(0, use.bytes - bytes)),
      release: (): void => void this.#reservations.delete(use.name),
    };
    this.#reservations.set(use.name, reservation);
    return reservation;
  }

  find(name: string): SpaceReservation | undefined {
    return this.#reservations.get(name);
  }

  /** Lists the reservations of a kind, an account or a school. */
  reserved(by: Partial<Pick<SpaceUse, 'kind' | 'userId' | 'schoolId'>>): SpaceReservation[] {
    const asked = Object.entries(by) as [keyof typeof by, unknown][];
    return [...this.#reservations.values()].filter((each) => asked.every(([key, value]) => each[key] === value));
  }

  /** True while all that is reserved fits into what the answer log does not keep. */
  async fits(): Promise<boolean> {
    return (await this.#leftForFiles()) >= 0;
  }

  /** Bytes that one more file could take now. */
  async available(): Promise<number> {
    return Math.max(0, await this.#leftForFiles());
  }

  /** One sentence while the disk has less than the answer log's reserve, else null. */
  async shortage(): Promise<string | null> {
    const free = await this.#look();
    const floorMb = Math.round(limits.logReserveBytes / 2 ** 20);
    if (free >= limits.logReserveBytes) return null;
    return `the disk of the data folder has ${Math.floor(free / 2 ** 20)} MB left and answers need ${floorMb} MB: delete or move other files`;
  }

  /** The same without waiting, as of some seconds ago: for photos and batches in quarantine, which come after answers. */
  isShort(): boolean {
    const nowMs = this.#clock.nowMs();
    if (Math.abs(nowMs - this.#lookedMs) >= lookEveryMs) {
      this.#lookedMs = nowMs;
      // A disk that can't be asked: the last answer stands.
      this.#look().catch(() => undefined);
    }
    return this.#lastFree < limits.logReserveBytes;
  }

  async #leftForFiles(): Promise<number> {
    // Sum the reservations before reading the free space, so that concurrent writes are over-counted, never missed.
    let left = 0;
    for (const { leftBytes } of this.#reservations.values()) left += leftBytes;
    return (await this.#look()) - left - limits.keptFreeBytes;
  }

  async #look(): Promise<number> {
    return (this.#lastFree = await this.#freeBytes());
  }
}
