import { createRoomLogReads } from './answer-log/calls/room-log-reads.ts';
import { createSyncReads } from './answer-log/calls/sync-reads.ts';
import type { AppDeps } from './context.ts';
import { getLeases } from './db/lease.ts';
import { createScoreRelease } from './features/exams/exam/results/score-release.ts';
import { createHandInEvents } from './features/exams/exam/sitting/hand-in-events.ts';
import { createCameraReports } from './features/exams/invigilation/camera-reports.ts';
import { createInvigilationStore } from './features/exams/invigilation/invigilation-store.ts';
import { RoomCommandProcessor } from './features/exams/invigilation/room-command-processor.ts';
import { createMarkingReads } from './features/marking/marking/marking-reads.ts';
import { type createUploadSweep, runSweepDaily } from './features/platform/upload/upload-sweep.ts';
import { createWebhookSender } from './features/platform/webhook/webhook-sender.ts';
import { examUpperServices } from './reference-registry.ts';
import { runEvery } from './run-every.ts';

/** Interval (ms) at which the server that runs the jobs looks for jobs that were requested at another server. */
const jobLookMs = 1_000;

/**
 * Starts the work that only one server of a database does at a time: room command processor, automatic marking, release of scores at its time,
 * hand-in events, webhooks, jobs, and the removal of unused files and camera pictures. Resolves with a function that ends the work. If it rejects,
 * nothing was started.
 */
export async function startDuties(deps: AppDeps, sweep: ReturnType<typeof createUploadSweep>): Promise<() => Promise<void>> {
  const { db, jobs, answerLog, logger } = deps;
  const sync = createSyncReads(answerLog);
  const rooms = new RoomCommandProcessor({ ...deps, rooms: createRoomLogReads(answerLog), store: createInvigilationStore(db) });
  // Only this step can fail, so it comes first. If it came later, the work started before it would continue while another server takes over.
  await jobs.open();
  const pictures = { start: () => createCameraReports(deps).sweep() };
  const ends: (() => void | Promise<void>)[] = [
    createMarkingReads({ ...deps, sync }).start(),
    createScoreRelease({ ...deps, sync, upperServices: examUpperServices }).start(),
    rooms.start(),
    createHandInEvents({ ...deps, sync }).start(),
    createWebhookSender(deps).start(),
    runSweepDaily(sweep, (error) => logger.error({ err: error }, 'the removal of unused files failed; trying again tomorrow')),
    runSweepDaily(pictures, (error) => logger.error({ err: error }, 'the removal of camera pictures failed; trying again tomorrow')),
  ];
  if (getLeases(db) !== undefined)
    ends.unshift(
      runEvery(
        jobLookMs,
        () => jobs.pollRequests(),
        (error) => logger.error({ err: error }, 'could not look for waiting jobs; trying again'),
      ),
    );
  return async () => {
    for (const end of ends) await end();
    await jobs.close();
  };
}
