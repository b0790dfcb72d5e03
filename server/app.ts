import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { BackupPlace } from './backup/backup-place.ts';
import type { ObjectStore } from './object-store/object-store.ts';
import type { FolderInspection } from './db/opening/folder-inspection.ts';
import type { FreeSpace } from './free-space.ts';
import { createAccountRowCountStore } from './db/account-row-count-store.ts';
import type { DemoPort } from './demo/demo-port.ts';
import { createRowOwnerStore } from './db/row-owner-store.ts';
import type { Database } from './db/schema.ts';
import { createIdempotentResponseStore } from './db/idempotent-response-store.ts';
import { mountContract } from './http/contract-mount.ts';
import type { GetClientAddress } from './http/call-context.ts';
import type { AllHandlers } from './http/handler.ts';
import { createAccountLimits } from './http/limits/account-limits.ts';
import type { OpenLimitStates } from './http/limits/limit-states.ts';
import { createMediaTickets } from './http/media-ticket.ts';
import { createRowAccessCheck } from './http/limits/row-access.ts';
import { IdempotencyGuard } from './http/idempotency-guard.ts';
import type { Logger, ServerRandom, ServerClock, ServerTimers } from './ports.ts';
import { createExamReads } from './features/exams/exam/exam-reads.ts';
import type { Ingest } from './answer-log/answer-log.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { ServerKeys } from './answer-log/log/server-keys.ts';
import { createArchiveHandlers } from './features/marking/archive/archive-handlers.ts';
import { createCertificateHandlers } from './features/marking/certificate/certificate-handlers.ts';
import { createCourseHandlers } from './features/learning/course/course-handlers.ts';
import { createCoursewareHandlers } from './features/learning/courseware/courseware-handlers.ts';
import { createDetailHandlers } from './features/bank/detail/detail-handlers.ts';
import { createAuditHandlers } from './features/platform/audit/audit-handlers.ts';
import type { AuditLog } from './features/platform/audit/audit-log.ts';
import { createClassHandlers } from './features/people/class/class-handlers.ts';
import { createExamHandlers } from './features/exams/exam/exam-handlers.ts';
import { createHeldQuestionReads } from './features/exams/exam/results/held-questions-reads.ts';
import { createInvigilationHandlers } from './features/exams/invigilation/invigilation-handlers.ts';
import { createRoomLogReads } from './answer-log/calls/room-log-reads.ts';
import { createInfoHandlers } from './features/learning/info/info-handlers.ts';
import { createBatchHandlers } from './features/applications/application/batch-handlers.ts';
import { createDeclarationHandlers } from './features/applications/application/declaration-handlers.ts';
import { createDeclareHandlers } from './features/applications/application/declare-handlers.ts';
import { createEnrollHandlers } from './features/applications/application/enroll-handlers.ts';
import { createFormHandlers } from './features/applications/application/form-handlers.ts';
import { createRuleSetHandlers } from './features/applications/application/rule-set-handlers.ts';
import { createExerciseHandlers } from './features/learning/exercise/exercise-handlers.ts';
import { createAssignmentHandlers } from './features/learning/assignment/assignment-handlers.ts';
import { createClassJoiner } from './features/learning/assignment/assignment-joining.ts';
import { addClassJoining } from './class-joining.ts';
import type { Audit } from './http/audit/audit.ts';
import { createJobHandlers } from './features/platform/job/job-handlers.ts';
import { createLearnHandlers } from './features/learning/learn/learn-handlers.ts';
import { createMarkingHandlers } from './features/marking/marking/marking-handlers.ts';
import { createMarkingReads } from './features/marking/marking/marking-reads.ts';
import { createPaperHandlers } from './features/papers/paper/paper-handlers.ts';
import { createExamPlaceHandlers, createExamRoomHandlers, createMarkerGroupHandlers } from './features/exams/room/room-handlers.ts';
import { createProfessionHandlers } from './features/people/profession/profession-handlers.ts';
import { createProgressHandlers } from './features/learning/progress/progress-handlers.ts';
import { createQuestionHandlers } from './features/bank/question/question-handlers.ts';
import { createRecordHandlers } from './features/marking/record/record-handlers.ts';
import { createReportHandlers } from './features/applications/report/report-handlers.ts';
import { createScoreHandlers } from './features/marking/score/score-handlers.ts';
import { createSchoolHandlers } from './features/people/school/school-handlers.ts';
import { createCategoryOwnerHandlers } from './features/papers/shelf/category-owner-handlers.ts';
import { createSyncHandlers } from './answer-log/calls/sync-handlers.ts';
import { createSyncReads } from './answer-log/calls/sync-reads.ts';
import { createSystemHandlers } from './features/platform/system/system-handlers.ts';
import { createUploadHandlers } from './features/platform/upload/upload-handlers.ts';
import { createUploadReads } from './features/platform/upload/upload-reads.ts';
import { createAuthenticator } from './features/people/user/sign-in/authenticator.ts';
import { createDirectoryHandlers } from './features/people/user/directory/directory-handlers.ts';
import type { OpenDirectory } from './features/people/user/directory/connectors/connector.ts';
import { createUserHandlers } from './features/people/user/accounts/user-handlers.ts';
import { examUpperServices, createReferenceRegistry } from './reference-registry.ts';
import type { ServerWatch } from './watch/watch.ts';

/** Dependencies of the application. All are passed in and none is global, so tests and the simulation can supply their own. */
export interface AppDeps {
  readonly db: Kysely<Database>;
  readonly keys: ServerKeys;
  /** The durable op log of answers and its projections. */
  readonly ingest: Ingest;
  /** Runs background jobs; modules register their job kinds when the handlers are created. */
  readonly jobs: JobRunner;
  readonly inspection: FolderInspection;
  /** The uploaded files. */
  readonly objects: ObjectStore;
  /** Free space of the data folder's disk, checked before large writes. */
  readonly space: FreeSpace;
  readonly backups: BackupPlace;
  readonly build: { readonly version: string; readonly startedMs: number };
  /** Collects slow calls on the server and errors in the browsers. */
  readonly watch: ServerWatch;
  /** States of the limits that all servers of the database share. */
  readonly limits: OpenLimitStates;
  /** The audit log, which records every changing call. */
  readonly audit: AuditLog;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly timers: ServerTimers;
  readonly logger: Logger;
  /** Determines the client address of a request, also behind proxies. */
  readonly addressOf: GetClientAddress;
  readonly stopping: AbortSignal;
  /** Time at which the server's certificate expires; undefined without HTTPS. */
  readonly certificateExpiryMs: () => number | undefined;
  /** Reaches the directories at which people of a school sign in. */
  readonly directory: OpenDirectory;
  /** Null on a server without the demo data. */
  readonly demo: DemoPort | null;
}

export type App = Hono<{ Bindings: Partial<HttpBindings> }>;

/** Assigns a class's open homework and mock tests to members who joined it later. */
export const createClassJoining = ({ ingest, ...deps }: AppDeps) => ({
  logger: deps.logger,
  join: (audit: Pick<Audit, 'noteIn'>) => createClassJoiner({ ...deps, sync: createSyncReads(ingest) }, audit),
});

export const createHandlers = (given: AppDeps): AllHandlers => addClassJoining(handlersOf(given), createClassJoining(given));

function handlersOf(given: AppDeps): AllHandlers {
  const deps = { ...given, uses: createReferenceRegistry(createSyncReads(given.ingest)), above: examUpperServices };
  const folder = join(deps.inspection.folder, 'uploads');
  const uploads = createUploadReads(deps.db, deps.objects);
  const tickets = createMediaTickets(deps.keys.ticketSecret);
  return {
    user: createUserHandlers(deps),
    directory: createDirectoryHandlers(deps),
    class: createClassHandlers(deps),
    school: createSchoolHandlers(deps),
    prof: createProfessionHandlers(deps),
    detail: createDetailHandlers(deps),
    question: createQuestionHandlers(deps),
    paper: createPaperHandlers({ ...deps, uploads, held: createHeldQuestionReads(deps.db) }),
    exam: createExamHandlers({ ...deps, uploads, sync: createSyncReads(deps.ingest) }),
    task: createAssignmentHandlers({ ...deps, uploads, sync: createSyncReads(deps.ingest) }),
    exercise: createExerciseHandlers(deps),
    marking: createMarkingHandlers({ ...deps, sync: createSyncReads(deps.ingest) }),
    archive: createArchiveHandlers(deps),
    certificate: createCertificateHandlers({ ...deps, sync: createSyncReads(deps.ingest) }),
    report: createReportHandlers({ ...deps, uploads, sync: createSyncReads(deps.ingest) }),
    score: createScoreHandlers({ ...deps, sync: createSyncReads(deps.ingest) }),
    invigilation: createInvigilationHandlers({
      ...deps,
      sync: createSyncReads(deps.ingest),
      rooms: createRoomLogReads(deps.ingest),
      scores: createMarkingReads({ ...deps, sync: createSyncReads(deps.ingest) }),
    }),
    examPlace: createExamPlaceHandlers(deps),
    examRoom: createExamRoomHandlers(deps),
    markerGroup: createMarkerGroupHandlers(deps),
    job: createJobHandlers(deps),
    system: createSystemHandlers(deps),
    record: createRecordHandlers({ ...deps, sync: createSyncReads(deps.ingest) }),
    progress: createProgressHandlers({ ...deps, sync: createSyncReads(deps.ingest) }),
    sync: createSyncHandlers({ ...deps, asksFiles: (attemptId) => createExamReads(deps.db).asksFiles(attemptId) }),
    audit: createAuditHandlers(deps),
    shelf: createCategoryOwnerHandlers(deps),
    upload: createUploadHandlers({ ...deps, tickets, folder }),
    courseware: createCoursewareHandlers({ ...deps, tickets }),
    course: createCourseHandlers(deps),
    learn: createLearnHandlers({ ...deps, tickets, serverEpoch: () => deps.ingest.log.serverEpoch }),
    info: createInfoHandlers(deps),
    form: createFormHandlers(deps),
    ruleSet: createRuleSetHandlers(deps),
    batch: createBatchHandlers(deps),
    enroll: createEnrollHandlers({ ...deps, uploads }),
    declaration: createDeclarationHandlers(deps),
    declare: createDeclareHandlers({ ...deps, uploads }),
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
    authenticate: createAuthenticator(deps),
    rows: createRowAccessCheck(createRowOwnerStore(deps.db)),
    kept: createAccountLimits(deps, createAccountRowCountStore(deps.db)),
    addressOf: deps.addressOf,
    audit: deps.audit,
    logger: deps.logger,
    chance: deps.chance,
    calls: deps.watch.calls,
    attemptOf: (token) => deps.ingest.tickets.check(token)?.attemptId,
    once: new IdempotencyGuard({ ...deps, store: createIdempotentResponseStore(deps.db) }),
    stopping: deps.stopping,
  });
  return app;
}
