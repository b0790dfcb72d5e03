import { join } from 'node:path';
import { Hono } from 'hono';
import { createAccountRowCountStore } from './db/account-row-count-store.ts';
import { createRowOwnerStore } from './db/row-owner-store.ts';
import { createIdempotentResponseStore } from './db/idempotent-response-store.ts';
import type { App, AppDeps } from './context.ts';
import { mountContract } from './http/contract-mount.ts';
import type { AllHandlers } from './http/handler.ts';
import { createAccountLimits } from './http/limits/account-limits.ts';
import { createMediaTickets } from './http/media-ticket.ts';
import { createRowAccessCheck } from './http/limits/row-access.ts';
import { IdempotencyGuard } from './http/idempotency-guard.ts';
import { createExamReads } from './features/exams/exam/exam-reads.ts';
import { createArchiveHandlers } from './features/marking/archive/archive-handlers.ts';
import { createCertificateHandlers } from './features/marking/certificate/certificate-handlers.ts';
import { createCourseHandlers } from './features/learning/course/course-handlers.ts';
import { createCoursewareHandlers } from './features/learning/courseware/courseware-handlers.ts';
import { createDetailHandlers } from './features/bank/detail/detail-handlers.ts';
import { createAuditHandlers } from './features/platform/audit/audit-handlers.ts';
import { createClassHandlers } from './features/people/class/class-handlers.ts';
import { createExamHandlers } from './features/exams/exam/exam-handlers.ts';
import { createHeldQuestionReads } from './features/exams/exam/results/held-questions-reads.ts';
import { createCameraReports } from './features/exams/invigilation/camera-reports.ts';
import { createInvigilationHandlers } from './features/exams/invigilation/invigilation-handlers.ts';
import { createRoomLogReads } from './answer-log/calls/room-log-reads.ts';
import { createInfoHandlers } from './features/learning/info/info-handlers.ts';
import { createBatchHandlers } from './features/applications/application/batch-handlers.ts';
import { createDeclarationHandlers } from './features/applications/application/declaration-handlers.ts';
import { createDeclareHandlers } from './features/applications/application/declare-handlers.ts';
import { createEnrollHandlers } from './features/applications/application/enroll-handlers.ts';
import { createFormHandlers } from './features/applications/application/forms/form-handlers.ts';
import { createRuleSetHandlers } from './features/applications/application/forms/rule-set-handlers.ts';
import { createExerciseHandlers } from './features/learning/exercise/exercise-handlers.ts';
import { createAssignmentHandlers } from './features/learning/assignment/assignment-handlers.ts';
import { createClassJoiner } from './features/learning/assignment/assignment-joining.ts';
import { addClassJoining } from './class-joining.ts';
import type { Audit } from './http/audit.ts';
import { createJobHandlers } from './features/platform/job/job-handlers.ts';
import { createLearnHandlers } from './features/learning/learn/learn-handlers.ts';
import { createCardHandlers } from './features/marking/card-reading/card-handlers.ts';
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
import { createWebhookHandlers } from './features/platform/webhook/webhook-handlers.ts';
import { createUploadReads } from './features/platform/upload/upload-reads.ts';
import { createApiTokenAuthenticator } from './features/people/user/sign-in/api-token-authenticator.ts';
import { createAuthenticator } from './features/people/user/sign-in/authenticator.ts';
import { createLtiHandlers } from './features/people/user/lti/lti-handlers.ts';
import { createDirectoryHandlers } from './features/people/user/directory/directory-handlers.ts';
import { createSecondFactors } from './features/people/user/sign-in/second-factor.ts';
import { createUserHandlers } from './features/people/user/accounts/user-handlers.ts';
import { createPlainHandlers, type PlainModule } from './resources/plain-handlers.ts';
import { examUpperServices, createReferenceRegistry } from './reference-registry.ts';

/** Assigns a class's open homework and mock tests to members who joined it later. */
export const createClassJoining = ({ answerLog, ...deps }: AppDeps) => ({
  logger: deps.logger,
  join: (audit: Pick<Audit, 'noteIn'>) => createClassJoiner({ ...deps, sync: createSyncReads(answerLog) }, audit),
});

export const createHandlers = (deps: AppDeps): AllHandlers => addClassJoining(createModuleHandlers(deps), createClassJoining(deps));

/** Adds to the application's dependencies what the handlers of several modules share. */
function createModuleDeps(appDeps: AppDeps) {
  const sync = createSyncReads(appDeps.answerLog);
  const base = { ...appDeps, sync, uses: createReferenceRegistry(sync), upperServices: examUpperServices };
  return {
    ...base,
    uploads: createUploadReads(base.db, base.objects),
    tickets: createMediaTickets(base.keys.ticketSecret),
    // Counts failed tries with a second factor (code of an authenticator app). Sign-in by password and at a school's directory share this instance.
    factors: createSecondFactors(base),
  };
}

function createModuleHandlers(appDeps: AppDeps): AllHandlers {
  const deps = createModuleDeps(appDeps);
  const folder = join(deps.inspection.folder, 'uploads');
  const ownHandlers: Omit<AllHandlers, PlainModule> & Partial<AllHandlers> = {
    user: createUserHandlers(deps),
    directory: createDirectoryHandlers(deps),
    lti: createLtiHandlers(deps),
    class: createClassHandlers(deps),
    school: createSchoolHandlers(deps),
    prof: createProfessionHandlers(deps),
    detail: createDetailHandlers(deps),
    question: createQuestionHandlers(deps),
    paper: createPaperHandlers({ ...deps, heldQuestions: createHeldQuestionReads(deps.db) }),
    exam: createExamHandlers(deps),
    task: createAssignmentHandlers(deps),
    exercise: createExerciseHandlers(deps),
    marking: createMarkingHandlers(deps),
    card: createCardHandlers(deps),
    archive: createArchiveHandlers(deps),
    certificate: createCertificateHandlers(deps),
    report: createReportHandlers(deps),
    score: createScoreHandlers(deps),
    invigilation: createInvigilationHandlers({
      ...deps,
      rooms: createRoomLogReads(deps.answerLog),
      scores: createMarkingReads(deps),
    }),
    examPlace: createExamPlaceHandlers(deps),
    examRoom: createExamRoomHandlers(deps),
    markerGroup: createMarkerGroupHandlers(deps),
    job: createJobHandlers(deps),
    system: createSystemHandlers(deps),
    record: createRecordHandlers(deps),
    progress: createProgressHandlers(deps),
    sync: createSyncHandlers({
      ...deps,
      asksFiles: (attemptId) => createExamReads(deps.db).asksFiles(attemptId),
      takeCameraReport: createCameraReports(deps).take,
    }),
    audit: createAuditHandlers(deps),
    shelf: createCategoryOwnerHandlers(deps),
    upload: createUploadHandlers({ ...deps, folder }),
    webhook: createWebhookHandlers(deps),
    courseware: createCoursewareHandlers(deps),
    course: createCourseHandlers(deps),
    learn: createLearnHandlers({ ...deps, serverEpoch: () => deps.answerLog.log.serverEpoch }),
    info: createInfoHandlers(deps),
    form: createFormHandlers(deps),
    ruleSet: createRuleSetHandlers(deps),
    batch: createBatchHandlers(deps),
    enroll: createEnrollHandlers(deps),
    declaration: createDeclarationHandlers(deps),
    declare: createDeclareHandlers(deps),
  };
  return { ...createPlainHandlers(deps, ownHandlers), ...ownHandlers };
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
    authenticateApi: createApiTokenAuthenticator(deps),
    rows: createRowAccessCheck(createRowOwnerStore(deps.db)),
    checkLimits: createAccountLimits(deps, createAccountRowCountStore(deps.db)),
    addressOf: deps.addressOf,
    audit: deps.audit,
    logger: deps.logger,
    chance: deps.chance,
    calls: deps.watch.calls,
    attemptOf: (token) => deps.answerLog.tickets.check(token)?.attemptId,
    once: new IdempotencyGuard({ ...deps, store: createIdempotentResponseStore(deps.db) }),
  });
  return app;
}
