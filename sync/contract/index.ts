import { directoryCalls } from './people/directory.ts';
import { ltiCalls } from './people/lti.ts';
import { detailCalls } from './bank/detail.ts';
import { archiveCalls } from './marking/archive.ts';
import { auditCalls } from './platform/audit.ts';
import { batchCalls } from './applications/batch.ts';
import { cardCalls } from './marking/card.ts';
import { certificateCalls } from './marking/certificate.ts';
import { reportCalls } from './applications/report.ts';
import { classCalls } from './people/class.ts';
import { courseCalls } from './learning/course.ts';
import { coursewareCalls } from './learning/courseware.ts';
import { invigilationCalls } from './exams/invigilation.ts';
import { infoCalls } from './learning/article.ts';
import { declarationCalls, declareCalls } from './applications/declaration.ts';
import { enrollCalls } from './applications/enroll.ts';
import { examPlaceCalls, examRoomCalls, markerGroupCalls } from './exams/exam-place.ts';
import { examCalls } from './exams/exam.ts';
import { formCalls } from './applications/form.ts';
import { ruleSetCalls } from './applications/rule-set.ts';
import { exerciseCalls } from './learning/exercise.ts';
import { jobCalls } from './platform/job.ts';
import { learnCalls } from './learning/learn.ts';
import { markingCalls } from './marking/marking.ts';
import { paperCalls } from './papers/paper.ts';
import { professionCalls } from './people/profession.ts';
import { progressCalls } from './learning/progress.ts';
import { questionCalls } from './bank/question.ts';
import { recordCalls } from './marking/record.ts';
import { schoolCalls } from './people/school.ts';
import { scoreCalls } from './marking/score.ts';
import { categoryOwnerCalls } from './bank/category-owner.ts';
import { syncCalls } from './exams/sync.ts';
import { systemCalls } from './platform/system.ts';
import { uploadCalls } from './platform/upload-calls.ts';
import { webhookCalls } from './platform/webhook.ts';
import { assignmentCalls } from './learning/assignment.ts';
import { userCalls } from './people/user.ts';

/** Every call of the product, by module. The HTTP mount, OpenAPI and the contract tests read it; the web imports single modules. */
export const apiContract = {
  user: userCalls,
  directory: directoryCalls,
  lti: ltiCalls,
  class: classCalls,
  school: schoolCalls,
  prof: professionCalls,
  detail: detailCalls,
  question: questionCalls,
  paper: paperCalls,
  exam: examCalls,
  task: assignmentCalls,
  exercise: exerciseCalls,
  marking: markingCalls,
  card: cardCalls,
  score: scoreCalls,
  certificate: certificateCalls,
  report: reportCalls,
  archive: archiveCalls,
  invigilation: invigilationCalls,
  examPlace: examPlaceCalls,
  examRoom: examRoomCalls,
  markerGroup: markerGroupCalls,
  job: jobCalls,
  system: systemCalls,
  record: recordCalls,
  progress: progressCalls,
  sync: syncCalls,
  audit: auditCalls,
  shelf: categoryOwnerCalls,
  upload: uploadCalls,
  webhook: webhookCalls,
  courseware: coursewareCalls,
  course: courseCalls,
  learn: learnCalls,
  info: infoCalls,
  form: formCalls,
  ruleSet: ruleSetCalls,
  batch: batchCalls,
  enroll: enrollCalls,
  declaration: declarationCalls,
  declare: declareCalls,
} as const;

export type ModuleName = keyof typeof apiContract;
