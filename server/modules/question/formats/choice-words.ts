import { textOfHtml } from '../question-markup.ts';
import { judgementOf } from './answer-text.ts';

/** The word of an option without its full stop; a figure or a picture is none: "0" and "1" are amounts here. */
export const wordOfOption = (html: string): string => {
  const word = html.includes('<img')
    ? ''
    : textOfHtml(html)
        .replace(/[.。]$/, '')
        .trim();
  return /^\d$/.test(word) ? '' : word;
};

/** Words that answer a question. A judgement shows "正确" and "错误", which answer none. */
const isAnswerWord = (word: string): boolean => /^(?:是|否|yes|no|y|n)$/i.test(word.normalize('NFKC').trim());

/** Tells whether two options mean "正确" and "错误", in any markup. "是" and "否" do not: they answer a question. */
export const isJudgementPair = (options: readonly string[]): boolean =>
  options.length === 2 &&
  new Set(options.flatMap((option) => (isAnswerWord(wordOfOption(option)) ? [] : (judgementOf(wordOfOption(option)) ?? [])))).size === 2;

/** Options without the sign that parts them in their sentence: "停电；", "验电；", "接地。". */
export function withoutStops(options: readonly string[]): readonly string[] {
  const isRow = options.length > 1 && options.slice(0, -1).every((option) => parted.test(option));
  return isRow ? options.map((option) => option.replace(ended, '$1')) : options;
}
const parted = /[;；,，、]\s{0,9}(?:<\/\w{1,10}>){0,9}$/;
const ended = /[;；,，、。]\s{0,9}((?:<\/\w{1,10}>){0,9})$/;

/** The answer of a judgement that is told by a letter: of the option it names; where there are none, A says yes, which is to be looked at. */
export function readJudgement(
  options: readonly string[],
  given: string,
): { readonly answer: string; readonly isDoubtful: boolean; readonly isReworded: boolean } {
  const isReworded = options.some((option) => isAnswerWord(wordOfOption(option)));
  const letter = /^[AB]$/i.exec(given.normalize('NFKC').trim())?.[0].toUpperCase();
  if (letter === undefined) return { answer: given, isDoubtful: false, isReworded };
  const filled = options.filter((option) => option !== '');
  const word = wordOfOption(filled[letter.charCodeAt(0) - 65] ?? '');
  if (judgementOf(word) !== undefined) return { answer: word, isDoubtful: false, isReworded };
  return filled.length > 0
    ? { answer: given, isDoubtful: false, isReworded }
    : { answer: letter === 'A' ? '对' : '错', isDoubtful: true, isReworded };
}
