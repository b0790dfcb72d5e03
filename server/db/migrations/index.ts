import type { Migration } from '../migrate.ts';
import { user } from './0001-user.ts';
import { start } from './0002-start.ts';
import { question } from './0003-question.ts';
import { paper } from './0004-paper.ts';
import { exam } from './0005-exam.ts';
import { marking } from './0006-marking.ts';
import { questionSearch } from './0007-question-search.ts';
import { people } from './0008-people.ts';
import { schools } from './0009-schools.ts';
import { upload } from './0010-upload.ts';
import { audit } from './0011-audit.ts';
import { profession } from './0012-profession.ts';
import { questionBank } from './0013-question-bank.ts';
import { questionImport } from './0014-question-import.ts';
import { paperVariants } from './0015-paper.ts';
import { exposure } from './0016-exposure.ts';
import { auditKind } from './0017-audit-kind.ts';
import { session } from './0018-session.ts';
import { peopleTold } from './0019-people.ts';
import { questionWords } from './0020-question-words.ts';
import { listSpeed } from './0021-list-speed.ts';
import { learners } from './0023-people.ts';
import { itemFigures } from './0024-question.ts';
import { importKey } from './0025-import.ts';
import { paperCategory } from './0027-paper-category.ts';
import { initialPassword } from './0029-initial-password.ts';
import { uploadSwept } from './0030-upload-sweep.ts';
import { learnerName } from './0031-learner-name.ts';
import { questionMarks } from './0032-question-marks.ts';
import { questionSaveKey } from './0034-question-save-key.ts';
import { questionSaveOrder } from './0035-question-save-order.ts';
import { scoreRelease } from './0036-score-release.ts';
import { rowRights } from './0037-row-rights.ts';
import { answeredCall } from './0039-answered-call.ts';
import { planWithdrawn } from './0040-plan-withdrawn.ts';
import { wordsByStores } from './0041-words-by-stores.ts';
import { examRoom } from './0042-exam-room.ts';
import { form } from './0047-form.ts';
import { filing } from './0048-filing.ts';
import { learning } from './0052-learning.ts';
import { idNumberOnce } from './0057-id-number-once.ts';
import { attemptKind } from './0064-attempt-kind.ts';
import { task } from './0065-task.ts';
import { practice } from './0066-practice.ts';
import { itemMark } from './0068-item-mark.ts';
import { examRevision } from './0072-exam-revision.ts';
import { roomMachine } from './0073-room-machine.ts';
import { roomLog } from './0082-room-log.ts';
import { doubleMarking } from './0090-double-marking.ts';
import { paperEntry } from './0091-paper-entry.ts';
import { keyCorrection } from './0092-key-correction.ts';
import { certificate } from './0093-certificate.ts';
import { questionMaterial } from './0096-question-material.ts';
import { requestKeysAlone } from './0101-request-keys-alone.ts';
import { examPart } from './0105-exam-part.ts';
import { lockdown } from './0115-lockdown.ts';
import { ownPractice } from './0124-own-practice.ts';
import { releaseTime } from './0135-release-time.ts';
import { taskInWords } from './0145-task-in-words.ts';
import { filingDoubt } from './0155-filing-doubt.ts';
import { pictureSize } from './0156-picture-size.ts';
import { lessons } from './0165-lessons.ts';
import { courseReminder } from './0166-course-reminder.ts';
import { listFigures } from './0170-list-figures.ts';
import { ruleSet } from './0171-rule-set.ts';
import { declarationReminder } from './0172-declaration-reminder.ts';
import { practiceStar } from './0173-practice-star.ts';
import { distractors } from './0190-distractors.ts';
import { learnerTasks } from './0200-learner-tasks.ts';
import { pictureMarks } from './0201-picture-marks.ts';
import { textNotes } from './0204-text-notes.ts';
import { wordsBeside } from './0206-words-beside.ts';

/** In the order they are applied. */
export const migrations: readonly Migration[] = [
  user,
  start,
  question,
  paper,
  exam,
  marking,
  questionSearch,
  people,
  schools,
  upload,
  audit,
  profession,
  questionBank,
  questionImport,
  paperVariants,
  exposure,
  auditKind,
  session,
  peopleTold,
  questionWords,
  learners,
  itemFigures,
  importKey,
  paperCategory,
  initialPassword,
  listSpeed,
  uploadSwept,
  learnerName,
  questionMarks,
  questionSaveKey,
  questionSaveOrder,
  scoreRelease,
  rowRights,
  answeredCall,
  planWithdrawn,
  wordsByStores,
  examRoom,
  form,
  filing,
  learning,
  idNumberOnce,
  attemptKind,
  task,
  practice,
  itemMark,
  examRevision,
  roomMachine,
  roomLog,
  doubleMarking,
  paperEntry,
  keyCorrection,
  certificate,
  questionMaterial,
  requestKeysAlone,
  examPart,
  lockdown,
  ownPractice,
  releaseTime,
  taskInWords,
  filingDoubt,
  pictureSize,
  lessons,
  courseReminder,
  listFigures,
  ruleSet,
  declarationReminder,
  practiceStar,
  distractors,
  learnerTasks,
  pictureMarks,
  textNotes,
  wordsBeside,
];
