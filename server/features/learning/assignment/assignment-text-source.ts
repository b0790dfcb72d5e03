import { questionBody } from '../../../../sync/contract/bank/question-body.ts';
import { paperRules } from '../../../../sync/contract/papers/paper.ts';
import { difficulty, sectionType } from '../../../../sync/contract/codes.ts';
import type { AssignmentText } from '../../../../sync/contract/learning/assignment.ts';
import type { PlanSource } from '../../exams/exam/exam-plan-writes.ts';
import { toCents, toPoints } from '../../marking/marking/marking-reads.ts';

/** Question id of an assignment in words, which has no question of the bank. */
const noQuestion = 0;
const title = '作业任务';

/** Turns an assignment in words into content to freeze: one question, answered in words and with files. */
export function createTextSource({ html, points, files }: AssignmentText): PlanSource {
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
  const passPoints = toPoints(Math.round(toCents(points) * 0.6));
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
