import type { QuestionUse } from '../../things/uses.ts';
import { examReads } from '../exam/exam-reads.ts';
import { paperReads } from '../paper/paper-reads.ts';
import type { SyncReads } from '../sync/sync-reads.ts';
import { combined } from './item-figure-reads.ts';
import { itemFigureStore } from './item-figure-store.ts';

/** Reads the use of a question in papers and exams, with its figures from marking. */
export const questionUse =
  (sync: Pick<SyncReads, 'answers'>): QuestionUse =>
  async (db, viewer, questionId) => {
    const papers = paperReads(db);
    const figures = await itemFigureStore(db, sync).ofQuestion(questionId);
    const exams = await examReads(db).withQuestion(viewer, questionId);
    return {
      papers: await papers.withQuestion(viewer, questionId),
      exams: exams.map((exam) => ({ ...exam, figure: figures.get(exam.id) ?? null })),
      figure: combined([...figures.values()]),
      schoolCount: await papers.schoolsWithQuestion(questionId),
    };
  };
