import { detailCalls } from './detail.ts';
import { archiveCalls } from './archive.ts';
import { auditCalls } from './audit.ts';
import { batchCalls } from './batch.ts';
import { certificateCalls } from './certificate.ts';
import { classCalls } from './class.ts';
import { courseCalls } from './course.ts';
import { coursewareCalls } from './courseware.ts';
import { invigilationCalls } from './invigilation.ts';
import { infoCalls } from './article.ts';
import { declarationCalls, declareCalls } from './declaration.ts';
import { enrollCalls } from './enroll.ts';
import { examPlaceCalls, examRoomCalls, markerGroupCalls } from './exam-place.ts';
import { examCalls } from './exam.ts';
import { formCalls } from './form.ts';
import { ruleSetCalls } from './rule-set.ts';
import { exerciseCalls } from './exercise.ts';
import { jobCalls } from './job.ts';
import { learnCalls } from './learn.ts';
import { markingCalls } from './marking.ts';
import { paperCalls } from './paper.ts';
import { profCalls } from './prof.ts';
import { progressCalls } from './progress.ts';
import { questionCalls } from './question.ts';
import { recordCalls } from './record.ts';
import { schoolCalls } from './school.ts';
import { scoreCalls } from './score.ts';
import { shelfCalls } from './shelf.ts';
import { syncCalls } from './sync.ts';
import { systemCalls } from './system.ts';
import { uploadCalls } from './upload-calls.ts';
import { taskCalls } from './task.ts';
import { userCalls } from './user.ts';

/** Every call of the product, by module. The HTTP mount, OpenAPI and the contract tests read it; the web imports single modules. */
export const contract = {
  user: userCalls,
  class: classCalls,
  school: schoolCalls,
  prof: profCalls,
  detail: detailCalls,
  question: questionCalls,
  paper: paperCalls,
  exam: examCalls,
  task: taskCalls,
  exercise: exerciseCalls,
  marking: markingCalls,
  score: scoreCalls,
  certificate: certificateCalls,
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
  shelf: shelfCalls,
  upload: uploadCalls,
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

export type ModuleName = keyof typeof contract;
