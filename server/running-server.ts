import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClassJoining, createApp, createHandlers } from './app.ts';
import type { AppDeps } from './context.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { holdDuty, runUnderLease } from './db/lease.ts';
import { DemoControl } from './demo/term/demo-control.ts';
import { startDuties } from './start-duties.ts';
import { watchReadiness } from './readiness.ts';
import { fillEmptyFolder, openPassword, type StartReport } from './first-start.ts';
import { FreeSpace } from './free-space.ts';
import { createAddressReader } from './http/client-address.ts';
import { startSecureListening, type SecureListening } from './http/secure-listening.ts';
import { CertificateSource } from './tls/certificate-source.ts';
import { mountAuthority } from './http/routes/https-page.ts';
import { mountPages } from './http/routes/page-routes.ts';
import { mountServiceRoutes } from './http/routes/service-routes.ts';
import { openAnswerLog, openSharedAnswerLog } from './answer-log/answer-log.ts';
import { LogReserve } from './answer-log/log/log-reserve.ts';
import type { ServerKeys } from './answer-log/log/server-keys.ts';
import { getRelayKey } from './answer-log/log/upload-token.ts';
import { createMediaTickets } from './http/media-ticket.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { createAuditLog } from './features/platform/audit/audit-log.ts';
import { createCourseReads } from './features/learning/course/course-reads.ts';
import { createCameraReports } from './features/exams/invigilation/camera-reports.ts';
import { joinClassesAtStart } from './class-joining.ts';
import { createSyncReads } from './answer-log/calls/sync-reads.ts';
import { mountReportPhotos } from './features/applications/report/report-routes.ts';
import { mountArchives } from './features/marking/archive/archive-routes.ts';
import { createAttemptLogReads } from './answer-log/calls/attempt-log-reads.ts';
import { mountAnswerFiles } from './answer-log/calls/answer-file-routes.ts';
import { mountMedia } from './features/platform/upload/media-routes.ts';
import { mountResumable } from './features/platform/upload/resumable.ts';
import { getMaxFileBytes } from './features/platform/upload/upload-handlers.ts';
import { createUploadReads } from './features/platform/upload/upload-reads.ts';
import { createUploadStore } from './features/platform/upload/upload-store.ts';
import { warnOfMissingFiles } from './features/platform/upload/missing-files.ts';
import { createUploadSweep } from './features/platform/upload/upload-sweep.ts';
import { deletePartialUploads, mountUploads } from './features/platform/upload/upload-routes.ts';
import { registerWaitingStarts } from './features/exams/exam/sitting/waiting-starts.ts';
import { createSystemReads } from './features/platform/system/system-reads.ts';
import { createDirectoryFetch } from './features/people/user/directory/connectors/directory-fetch.ts';
import { createDirectoryNetwork } from './features/people/user/directory/connectors/directory-network.ts';
import { createDirectoryOpener } from './features/people/user/directory/connectors/open-directory.ts';
import { createWebhookNetwork, createWebhookTransport } from './features/platform/webhook/webhook-request.ts';
import { mountLtiForms } from './features/people/user/lti/lti-routes.ts';
import { createAuthenticator } from './features/people/user/sign-in/authenticator.ts';
import { endUpgradeAtFirstAnswer } from './upgrade/upgrade-state.ts';
import type { Logger, ServerClock } from './ports.ts';
import { isLoopback, type Settings } from './settings.ts';
import { CallWatch } from './watch/call-watch.ts';
import { WebFaultCollector } from './watch/web-faults.ts';
import { readFreeBytes, readProcessGauges, systemRandom, systemClock, systemTimers } from './system-ports.ts';
import { removeOldArrivingFiles } from './features/platform/upload/arriving-files.ts';
import { runEvery } from './run-every.ts';
import { createWebFileStore } from './db/web-file-store.ts';
import { shareBuild } from './shared-build.ts';

interface UpkeepDeps {
  readonly uploads: string;
  readonly space: FreeSpace;
  readonly reserve: LogReserve;
  readonly clock: ServerClock;
  readonly logger: Pick<Logger, 'error'>;
}

const everyMs = 60_000;

/**
 * Reserves space for unfinished uploads, removes expired ones and refills `log.reserve` (disk space set aside for the answer log), now and every
 * minute. Returns a function that stops it.
 */
async function startDiskUpkeep({ uploads, space, reserve, clock, logger }: UpkeepDeps): Promise<() => Promise<void>> {
  const keep = () => removeOldArrivingFiles(uploads, space, clock.nowMs());
  const fill = (): Promise<void> => reserve.fill(() => space.fits());
  const logFailure = (error: unknown): void => logger.error({ err: error }, 'the disk upkeep failed; trying again in a minute');
  await keep();
  void fill().catch(logFailure);
  return runEvery(everyMs, () => keep().then(fill), logFailure);
}

export interface RunningServer {
  readonly url: string;
  /** Certificate, and address of the plain HTTP page; null if the server runs without HTTPS. */
  readonly tls: SecureListening['tls'];
  readonly report: StartReport;
  /** Resolves with a message when this server must stop: another server has taken its database, or its log has become unusable. */
  readonly fatalError: Promise<Error>;
  /** Ends long polls, waits up to ten seconds for running requests, then closes the answer log and the databases. */
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

/** Adds the relay's address to the public keys that devices receive. */
const addRelay = (keys: ServerKeys, relay: string): ServerKeys => ({ ...keys, publicKeys: { ...keys.publicKeys, relay } });

/**
 * Opens a data folder and serves it. If the start fails, closes the folder and waits for its threads: a process that exits while a thread loads a
 * native module aborts.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { settings, logger } = options;
  // Check these settings before opening the folder, so that an invalid value leaves no lock behind.
  const addressOf = createAddressReader(settings.trustProxy);
  const sendWebhook = createWebhookTransport(createWebhookNetwork(settings.webhookAllow));
  const network = createDirectoryNetwork(settings.directoryAllow);
  const directory = createDirectoryOpener(network);
  const platformFetch = createDirectoryFetch(network, '');
  const certificates = await CertificateSource.open({ settings, clock: systemClock, logger });
  const calls = new CallWatch({ clock: systemClock, logger });
  const { databaseUrl, masterKey, s3, port } = settings;
  const dataFolder = await openDataFolder(settings.dataDir, systemClock.nowMs(), logger, {
    databaseUrl,
    masterKey,
    s3,
    port,
    statement: calls.statement,
  });
  try {
    return await serveFolder(dataFolder, { ...options, addressOf, sendWebhook, directory, platformFetch, certificates, calls });
  } catch (error) {
    await dataFolder.close();
    throw error;
  }
}

interface ServeOptions extends StartOptions, Pick<AppDeps, 'addressOf' | 'sendWebhook' | 'directory' | 'platformFetch'> {
  readonly certificates: CertificateSource | null;
  readonly calls: CallWatch;
}

const createSystemPorts = (logger: Logger) => ({ clock: systemClock, chance: systemRandom, timers: systemTimers, logger });

/** Completes the dependencies of the application. */
function createAppDeps(
  folder: DataFolder,
  opened: Pick<AppDeps, 'space' | 'answerLog' | 'audit' | 'stopping' | 'demo'>,
  { version, logger, addressOf, sendWebhook, directory, platformFetch, certificates, calls }: ServeOptions,
): AppDeps {
  const ports = createSystemPorts(logger);
  const listServers = async () => (await folder.membership?.listServers()) ?? [];
  return {
    ...folder,
    ...ports,
    ...opened,
    jobs: createJobRunner({ ...folder, ...ports }),
    build: { version, startedMs: systemClock.nowMs() },
    watch: { calls, faults: new WebFaultCollector(ports), listServers },
    addressOf,
    directory,
    sendWebhook,
    platformFetch,
    certificateExpiryMs: () => certificates?.current.expiresMs,
  };
}

async function serveFolder(dataFolder: DataFolder, options: ServeOptions): Promise<RunningServer> {
  const { settings, logger, webDir, version, certificates } = options;
  const folder = settings.relay === null ? dataFolder : { ...dataFolder, keys: addRelay(dataFolder.keys, settings.relay) };
  const stopping = new AbortController();
  const surroundings = createSystemPorts(logger);
  const space = new FreeSpace({ clock: systemClock, freeBytes: () => readFreeBytes(settings.dataDir) });
  const reserve = new LogReserve(join(settings.dataDir, 'log.reserve'), settings.logReserveMb * 2 ** 20);
  const logDeps = { ...folder, ...surroundings, schedule: setImmediate, space, reserve };
  const answerLog = folder.sharedLog ? await openSharedAnswerLog(logDeps, folder.sharedLog) : openAnswerLog(logDeps);
  await registerWaitingStarts(folder.db, systemClock, createSyncReads(answerLog));
  const stopFollowing = answerLog.follow(systemTimers, folder.membership?.exchangePresence);
  const audit = createAuditLog({ ...folder, ...surroundings });
  const demo = settings.demo === 'off' ? null : new DemoControl(settings.demo === 'open' ? openPassword : null);
  const deps = createAppDeps(folder, { space, answerLog, audit, stopping: stopping.signal, demo }, options);
  const handlers = createHandlers(deps);
  const uploadsFolder = join(settings.dataDir, 'uploads');
  await deletePartialUploads(uploadsFolder, systemClock.nowMs());
  const stopUpkeep = await startDiskUpkeep({ ...surroundings, uploads: uploadsFolder, space, reserve });
  const sweep = createUploadSweep(deps);
  const camera = createCameraReports(deps);
  // Ignore failures: the store itself logs that it cannot be reached.
  void warnOfMissingFiles(deps).catch(() => undefined);
  let notReady: string | null = null;
  const reason = async (): Promise<string | null> => (notReady = folder.fault() ?? (await space.shortage()));
  folder.membership?.report(() => ({ notReady, behind: answerLog.gauges().projection_behind }));
  const notReadyBecause = watchReadiness({ ...surroundings, reason, stopping: stopping.signal });
  const app = createApp(deps, handlers, (routes) => {
    const gauges = () => ({
      ...answerLog.gauges(),
      log_reserve_bytes: reserve.reservedBytes,
      audit_waiting: audit.waiting,
      ...readProcessGauges(),
    });
    mountServiceRoutes(routes, {
      version,
      stopping: stopping.signal,
      notReadyBecause,
      gauges,
      metricsToken: settings.metricsToken,
      relayKey: getRelayKey(folder.keys),
    });
    const maxBytes = () => createSystemReads(deps.db).uploadMaxBytes();
    mountUploads(routes, { ...deps, authenticate: createAuthenticator(deps), folder: uploadsFolder, maxBytes });
    const files = { ...deps, folder: uploadsFolder, store: createUploadStore(deps.db) };
    mountResumable(routes, { ...files, authenticate: createAuthenticator(deps), maxBytes: (id) => getMaxFileBytes(deps.db, id) });
    const uploads = createUploadReads(deps.db, deps.objects);
    mountArchives(routes, { ...deps, sync: createSyncReads(answerLog), logs: createAttemptLogReads(answerLog), uploads });
    mountReportPhotos(routes, { ...deps, sync: createSyncReads(answerLog), uploads });
    mountAnswerFiles(routes, {
      secret: deps.keys.ticketSecret,
      clock: deps.clock,
      sync: createSyncReads(answerLog),
      cameraPicture: camera.picture,
    });
    mountLtiForms(routes);
    mountMedia(routes, { ...files, tickets: createMediaTickets(deps.keys.ticketSecret), mayOpen: createCourseReads(deps.db).mayOpen });
  });
  if (certificates !== null) mountAuthority(app, () => certificates.current);
  const access = { isDirect: certificates === null && !isLoopback(settings.host), hasProxy: settings.trustProxy.length > 0 };
  const isBuilt = existsSync(join(webDir, 'index.html'));
  const { read: readOtherBuild } = createWebFileStore(deps.db);
  if (isBuilt) mountPages(app, { webDir, relay: settings.relay, access, readOtherBuild });
  else logger.warn({ webDir }, 'the web application is not built; serving only the API');
  // Open the port before filling an empty folder: a start that fails must not use up the passwords that are shown once.
  const filled = Promise.withResolvers<void>();
  const served = endUpgradeAtFirstAnswer({ fetch: (...request) => filled.promise.then(() => app.fetch(...request)) }, settings.dataDir);
  const listening = await startSecureListening(served, settings, certificates, surroundings);
  // Fill the database under a lease, because two servers that start at the same time would both fill it.
  const report = await runUnderLease(folder.db, 'start', systemTimers, async () => {
    await joinClassesAtStart(createClassJoining(deps));
    if (isBuilt) await shareBuild(deps, webDir);
    return fillEmptyFolder(deps, handlers, settings.demo);
  });
  const endDuties = await holdDuty(deps, 'background', async () => startDuties(deps, sweep));
  filled.resolve();

  demo?.open(deps, app);
  const endDemo = demo === null || !settings.demoTerm ? undefined : await holdDuty(deps, 'demo', async () => demo.fillSchool(deps));

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    await demo?.close();
    await endDemo?.();
    await listening.close(stopGraceMs);
    await endDuties();
    void stopUpkeep();
    stopFollowing();
    answerLog.close();
    await audit.settled();
    await folder.close();
  };
  return {
    url: listening.url,
    tls: listening.tls,
    report,
    fatalError: Promise.race([folder.fatalError, answerLog.fatalError]),
    stop: () => (stopped ??= stop()),
  };
}
