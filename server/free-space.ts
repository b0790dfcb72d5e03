import { accountLimits } from './limits.ts';
import type { ServerClock } from './ports.ts';

/** A large file being written or uploaded. */
export interface SpaceUse {
  /** Name of the file until it is complete. */
  readonly name: string;
  /** `request`: lasts at most one request. `unfinished`: arrives in several requests and may pause for days. */
  readonly kind: 'request' | 'unfinished';
  readonly userId: number;
  readonly schoolId: number;
  /** Largest size (bytes) that the file may reach. */
  readonly bytes: number;
}

export interface SpaceReservation extends SpaceUse {
  /** Notes how many bytes are already on disk and therefore already missing from the free space. */
  written(bytes: number): void;
  release(): void;
}

/** True if a write to a file or to a SQLite database failed because the disk is full. */
export const isDiskFull = (error: unknown): boolean => ['SQLITE_FULL', 'ENOSPC'].includes((error as { code?: string }).code ?? '');

const lookEveryMs = 5_000;

/**
 * Tracks the free space of the data folder's disk. Uploads and imports ask before they write. They leave `accountLimits.keptFreeBytes` for the answer
 * log; the log itself may use all free space.
 */
export class FreeSpace {
  readonly #clock: ServerClock;
  readonly #freeBytes: () => Promise<number>;
  readonly #reservations = new Map<string, SpaceReservation & { remainingBytes: number }>();
  #lookedMs = -Infinity;
  #lastFree = Infinity;

  /** `freeBytes`: returns the free bytes that the system reports. */
  constructor({ clock, freeBytes }: { readonly clock: ServerClock; readonly freeBytes: () => Promise<number> }) {
    this.#clock = clock;
    this.#freeBytes = freeBytes;
  }

  /** Adds a reservation immediately. The caller then checks with `fits` whether it fits. */
  reserve(use: SpaceUse): SpaceReservation {
    const reservation = {
      ...use,
      remainingBytes: use.bytes,
      written: (bytes: number): void => void (reservation.remainingBytes = Math.max(0, use.bytes - bytes)),
      release: (): void => void this.#reservations.delete(use.name),
    };
    this.#reservations.set(use.name, reservation);
    return reservation;
  }

  find(name: string): SpaceReservation | undefined {
    return this.#reservations.get(name);
  }

  /** Returns the reservations of a kind, account or school. */
  reserved(by: Partial<Pick<SpaceUse, 'kind' | 'userId' | 'schoolId'>>): SpaceReservation[] {
    const asked = Object.entries(by) as [keyof typeof by, unknown][];
    return [...this.#reservations.values()].filter((each) => asked.every(([key, value]) => each[key] === value));
  }

  /** Returns true if all reservations fit into the free space outside the answer log's share. */
  async fits(): Promise<boolean> {
    return (await this.#leftForFiles()) >= 0;
  }

  /** Returns the bytes available for another file. */
  async available(): Promise<number> {
    return Math.max(0, await this.#leftForFiles());
  }

  /** Returns a message if less free space is left than the answer log's reserve, otherwise null. */
  async shortage(): Promise<string | null> {
    const free = await this.#look();
    const floorMb = Math.round(accountLimits.logReserveBytes / 2 ** 20);
    if (free >= accountLimits.logReserveBytes) return null;
    return `the disk of the data folder has ${Math.floor(free / 2 ** 20)} MB left and answers need ${floorMb} MB: delete or move other files`;
  }

  /**
   * Returns synchronously whether space is short, from a reading a few seconds old. Used for photos and quarantined batches, which have lower
   * priority than answers.
   */
  isShort(): boolean {
    const nowMs = this.#clock.nowMs();
    if (Math.abs(nowMs - this.#lookedMs) >= lookEveryMs) {
      this.#lookedMs = nowMs;
      // If the free space cannot be read, keep the last value.
      this.#look().catch(() => undefined);
    }
    return this.#lastFree < accountLimits.logReserveBytes;
  }

  async #leftForFiles(): Promise<number> {
    // Sum the reservations before reading the free space, so that concurrent writes are over-counted, never missed.
    let left = 0;
    for (const { remainingBytes } of this.#reservations.values()) left += remainingBytes;
    return (await this.#look()) - left - accountLimits.keptFreeBytes;
  }

  async #look(): Promise<number> {
    return (this.#lastFree = await this.#freeBytes());
  }
}
