import { detailReads } from './modules/detail/detail-reads.ts';
import type { AboveExams } from './modules/exam/exam-deps.ts';
import { keeperTies, planUse, schoolExams, sitterTies } from './modules/exam/exam-use-reads.ts';
import { markingReads } from './modules/marking/marking-reads.ts';
import { questionUse } from './modules/marking/question-use-reads.ts';
import { paperTies } from './modules/paper/paper-reads.ts';
import { questionReads, questionTies } from './modules/question/question-reads.ts';
import type { SyncReads } from './modules/sync/sync-reads.ts';
import { taskNotices } from './modules/task/task-notice-reads.ts';
import type { Uses } from './things/uses.ts';

/** Registers which modules still use which rows. A new module that refers to rows of a lower module must be added here. */
export const usesOf = (sync: Pick<SyncReads, 'answers'>): Uses => ({
  person: [sitterTies, keeperTies, paperTies, questionTies],
  sitter: [sitterTies],
  schoolExams,
  profession: {
    tablePlaces: (db, id) => detailReads(db).placesOf(id),
    questions: (db, id) => questionReads(db).countOfProfession(id),
    tradeWithQuestions: (db, tradeIds) => questionReads(db).tradeInUse(tradeIds),
  },
  plans: planUse,
  question: questionUse(sync),
});

export const aboveExams: AboveExams = { scores: markingReads, notices: taskNotices };
