import type { Caller } from '../../../http/handler.ts';
import { excerptHtml } from '../../../rich-text/excerpt-html.ts';
import { hasMarked, type QuestionMarking } from './marking-service.ts';

/** Counts the answers to a question: all, marked, and marked by the caller. `text`: first 80 characters of the question. */
export const countTaskFigures = ({ question, section, scripts }: QuestionMarking, { userId }: Pick<Caller, 'userId'>) => ({
  questionId: question.questionId,
  section,
  type: question.type,
  text: excerptHtml(question.stem),
  points: question.points,
  scripts: scripts.length,
  marked: scripts.filter((script) => script.isMarked).length,
  mine: scripts.filter((script) => hasMarked(script, { userId })).length,
});
