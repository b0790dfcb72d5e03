import type { Database } from 'better-sqlite3';
import type { Logger, ServerChance, ServerClock } from '../ports.ts';
import type { FreeSpace } from '../free-space.ts';
import type { LogReserve } from './log-reserve.ts';
import type { ServerKeys } from './server-keys.ts';

/** Runs a task in a later turn of the event loop. The server gives setImmediate; the simulation its own order. */
export type Schedule = (task: () => void) => void;

/** What the ingest needs from outside; no globals, so that it can be dropped and built anew over the same handles. */
export interface IngestDeps {
  /** From `openLogDatabase`: nobody else writes to it. */
  readonly log: Database;
  /** From `openProjectionDatabase`: derived, may be deleted at any time. */
  readonly projections: Database;
  readonly keys: ServerKeys;
  readonly clock: ServerClock;
  readonly chance: ServerChance;
  readonly logger: Logger;
  readonly schedule: Schedule;
  /** The disk the log lies on. Without it nothing is ever short. */
  readonly space?: Pick<FreeSpace, 'isShort'>;
  /** Space to give back to a full disk. Without it a commit that finds no space fails. */
  readonly reserve?: Pick<LogReserve, 'giveBack'>;
}
