import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { classJoining, createApp, createHandlers, type AppDeps } from './app.ts';
import { openDataFolder } from './data-folder.ts';
import { startDiskUpkeep } from './disk-upkeep.ts';
import { firstStart, type StartReport } from './first-start.ts';
import { FreeSpace } from './free-space.ts';
import { addressReader } from './http/client-address.ts';
import { listen } from './http/listen.ts';
import { mountPages } from './http/page-routes.ts';
import { mountServiceRoutes } from './http/service-routes.ts';
import { openIngest } from './ingest/ingest.ts';
import { LogReserve } from './ingest/log-reserve.ts';
import type { ServerKeys } from './ingest/server-keys.ts';
import { relayKeyOf } from './ingest/upload-ticket.ts';
import { mediaTickets } from './http/media-ticket.ts';
import { jobRunner } from './jobs/job-runner.ts';
import { auditLog } from './modules/audit/audit-log.ts';
import { courseReads } from './modules/course/course-reads.ts';
import { scoreRelease } from './modules/exam/score-release.ts';
import { invigilationStore } from './modules/invigilation/invigilation-store.ts';
import { RoomSteward } from './modules/invigilation/room-steward.ts';
import { roomLogReads } from './modules/sync/room-log-reads.ts';
import { aboveExams } from './uses.ts';
import { joinAtStart } from './class-members.ts';
import { markingReads } from './modules/marking/marking-reads.ts';
import { syncReads } from './modules/sync/sync-reads.ts';
import { mountArchives } from './modules/archive/archive-routes.ts';
import { attemptLogReads } from './modules/sync/attempt-log-reads.ts';
import { mountAnswerFiles } from './modules/sync/answer-file-routes.ts';
import { mountMedia } from './modules/upload/media-routes.ts';
import { mountResumable } from './modules/upload/resumable.ts';
import { largestFile } from './modules/upload/upload-handlers.ts';
import { uploadReads } from './modules/upload/upload-reads.ts';
import { uploadStore } from './modules/upload/upload-store.ts';
import { sweepDaily, uploadSweep } from './modules/upload/upload-sweep.ts';
import { clearArriving, mountUploads } from './modules/upload/upload-routes.ts';
import { expectWaitingStarts } from './modules/exam/waiting-starts.ts';
import { systemReads } from './modules/system/system-reads.ts';
import { authenticator } from './modules/user/session-gate.ts';
import type { Logger } from './ports.ts';
import type { Settings } from './settings.ts';
import { CallWatch } from './watch/call-watch.ts';
import { WebFaults } from './watch/web-faults.ts';
import { freeBytesAt, processGauges, systemChance, systemClock, systemTimers } from './surroundings.ts';

export interface RunningServer {
  readonly url: string;
  readonly report: StartReport;
  /** Resolves with a message when this server must stop: another server has taken its database, or its log has become unusable. */
  readonly lost: Promise<Error>;
  /** Ends long polls, waits for running requests, commits and closes. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  /** Folder of the built web application. */
  readonly webDir: string;
  readonly version: string;
}

const stopGraceMs = 10_000;

/** Adds the relay's address to the keys sent to devices. */
const withRelay = (keys: ServerKeys, relay: string): ServerKeys => ({ ...keys, forDevices: { ...keys.forDevices, relay } });

/** Opens a data folder and serves it. */
export async function startServer({ settings, logger, webDir, version }: StartOptions): Promise<RunningServer> {
  // Parse this setting before opening the folder, so that an invalid value leaves no lock behind.
  const addressOf = addressReader(settings.trustProxy);
  const calls = new CallWatch({ clock: systemClock, logger });
  const { databaseUrl } = settings;
  const opened = await openDataFolder(settings.dataDir, systemClock.nowMs(), logger, { databaseUrl, statement: calls.statement });
  const folder = settings.relay === null ? opened : { ...opened, keys: withRelay(opened.keys, settings.relay) };
  const stopping = new AbortController();
  const surroundings = { clock: systemClock, chance: systemChance, timers: systemTimers, logger };
  const space = new FreeSpace({ clock: systemClock, freeBytes: () => freeBytesAt(settings.dataDir) });
  const reserve = new LogReserve(join(settings.dataDir, 'log.reserve'), settings.logReserveMb * 2 ** 20);
  const ingest = openIngest({ ...folder, ...surroundings, schedule: setImmediate, space, reserve });
  await expectWaitingStarts(folder.db, systemClock, syncReads(ingest));
  const build = { version, startedMs: systemClock.nowMs() };
  const jobs = jobRunner({ ...folder, ...surroundings });
  const audit = auditLog({ ...folder, ...surroundings });
  const watch = { calls, faults: new WebFaults(surroundings) };
  const deps: AppDeps = { ...folder, ...surroundings, space, ingest, jobs, audit, build, watch, addressOf, stopping: stopping.signal };
  const handlers = createHandlers(deps);
  const uploadsFolder = join(settings.dataDir, 'uploads');
  await clearArriving(uploadsFolder);
  const stopUpkeep = await startDiskUpkeep({ ...surroundings, uploads: uploadsFolder, space, reserve });
  const sweep = uploadSweep({ ...deps, folder: uploadsFolder });
  const stopMarking = markingReads({ ...deps, sync: syncReads(ingest) }).start();
  const stopReleasing = scoreRelease({ ...deps, sync: syncReads(ingest), above: aboveExams }).start();
  const stopJudging = new RoomSteward({ ...deps, rooms: roomLogReads(ingest), store: invigilationStore(deps.db) }).start();
  await joinAtStart(classJoining(deps));
  const report = await firstStart(deps, handlers, settings.demo);
  await jobs.open();
  const stopSweeping = sweepDaily(sweep, (error) => logger.error({ err: error }, 'unused files are looked for again tomorrow'));

  const app = createApp(deps, handlers, (routes) => {
    const gauges = () => ({ ...ingest.gauges(), log_reserve_bytes: reserve.leftBytes, audit_waiting: audit.waiting, ...processGauges() });
    mountServiceRoutes(routes, {
      version,
      stopping: stopping.signal,
      notReadyBecause: async () => folder.fault() ?? (await space.shortage()),
      gauges,
      metricsToken: settings.metricsToken,
      relayKey: relayKeyOf(folder.keys),
    });
    const maxBytes = () => systemReads(deps.db).uploadMaxBytes();
    mountUploads(routes, { ...deps, authenticate: authenticator(deps), folder: uploadsFolder, maxBytes });
    const files = { ...deps, folder: uploadsFolder, store: uploadStore(deps.db) };
    mountResumable(routes, { ...files, authenticate: authenticator(deps), maxBytes: (id) => largestFile(deps.db, id) });
    const uploads = uploadReads(deps.db, uploadsFolder);
    mountArchives(routes, { ...deps, sync: syncReads(ingest), logs: attemptLogReads(ingest), uploads });
    mountAnswerFiles(routes, { secret: deps.keys.ticketSecret, clock: deps.clock, sync: syncReads(ingest) });
    mountMedia(routes, { ...files, tickets: mediaTickets(deps.keys.ticketSecret), mayOpen: courseReads(deps.db).mayOpen });
  });
  if (existsSync(join(webDir, 'index.html'))) mountPages(app, webDir, settings.relay);
  else logger.warn({ webDir }, 'the web application is not built: serving the calls only');
  const listening = await listen(app, settings);

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    await listening.close(stopGraceMs);
    await jobs.close();
    stopMarking();
    stopReleasing();
    stopJudging();
    stopSweeping();
    stopUpkeep();
    ingest.close();
    await audit.settled();
    await folder.close();
  };
  return { url: listening.url, report, lost: Promise.race([folder.lost, ingest.queue.lost]), stop: () => (stopped ??= stop()) };
}
