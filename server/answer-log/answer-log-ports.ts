import type { Database } from 'better-sqlite3';
import type { Logger, ScheduleTask, ServerRandom, ServerClock } from '../ports.ts';
import type { FreeSpace } from '../free-space.ts';
import type { LogReserve } from './log/log-reserve.ts';
import type { ServerKeys } from './log/server-keys.ts';

/** Dependencies of the answer log. All are passed in, without globals, so an answer log can be dropped and rebuilt over the same database handles. */
export interface AnswerLogDeps {
  /** From `openLogDatabase`: the log, or this server's replica of a shared log. Only the answer log writes to it. */
  readonly log: Database;
  /** From `openProjectionDatabase`. Derived data that may be deleted at any time. */
  readonly projections: Database;
  readonly keys: ServerKeys;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly logger: Logger;
  readonly schedule: ScheduleTask;
  /** Free space of the log's disk. If omitted, space never counts as short. */
  readonly space?: Pick<FreeSpace, 'isShort'>;
  /** Reserve that frees space on a full disk. If omitted, a commit on a full disk fails. */
  readonly reserve?: Pick<LogReserve, 'releaseStep'>;
}
