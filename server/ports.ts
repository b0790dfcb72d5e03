/** What the server needs from its surroundings; tests and the simulation give their own. */

export interface ServerClock {
  nowMs(): number;
}

export interface ServerChance {
  /** For secrets: cryptographically random. */
  bytes(count: number): Buffer;
  uuid(): string;
}

export interface ServerTimers {
  /** Resolves after `ms`, or at once when `signal` ends. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The part of pino's interface we use. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
