import type { Transaction } from 'kysely';
import type { JobKindName } from '../../sync/contract/platform/job.ts';
import type { Database } from '../db/schema.ts';
import type { Message } from '../http/handler.ts';
import type { CallerContext } from '../resources/change.ts';

export interface JobStarter {
  readonly userId: number;
  readonly schoolId: number;
}

export interface JobTools {
  readonly jobId: number;
  readonly startedBy: JobStarter;
  /** Aborted when a user cancels the job or the server stops. The job checks it between steps. */
  readonly signal: AbortSignal;
  /** Reports the progress. May be called often: it is stored a few times a second at most. `total` is null if unknown. */
  progress(done: number, total: number | null, note?: Message): void;
}

export interface JobKind<I extends object, R extends object> {
  /** After a stop or crash of the server, `again` starts an unfinished job from the beginning and `broken` ends it. */
  readonly afterRestart: 'again' | 'broken';
  /** A thrown refusal ends the job with the refusal's text. Any other error is a bug and is shown with a reference. */
  run(input: I, tools: JobTools): Promise<R>;
}

export interface JobHandle<I extends object> {
  /** Stores a waiting job and returns its id. Once stored, the job survives a crash of the server. */
  start(input: I, by: JobStarter): Promise<number>;
  /** Stores a waiting job in the same transaction as the rows of `write`. */
  startWith<R extends object>(
    context: CallerContext,
    write: (tx: Transaction<Database>, start: (input: I) => Promise<number>) => Promise<R>,
  ): Promise<R>;
  /** Returns the inputs of the jobs of this kind that wait or run. */
  listActive(): Promise<I[]>;
}

/** Runs long tasks in the background: one job of a kind at a time, in the order in which they were requested. */
export interface Jobs {
  /** Registers how jobs of a kind run. Must be called once for each kind, before the job runner's `open`. The input is stored as JSON. */
  register<I extends object, R extends object>(kind: JobKindName, spec: JobKind<I, R>): JobHandle<I>;
}
