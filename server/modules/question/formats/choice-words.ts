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

/** Two options, whatever markup they stand in, of which one says yes and the other no. */
export const isJudgementPair = (options: readonly string[]): boolean =>
  options.length === 2 && new Set(options.flatMap((option) => judgementOf(wordOfOption(option)) ?? [])).size === 2;

/** The answer of a judgement that is told by a letter: of the option it names; where there are none, A says yes, which is to be looked at. */
export function readJudgement(options: readonly string[], given: string): { readonly answer: string; readonly isDoubtful: boolean } {
  const letter = /^[AB]$/i.exec(given.normalize('NFKC').trim())?.[0].toUpperCase();
  if (letter === undefined) return { answer: given, isDoubtful: false };
  const filled = options.filter((option) => option !== '');
  const word = wordOfOption(filled[letter.charCodeAt(0) - 65] ?? '');
  if (judgementOf(word) !== undefined) return { answer: word, isDoubtful: false };
  return filled.length > 0 ? { answer: given, isDoubtful: false } : { answer: letter === 'A' ? '对' : '错', isDoubtful: true };
}
