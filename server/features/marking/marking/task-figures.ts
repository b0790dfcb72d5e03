import type { Caller } from '../../../http/handler.ts';
import { hasMarked, type QuestionMarking } from './marking-service.ts';

const textLength = 80;
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, textLength);

/** Counts the answers to a question: all, marked, and marked by the caller. `text`: first 80 characters of the question. */
export const countTaskFigures = ({ question, section, scripts }: QuestionMarking, { userId }: Pick<Caller, 'userId'>) => ({
  questionId: question.questionId,
  section,
  type: question.type,
  text: plain(question.stem),
  points: question.points,
  scripts: scripts.length,
  marked: scripts.filter((script) => script.isMarked).length,
  mine: scripts.filter((script) => hasMarked(script, { userId })).length,
});
