import { createDetailReads } from './features/bank/detail/detail-reads.ts';
import type { ExamUpperServices } from './features/exams/exam/exam-deps.ts';
import {
  planStaffReferences,
  planReferences,
  schoolExamReferences,
  examineeReferences,
} from './features/exams/exam/exam-reference-reads.ts';
import { createMarkingReads } from './features/marking/marking/marking-reads.ts';
import { createQuestionUseReader } from './features/marking/marking/question-use-reads.ts';
import { paperReferences } from './features/papers/paper/paper-reads.ts';
import { createQuestionReads, questionReferences } from './features/bank/question/question-reads.ts';
import type { SyncReads } from './answer-log/calls/sync-reads.ts';
import { createAssignmentNotices } from './features/learning/assignment/assignment-notice-reads.ts';
import type { ReferenceRegistry } from './resources/references.ts';

/**
 * Registers which modules still use which rows, so that a row in use is not removed. A module whose rows refer to rows of a lower module must be
 * in this list.
 */
export const createReferenceRegistry = (sync: Pick<SyncReads, 'answers'>): ReferenceRegistry => ({
  person: [examineeReferences, planStaffReferences, paperReferences, questionReferences],
  examinee: [examineeReferences],
  schoolExams: schoolExamReferences,
  profession: {
    tablePlaces: (db, id) => createDetailReads(db).placesOf(id),
    questions: (db, id) => createQuestionReads(db).countOfProfession(id),
    tradeWithQuestions: (db, tradeIds) => createQuestionReads(db).tradeInUse(tradeIds),
  },
  plans: planReferences,
  question: createQuestionUseReader(sync),
});

export const examUpperServices: ExamUpperServices = { scores: createMarkingReads, notices: createAssignmentNotices };
