import type { QuestionUseReader } from '../../../resources/references.ts';
import { createExamReads } from '../../exams/exam/exam-reads.ts';
import { createPaperReads } from '../../papers/paper/paper-reads.ts';
import type { SyncReads } from '../../../answer-log/calls/sync-reads.ts';
import { combineItemFigures } from './item-figure-reads.ts';
import { createItemFigureStore } from './item-figure-store.ts';

/** Reads the use of a question in papers and exams, with its figures from marking. */
export const createQuestionUseReader =
  (sync: Pick<SyncReads, 'answers'>): QuestionUseReader =>
  async (db, viewer, questionId) => {
    const papers = createPaperReads(db);
    const figures = await createItemFigureStore(db, sync).ofQuestion(questionId);
    const exams = await createExamReads(db).withQuestion(viewer, questionId);
    return {
      papers: await papers.withQuestion(viewer, questionId),
      exams: exams.map((exam) => ({ ...exam, figure: figures.get(exam.id) ?? null })),
      figure: combineItemFigures([...figures.values()]),
      schoolCount: await papers.schoolsWithQuestion(questionId),
    };
  };
