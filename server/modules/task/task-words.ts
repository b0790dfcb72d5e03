import { questionBody } from '../../../sync/contract/question-body.ts';
import { paperRules } from '../../../sync/contract/paper.ts';
import { difficulty, sectionType } from '../../../sync/contract/codes.ts';
import type { TaskWords } from '../../../sync/contract/task.ts';
import type { PlanSource } from '../exam/exam-plan-writes.ts';
import { centOf, pointsOf } from '../marking/marking-reads.ts';

/** Question id of an assignment in words, which has no question of the bank. */
const noQuestion = 0;
const title = '作业任务';

/** Turns an assignment in words into content to freeze: one question, answered in words and with files. */
export function wordsSource({ html, points, files }: TaskWords): PlanSource {
  const body = questionBody.parse({
    type: sectionType.questionAnswer,
    stem: html,
    options: [],
    key: { kind: 'rubric', reference: '', items: [], veto: [], files },
    analysis: '',
    difficulty: difficulty.medium,
    category: '',
    source: '',
  });
  const section = { title, type: sectionType.questionAnswer, count: 1, pointsEach: points, partial: false, categories: [], tags: [] };
  const passPoints = pointsOf(Math.round(centOf(points) * 0.6));
  return {
    row: null,
    name: '',
    totalPoints: points,
    rules: paperRules.parse({ layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints }),
    sections: [{ ...section, difficulty: null, level: null }],
    variants: [{ sections: [[{ id: noQuestion, locked: false }]] }],
    questions: new Map([[noQuestion, { ...body, id: noQuestion, version: 1 }]]),
  };
}
