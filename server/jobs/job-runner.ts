import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import { jobState } from '../../sync/contract/codes.ts';
import type { JobKindName } from '../../sync/contract/platform/job.ts';
import type { Database } from '../db/schema.ts';
import { Refusal, type Message } from '../http/handler.ts';
import type { Logger, ServerRandom, ServerClock } from '../ports.ts';
import { runUnitOfWork } from '../resources/unit-of-work.ts';
import { jobMessages } from './job-messages.ts';
import type { JobHandle, JobKind, Jobs } from './job-port.ts';
import { createJobStore, type JobRow } from './job-store.ts';

interface Deps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly logger: Logger;
}

interface JobProgress {
  readonly done: number;
  readonly total: number | null;
  readonly note: Message | undefined;
}

interface RunningJob {
  readonly jobId: number;
  readonly controller: AbortController;
  cancelled: boolean;
  /** Latest reported progress; the stored one may be older. */
  reached: JobProgress | undefined;
  readonly ended: Promise<void>;
}

export interface JobRunner extends Jobs {
  /**
   * Decides what happens to jobs that a stop or a crash interrupted, then starts to run jobs. Jobs run in the asynchronous context of this call, so
   * that they write only while this server holds the lease for background work. May be called again after `close`.
   */
  open(): Promise<void>;
  /** Runs jobs that were requested at other servers, and stops jobs that were cancelled there. */
  pollRequests(): Promise<void>;
  /** Cancels a waiting job, or stores the request to stop a running one. Returns false if the job has ended. */
  cancel(tx: Kysely<Database>, jobId: number): Promise<boolean>;
  /** Aborts the job if this server runs it. Call it after the transaction of `cancel`. */
  stop(jobId: number): void;
  /** Latest progress of a running job. Its stored progress is older while the job holds the database's write lock. */
  reachedBy(jobId: number): JobProgress | undefined;
  /** Resolves when no job runs and no search for waiting jobs is under way. */
  idle(): Promise<void>;
  /** Aborts all running jobs and waits for them. `open` of the next start decides how each continues. */
  close(): Promise<void>;
}

/** A job during which the server stopped this often is not started again. */
const mostRuns = 3;
/** Time (ms) for which a job of an unknown kind is left alone. A server of a newer version may run it when it takes over. */
const unknownKindMs = 24 * 3_600_000;
const keepMs = 90 * 24 * 3_600_000;
/** Shortest time between two writes of a job's progress. */
const progressEveryMs = 300;

export function createJobRunner(deps: Deps): JobRunner {
  const store = createJobStore(deps.db);
  const kinds = new Map<string, JobKind<object, object>>();
  const running = new Map<string, RunningJob>();
  // Searches for waiting jobs run one after the other for each kind, so that a job requested during one search is found by the next.
  const beginning = new Map<string, Promise<void>>();
  let isOpen = false;
  let isClosed = false;
  let runInContext: <T>(work: () => T) => T = (work) => work();

  /** Starts the oldest waiting job of a kind, unless one of the kind is running. */
  async function next(kind: string): Promise<void> {
    if (!isOpen || isClosed || running.has(kind)) return;
    const spec = kinds.get(kind);
    const row = spec && (await store.begin(kind, deps.clock.nowMs()));
    if (!row || !spec) return;
    const controller = new AbortController();
    const job: RunningJob = { jobId: row.id, controller, cancelled: false, reached: undefined, ended: Promise.resolve() };
    const storedEnd = work(row, spec, job).catch((error: unknown) =>
      deps.logger.error({ err: error, jobId: row.id }, 'could not store the end of a job; the next start of the server settles it'),
    );
    const jobEnd = storedEnd.finally(() => {
      running.delete(kind);
      lookFor(kind);
    });
    running.set(kind, Object.assign(job, { ended: jobEnd }));
  }

  function lookFor(kind: string): void {
    const turn = runInContext(() => nextAfter(beginning.get(kind), kind));
    beginning.set(kind, turn);
    void turn.finally(() => {
      if (beginning.get(kind) === turn) beginning.delete(kind);
    });
  }

  async function nextAfter(before: Promise<void> | undefined, kind: string): Promise<void> {
    await before;
    try {
      await next(kind);
    } catch (error) {
      deps.logger.error({ err: error, kind }, 'could not start a job');
    }
  }

  async function work(row: JobRow, spec: JobKind<object, object>, job: RunningJob): Promise<void> {
    const end = (state: Parameters<typeof store.end>[1], more: { result?: object; error?: Message } = {}) =>
      store.end(row.id, state, { nowMs: deps.clock.nowMs(), ...more });
    const progress = progressWriter(row.id, job);
    try {
      const result = await spec.run(JSON.parse(row.input) as object, {
        jobId: row.id,
        startedBy: { userId: row.user_id, schoolId: row.school_id },
        signal: job.controller.signal,
        progress: progress.say,
      });
      await progress.written();
      await end(jobState.done, { result });
    } catch (error) {
      await progress.written();
      if (job.cancelled) return end(jobState.cancelled);
      // The server is stopping. Leave the job as it is: the next start decides what happens to it, as after a crash.
      if (isClosed) return undefined;
      if (error instanceof Refusal) return end(jobState.failed, { error: error.text });
      const reference = deps.chance.uuid();
      deps.logger.error({ requestId: reference, jobId: row.id, kind: row.kind, err: error }, 'job failed');
      return end(jobState.failed, { error: jobMessages.bug(reference) });
    }
    return undefined;
  }

  function progressWriter(jobId: number, job: RunningJob) {
    let lastMs = -Infinity;
    let writing: Promise<void> = Promise.resolve();
    let pendingProgress: JobProgress | undefined;
    const flush = (): void => {
      const at = pendingProgress;
      pendingProgress = undefined;
      if (at) writing = writing.then(() => store.progress(jobId, at)).catch(() => undefined);
    };
    return {
      say(done: number, total: number | null, note?: Message): void {
        pendingProgress = { done, total, note };
        job.reached = pendingProgress;
        const nowMs = deps.clock.nowMs();
        if (nowMs - lastMs < progressEveryMs && done !== total) return;
        lastMs = nowMs;
        flush();
      },
      async written(): Promise<void> {
        flush();
        await writing;
      },
    };
  }

  async function takeUp(row: JobRow): Promise<void> {
    const spec = kinds.get(row.kind);
    const nowMs = deps.clock.nowMs();
    if (!spec)
      return row.created_ms < nowMs - unknownKindMs
        ? store.end(row.id, jobState.broken, { nowMs, error: jobMessages.unknownKind() })
        : undefined;
    if (row.state === jobState.waiting) return undefined;
    if (row.cancel_asked === 1) return store.end(row.id, jobState.cancelled, { nowMs });
    if (spec.afterRestart === 'broken') return store.end(row.id, jobState.broken, { nowMs, error: jobMessages.cutOff() });
    if (row.runs >= mostRuns) return store.end(row.id, jobState.broken, { nowMs, error: jobMessages.cutOffOften(row.runs) });
    return store.waitAgain(row.id);
  }

  return {
    register<I extends object, R extends object>(kind: JobKindName, spec: JobKind<I, R>): JobHandle<I> {
      if (kinds.has(kind)) throw new Error(`the job kind ${kind} is registered twice`);
      kinds.set(kind, spec);
      return {
        async start(input, by) {
          const jobId = await store.add(kind, input, by, deps.clock.nowMs());
          lookFor(kind);
          return jobId;
        },
        async startWith(context, write) {
          const { caller } = context;
          const start = (tx: Kysely<Database>) => (input: I) => createJobStore(tx).add(kind, input, caller, deps.clock.nowMs());
          const result = await runUnitOfWork(deps.db, caller.schoolId, context, (tx) => write(tx, start(tx)));
          lookFor(kind);
          return result;
        },
        async listActive() {
          const rows = await store.unfinished();
          return rows.flatMap((row) => (row.kind === kind ? [JSON.parse(row.input) as I] : []));
        },
      };
    },

    async open() {
      await store.removeEndedBefore(deps.clock.nowMs() - keepMs);
      for (const row of await store.unfinished()) await takeUp(row);
      runInContext = AsyncLocalStorage.snapshot();
      isOpen = true;
      isClosed = false;
      for (const kind of kinds.keys()) lookFor(kind);
    },

    async pollRequests() {
      for (const id of await store.listCancelled()) this.stop(id);
      for (const kind of await store.listWaitingKinds()) lookFor(kind);
    },

    cancel: async (tx, jobId) =>
      (await createJobStore(tx).cancelWaiting(jobId, deps.clock.nowMs())) || (await createJobStore(tx).askCancel(jobId)),

    stop(jobId) {
      const job = [...running.values()].find((one) => one.jobId === jobId);
      if (!job) return;
      job.cancelled = true;
      job.controller.abort();
    },

    reachedBy: (jobId) => [...running.values()].find((one) => one.jobId === jobId)?.reached,

    async idle() {
      while (beginning.size > 0 || running.size > 0)
        await Promise.all([...beginning.values(), ...[...running.values()].map((job) => job.ended)]);
    },

    async close() {
      isOpen = false;
      isClosed = true;
      for (const job of running.values()) job.controller.abort();
      await this.idle();
    },
  };
}
