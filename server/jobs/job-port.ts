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
  /** Ends when somebody cancels the job or the server stops. Look at it between steps; nobody is interrupted by force. */
  readonly signal: AbortSignal;
  /** How far it is, at most a few times a second on disk: call it as often as you like. `total` null: not known. */
  progress(done: number, total: number | null, note?: Message): void;
}

export interface JobKind<I extends object, R extends object> {
  /** After the server was stopped or killed in the middle: begin from the start (the work may be repeated), or give up. */
  readonly afterRestart: 'again' | 'broken';
  /** A refusal fails the job with its own text. Any other error is a bug, shown with a reference. */
  run(input: I, tools: JobTools): Promise<R>;
}

export interface JobHandle<I extends object> {
  /** Durable once this resolves: the job runs even if the server dies now (if its kind begins again). Gives its id. */
  start(input: I, by: JobStarter): Promise<number>;
  /** Asked for together with what is written in the same change, or not at all. */
  startWith<R extends object>(
    context: CallerContext,
    write: (tx: Transaction<Database>, start: (input: I) => Promise<number>) => Promise<R>,
  ): Promise<R>;
}

/** Long work in the background, one job of a kind at a time, in the order asked for. */
export interface Jobs {
  /** Once for each kind, before `open`. The input is kept as JSON. */
  register<I extends object, R extends object>(kind: JobKindName, spec: JobKind<I, R>): JobHandle<I>;
}
