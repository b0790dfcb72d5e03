import { toTextFromHtml } from '../question-markup.ts';
import { parseJudgement } from './answer-text.ts';

/**
 * Returns the text of an option without its full stop; '' for a picture or a single digit. In an option "0" and "1" are amounts and do not mean 错 and
 * 对.
 */
export const getOptionWord = (html: string): string => {
  const word = html.includes('<img')
    ? ''
    : toTextFromHtml(html)
        .replace(/[.。]$/, '')
        .trim();
  return /^\d$/.test(word) ? '' : word;
};

/** True for words that answer a question with yes or no. "正确" and "错误" do not: they are the options of a judgement. */
const isAnswerWord = (word: string): boolean => /^(?:是|否|yes|no|y|n)$/i.test(word.normalize('NFKC').trim());

/** Checks whether the two options mean "正确" and "错误", in any markup. "是" and "否" are no such pair, because they answer a question. */
export const isJudgementPair = (options: readonly string[]): boolean =>
  options.length === 2 &&
  new Set(options.flatMap((option) => (isAnswerWord(getOptionWord(option)) ? [] : (parseJudgement(getOptionWord(option)) ?? [])))).size ===
    2;

/**
 * Removes the punctuation that separates options written as one sentence: "停电；", "验电；", "接地。". ASCII signs are removed only if the last option ends
 * with a full stop, because code ends with such signs too: "int a;", "int b;".
 */
export function removeOptionPunctuation(options: readonly string[]): readonly string[] {
  const last = options.at(-1) ?? '';
  const parted = /[.。]\s{0,9}(?:<\/\w{1,10}>){0,9}$/.test(last) ? partedByAny : partedInChinese;
  const isRow = options.length > 1 && options.slice(0, -1).every((option) => parted.test(option));
  return isRow ? options.map((option) => option.replace(ended, '$1')) : options;
}
const partedByAny = /[;；,，、]\s{0,9}(?:<\/\w{1,10}>){0,9}$/;
const partedInChinese = /[；，、]\s{0,9}(?:<\/\w{1,10}>){0,9}$/;
const ended = /[;；,，、。]\s{0,9}((?:<\/\w{1,10}>){0,9})$/;

/**
 * Reads a letter as the answer to a judgement: the meaning of the option with that letter. If there are no options, A means right, and the answer is
 * reported as doubtful.
 */
export function readJudgementLetter(
  options: readonly string[],
  answer: string,
): { readonly answer: string; readonly isDoubtful: boolean; readonly isReworded: boolean } {
  const isReworded = options.some((option) => isAnswerWord(getOptionWord(option)));
  const letter = /^[AB]$/i.exec(answer.normalize('NFKC').trim())?.[0].toUpperCase();
  if (letter === undefined) return { answer, isDoubtful: false, isReworded };
  const filled = options.filter((option) => option !== '');
  const word = getOptionWord(filled[letter.charCodeAt(0) - 65] ?? '');
  if (parseJudgement(word) !== undefined) return { answer: word, isDoubtful: false, isReworded };
  return filled.length > 0
    ? { answer, isDoubtful: false, isReworded }
    : { answer: letter === 'A' ? '对' : '错', isDoubtful: true, isReworded };
}
