import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { JobHandle, Jobs } from '../../../jobs/job-port.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { ServerClock } from '../../../ports.ts';
import { createUploadSweepStore } from './upload-store.ts';
import { runEvery } from '../../../run-every.ts';

const dayMs = 24 * 3_600_000;
/** Minimum age of a file that may be removed. A form that is still being edited may show a younger file that no row refers to yet. */
const youngMs = 7 * dayMs;
/** A file must be found unused twice, at least this far apart, so that a question being saved at that moment keeps its file. */
const apartMs = dayMs / 2;

interface SweepDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly jobs: Jobs;
  readonly objects: ObjectStore;
}

/** Creates the sweep that removes uploaded files to which no row of the database has referred for a while. It runs daily as a job. */
export function createUploadSweep({ db, clock, jobs, objects }: SweepDeps): { readonly start: () => Promise<number> } {
  const store = createUploadSweepStore(db);
  const job: JobHandle<object> = jobs.register<object, { removed: number; bytes: number }>('sweepUploads', {
    afterRestart: 'again',
    async run(_input, { signal, progress }) {
      const nowMs = clock.nowMs();
      const old = await store.olderThan(nowMs - youngMs);
      if (old.length === 0) return { removed: 0, bytes: 0 };
      const referred = await store.listReferredNames(async () => {
        signal.throwIfAborted();
        await setImmediate();
      });
      const unused = old.filter((file) => !referred.has(file.name));
      const usedAgain = old.filter((file) => file.unused_ms !== null && referred.has(file.name));
      await store.setUnused(
        usedAgain.map((file) => file.name),
        null,
      );
      await store.setUnused(
        unused.filter((file) => file.unused_ms === null).map((file) => file.name),
        nowMs,
      );
      const dueFiles = unused.filter((file) => file.unused_ms !== null && file.unused_ms <= nowMs - apartMs);
      const totals = { removed: 0, bytes: 0 };
      for (const [at, file] of dueFiles.entries()) {
        if (signal.aborted) break;
        progress(at, dueFiles.length);
        // Delete the row first: a file without a row is never served, but a row without its file would be a broken picture.
        if (!(await store.remove(file.name))) continue;
        await objects.delete(file.name);
        totals.removed += 1;
        totals.bytes += file.size_bytes;
      }
      return totals;
    },
  });
  return { start: () => job.start({}, { userId: 0, schoolId: 0 }) };
}

/** Runs the sweep now and every day while the server runs. Returns a function that stops it; it waits for a start that is under way. */
export function runSweepDaily(sweep: { readonly start: () => Promise<number> }, failed: (error: unknown) => void): () => Promise<void> {
  const first = sweep.start().catch(failed);
  const stop = runEvery(dayMs, sweep.start, failed);
  return async () => {
    await Promise.all([first, stop()]);
  };
}
