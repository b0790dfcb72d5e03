import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { BackupPlace } from './backup/backup-place.ts';
import type { FolderInspection } from './db/folder-inspection.ts';
import type { FreeSpace } from './free-space.ts';
import { keptCountStore } from './db/kept-count-store.ts';
import { rowOwnerStore } from './db/row-owner-store.ts';
import type { Database } from './db/schema.ts';
import { answeredCallStore } from './db/answered-call-store.ts';
import { mountContract } from './http/contract-mount.ts';
import type { AddressOf } from './http/call-context.ts';
import type { AllHandlers } from './http/handler.ts';
import { keptGate } from './http/kept-gate.ts';
import { mediaTickets } from './http/media-ticket.ts';
import { rowGate } from './http/row-gate.ts';
import { Once } from './http/once.ts';
import type { Logger, ServerChance, ServerClock, ServerTimers } from './ports.ts';
import { examReads } from './modules/exam/exam-reads.ts';
import type { Ingest } from './ingest/ingest.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { ServerKeys } from './ingest/server-keys.ts';
import { archiveHandlers } from './modules/archive/archive-handlers.ts';
import { certificateHandlers } from './modules/certificate/certificate-handlers.ts';
import { courseHandlers } from './modules/course/course-handlers.ts';
import { coursewareHandlers } from './modules/courseware/courseware-handlers.ts';
import { detailHandlers } from './modules/detail/detail-handlers.ts';
import { auditHandlers } from './modules/audit/audit-handlers.ts';
import type { AuditLog } from './modules/audit/audit-log.ts';
import { classHandlers } from './modules/class/class-handlers.ts';
import { examHandlers } from './modules/exam/exam-handlers.ts';
import { heldQuestions } from './modules/exam/held-questions-reads.ts';
import { invigilationHandlers } from './modules/invigilation/invigilation-handlers.ts';
import { roomLogReads } from './modules/sync/room-log-reads.ts';
import { infoHandlers } from './modules/info/info-handlers.ts';
import { batchHandlers } from './modules/filing/batch-handlers.ts';
import { declarationHandlers } from './modules/filing/declaration-handlers.ts';
import { declareHandlers } from './modules/filing/declare-handlers.ts';
import { enrollHandlers } from './modules/filing/enroll-handlers.ts';
import { formHandlers } from './modules/filing/form-handlers.ts';
import { ruleSetHandlers } from './modules/filing/rule-set-handlers.ts';
import { exerciseHandlers } from './modules/exercise/exercise-handlers.ts';
import { taskHandlers } from './modules/task/task-handlers.ts';
import { joinOfClasses } from './modules/task/task-joining.ts';
import { withClassJoining } from './class-members.ts';
import type { Audit } from './http/audit.ts';
import { jobHandlers } from './modules/job/job-handlers.ts';
import { learnHandlers } from './modules/learn/learn-handlers.ts';
import { markingHandlers } from './modules/marking/marking-handlers.ts';
import { paperHandlers } from './modules/paper/paper-handlers.ts';
import { examPlaceHandlers, examRoomHandlers, markerGroupHandlers } from './modules/room/room-handlers.ts';
import { profHandlers } from './modules/prof/prof-handlers.ts';
import { progressHandlers } from './modules/progress/progress-handlers.ts';
import { questionHandlers } from './modules/question/question-handlers.ts';
import { recordHandlers } from './modules/record/record-handlers.ts';
import { scoreHandlers } from './modules/score/score-handlers.ts';
import { schoolHandlers } from './modules/school/school-handlers.ts';
import { shelfHandlers } from './modules/shelf/shelf-handlers.ts';
import { syncHandlers } from './modules/sync/sync-handlers.ts';
import { syncReads } from './modules/sync/sync-reads.ts';
import { systemHandlers } from './modules/system/system-handlers.ts';
import { uploadHandlers } from './modules/upload/upload-handlers.ts';
import { uploadReads } from './modules/upload/upload-reads.ts';
import { authenticator } from './modules/user/session-gate.ts';
import { userHandlers } from './modules/user/user-handlers.ts';
import { aboveExams, usesOf } from './uses.ts';
import type { Watch } from './watch/watch.ts';

/** Dependencies of the application. All are passed in and none is global, so tests and the simulation can supply their own. */
export interface AppDeps {
  readonly db: Kysely<Database>;
  readonly keys: ServerKeys;
  /** The durable op log of answers and its projections. */
  readonly ingest: Ingest;
  /** Runs background jobs; modules register their job kinds when the handlers are created. */
  readonly jobs: JobRunner;
  readonly inspection: FolderInspection;
  /** Free space of the data folder's disk, checked before large writes. */
  readonly space: FreeSpace;
  readonly backups: BackupPlace;
  readonly build: { readonly version: string; readonly startedMs: number };
  /** Collects slow calls on the server and errors in the browsers. */
  readonly watch: Watch;
  /** The audit log, which records every changing call. */
  readonly audit: AuditLog;
  readonly clock: ServerClock;
  readonly chance: ServerChance;
  readonly timers: ServerTimers;
  readonly logger: Logger;
  /** Determines the client address of a request, also behind proxies. */
  readonly addressOf: AddressOf;
  readonly stopping: AbortSignal;
}

export type App = Hono<{ Bindings: Partial<HttpBindings> }>;

/** Assigns a class's open homework and mock tests to members who joined it later. */
export const classJoining = ({ ingest, ...deps }: AppDeps) => ({
  logger: deps.logger,
  join: (audit: Pick<Audit, 'noteIn'>) => joinOfClasses({ ...deps, sync: syncReads(ingest) }, audit),
});

export const createHandlers = (given: AppDeps): AllHandlers => withClassJoining(handlersOf(given), classJoining(given));

function handlersOf(given: AppDeps): AllHandlers {
  const deps = { ...given, uses: usesOf(syncReads(given.ingest)), above: aboveExams };
  const folder = join(deps.inspection.folder, 'uploads');
  const uploads = uploadReads(deps.db, folder);
  const tickets = mediaTickets(deps.keys.ticketSecret);
  return {
    user: userHandlers(deps),
    class: classHandlers(deps),
    school: schoolHandlers(deps),
    prof: profHandlers(deps),
    detail: detailHandlers(deps),
    question: questionHandlers(deps),
    paper: paperHandlers({ ...deps, uploads, held: heldQuestions(deps.db) }),
    exam: examHandlers({ ...deps, uploads, sync: syncReads(deps.ingest) }),
    task: taskHandlers({ ...deps, uploads, sync: syncReads(deps.ingest) }),
    exercise: exerciseHandlers(deps),
    marking: markingHandlers({ ...deps, sync: syncReads(deps.ingest) }),
    archive: archiveHandlers(deps),
    certificate: certificateHandlers({ ...deps, sync: syncReads(deps.ingest) }),
    score: scoreHandlers({ ...deps, sync: syncReads(deps.ingest) }),
    invigilation: invigilationHandlers({ ...deps, sync: syncReads(deps.ingest), rooms: roomLogReads(deps.ingest) }),
    examPlace: examPlaceHandlers(deps),
    examRoom: examRoomHandlers(deps),
    markerGroup: markerGroupHandlers(deps),
    job: jobHandlers(deps),
    system: systemHandlers(deps),
    record: recordHandlers({ ...deps, sync: syncReads(deps.ingest) }),
    progress: progressHandlers({ ...deps, sync: syncReads(deps.ingest) }),
    sync: syncHandlers({ ...deps, asksFiles: (attemptId) => examReads(deps.db).asksFiles(attemptId) }),
    audit: auditHandlers(deps),
    shelf: shelfHandlers(deps),
    upload: uploadHandlers({ ...deps, tickets, folder }),
    courseware: coursewareHandlers({ ...deps, tickets, folder }),
    course: courseHandlers(deps),
    learn: learnHandlers({ ...deps, tickets, serverEpoch: () => deps.ingest.log.serverEpoch }),
    info: infoHandlers(deps),
    form: formHandlers(deps),
    ruleSet: ruleSetHandlers(deps),
    batch: batchHandlers(deps),
    enroll: enrollHandlers({ ...deps, uploads }),
    declaration: declarationHandlers(deps),
    declare: declareHandlers({ ...deps, uploads }),
  };
}

/** Creates the HTTP application with every call of the contract. `addRoutes` mounts routes before the calls; pages are mounted after them. */
export function createApp(
  deps: AppDeps,
  handlers: AllHandlers = createHandlers(deps),
  addRoutes: (app: App) => void = () => undefined,
): App {
  const app: App = new Hono();
  addRoutes(app);
  mountContract(app, {
    handlers,
    authenticate: authenticator(deps),
    rows: rowGate(rowOwnerStore(deps.db)),
    kept: keptGate(deps.clock, keptCountStore(deps.db)),
    addressOf: deps.addressOf,
    audit: deps.audit,
    logger: deps.logger,
    chance: deps.chance,
    calls: deps.watch.calls,
    attemptOf: (token) => deps.ingest.tickets.check(token)?.attemptId,
    once: new Once({ ...deps, store: answeredCallStore(deps.db) }),
    stopping: deps.stopping,
  });
  return app;
}
