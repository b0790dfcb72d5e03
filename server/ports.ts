/** Interfaces to the server's environment; tests and the simulation supply their own implementations. */

export interface ServerClock {
  nowMs(): number;
}

/** Times that a PC sends may be this far ahead of the server's clock (ms). */
export const deviceClockAheadMs = 5 * 60_000;

export interface ServerRandom {
  /** Returns cryptographically random bytes, suitable for secrets. */
  bytes(count: number): Buffer;
  uuid(): string;
}

export interface ServerTimers {
  /** Resolves after `ms`, or at once when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Runs a task in a later turn of the event loop. The server uses `setImmediate`; the simulation uses its own order. */
export type ScheduleTask = (task: () => void) => void;

/** The subset of pino's interface that the server uses. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
