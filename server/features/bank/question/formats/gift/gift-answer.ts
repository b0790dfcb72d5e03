import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { formatBlanks, formatNumberTolerance } from '../answer-text.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { toMatchingDraft, toOrderingDraft } from '../matching-text.ts';
import type { FormatRemark } from '../question-format.ts';
import { joinAnalysis, toHtmlFromForeign, getOptionLetter } from '../text/foreign-words.ts';

/** Answer between the braces of a GIFT question. Its texts still contain their escapes. */
export interface GiftAnswer {
  readonly draft: Partial<ImportedQuestionDraft>;
  /** Meaning of the braces in their sentence: a blank to fill in, a gap of a choice question, or nothing. */
  readonly gap: 'blank' | 'words' | 'none';
  readonly faults: readonly FormatRemark[];
  readonly warnings: readonly FormatRemark[];
}

type AddGiftWarning = (field: string, reason: FormatRemark['reason']) => void;

interface Choice {
  readonly right: boolean;
  readonly weight: number | undefined;
  readonly text: string;
  readonly feedback: string;
}

/**
 * Control characters of GIFT. While a file is parsed, an escaped one is replaced by a character of the private use area, so that it does not split
 * the text.
 */
const signs = '\\~=#{}:';
const first = 0xe100;

/** Hides escaped characters. `\n` is a line break; a backslash before any other character is a literal backslash. */
export const maskEscapes = (text: string): string =>
  text.replace(/\\([\\~=#{}:n])/g, (_, sign: string) => (sign === 'n' ? '\ue1ff' : String.fromCharCode(first + signs.indexOf(sign))));

export const unescapeGift = (text: string): string =>
  text.replace(/[\ue100-\ue106\ue1ff]/g, (hidden) => (hidden === '\ue1ff' ? '\n' : (signs[hidden.charCodeAt(0) - first] ?? '')));

export const escapeGift = (text: string): string => text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\r\n|\n|\r/g, '\\n');

export function readGiftAnswer(block: string, format: string): GiftAnswer {
  const warnings: FormatRemark[] = [];
  const warn: AddGiftWarning = (field, reason) => void warnings.push({ field, reason });
  const toHtml = (text: string): string => {
    const own = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text);
    return toHtmlFromForeign(unescapeGift(own ? text.slice(own[0].length) : text), own?.[1]?.toLowerCase() ?? format);
  };
  const [body = '', general = ''] = cut(block, '####');
  const content = body.trim();
  const finish = (
    draft: Partial<ImportedQuestionDraft>,
    gap: GiftAnswer['gap'],
    optionFeedback: { name: string; html: string }[] = [],
  ): GiftAnswer => {
    if (optionFeedback.some((one) => one.html !== '')) warn('analysis', messages.feedbackMoved());
    return { draft: { ...draft, analysis: joinAnalysis(toHtml(general), optionFeedback) }, gap, faults: [], warnings };
  };

  // Moodle's ordering questions: "{>7 RELATIVE …", then the items in their right order, one on each line.
  if (content.startsWith('>')) {
    const [head = '', ...items] = content.split('\n').filter((line) => line.trim() !== '');
    if (/RANDOM|CONTIGUOUS/.test(head)) warn('options', messages.orderSubset());
    if (!head.includes('ALL_OR_NOTHING')) warn('answer', messages.orderWhole());
    return finish(toOrderingDraft(items.map(toHtml)), 'none');
  }
  if (content === '') return finish({ type: 'questionAnswer' }, 'none');
  if (content.startsWith('#')) {
    const { answer, feedback } = readNumbers(content.slice(1).trim(), warn);
    return finish(
      { type: 'fillIn', answer },
      'blank',
      feedback.map((text) => ({ name: '', html: toHtml(text) })),
    );
  }
  const [word = '', wrongSaid = '', rightSaid = ''] = content.split('#');
  if (/^(?:t|true|f|false)$/i.test(word.trim())) {
    const isTrue = /^t/i.test(word.trim());
    return finish({ type: 'judgement', answer: isTrue ? '对' : '错' }, 'none', [
      { name: isTrue ? '错' : '对', html: toHtml(wrongSaid) },
      { name: isTrue ? '对' : '错', html: toHtml(rightSaid) },
    ]);
  }
  const choices = readChoices(content, warn);
  if (/^\s*=/.test(content) && choices.every((choice) => choice.right && choice.text.includes('->')))
    return finish(readPairs(choices, toHtml), 'none');
  if (choices.every((choice) => choice.right))
    return finish(
      { type: 'fillIn', answer: readShortAnswer(choices, warn) },
      'blank',
      choices.map((choice) => ({ name: unescapeGift(choice.text).trim(), html: toHtml(choice.feedback) })),
    );
  const { type, right } = readRightChoices(choices, warn);
  return finish(
    { type, options: choices.map((choice) => toHtml(choice.text)), answer: right.map(getOptionLetter).join('') },
    'words',
    choices.map((choice, at) => ({ name: getOptionLetter(at), html: toHtml(choice.feedback) })),
  );
}

const isFull = ({ weight }: Choice): boolean => weight === undefined || weight >= 100;

const cut = (text: string, at: string): string[] => {
  const found = text.indexOf(at);
  return found < 0 ? [text] : [text.slice(0, found), text.slice(found + at.length)];
};

/** Reads the pairs of a matching question, "=left -> right" each. */
const readPairs = (choices: readonly Choice[], toHtml: (text: string) => string): Partial<ImportedQuestionDraft> =>
  toMatchingDraft(
    choices.map(({ text }) => {
      const [left = '', right = ''] = cut(text, '->');
      return { left: toHtml(left), right: toHtml(right) };
    }),
  );

/** Returns the rule of a blank that accepts every answer with full credit; warns about answers with partial credit and about wildcards. */
function readShortAnswer(choices: readonly Choice[], warn: AddGiftWarning): string {
  for (const choice of choices)
    if (!isFull(choice)) warn('answer', messages.partialCredit(`${choice.weight}% ${unescapeGift(choice.text)}`));
  const anyOf = [...new Set(choices.filter(isFull).map((choice) => unescapeGift(choice.text).trim()))].filter((text) => text !== '');
  for (const text of anyOf) if (text.includes('*')) warn('answer', messages.wildcard(text));
  return anyOf.length === 0 ? '' : formatBlanks([{ mode: 'text', anyOf, ignoreCase: true, ignoreWidth: true }]);
}

function readChoices(content: string, warn: AddGiftWarning): Choice[] {
  if (!/^[=~]/.test(content)) return [parseChoice(true, content, warn)];
  return [...content.matchAll(/([=~])([^=~]*)/g)].map(([, sign, text = '']) => parseChoice(sign === '=', text, warn));
}

function parseChoice(right: boolean, given: string, warn: AddGiftWarning): Choice {
  const [text = '', feedback = ''] = cut(given, '#');
  const found = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(text);
  if (text.trimStart().startsWith('%') && !found) warn('answer', messages.partialCredit(text.trim().slice(0, 20)));
  return { right, weight: found ? Number(found[1]) : undefined, text: (found ? text.slice(found[0].length) : text).trim(), feedback };
}

/** Returns whether the choices marked with `=` and `~`, with or without weights, make a single or a multiple choice, and which are right. */
export function readRightChoices(
  choices: readonly { readonly right: boolean; readonly weight: number | undefined }[],
  warn: AddGiftWarning,
): { readonly type: 'single' | 'multiple'; readonly right: readonly number[] } {
  const findIndexes = (test: (choice: (typeof choices)[number]) => boolean) =>
    choices.flatMap((choice, index) => (test(choice) ? [index] : []));
  const markedIndexes = findIndexes((choice) => choice.right);
  if (markedIndexes.length > 0) {
    for (const choice of choices)
      if (!choice.right && (choice.weight ?? 0) !== 0) warn('answer', messages.partialCredit(`${choice.weight}%`));
    if (markedIndexes.length > 1) warn('answer', messages.severalRight());
    return { type: markedIndexes.length === 1 ? 'single' : 'multiple', right: markedIndexes };
  }
  const rightIndexes = findIndexes((choice) => (choice.weight ?? 0) > 0);
  const weights = rightIndexes.map((index) => choices[index]?.weight ?? 0);
  if (weights.some((weight) => Math.abs(weight - (weights[0] ?? 0)) > 0.1)) warn('answer', messages.penaltyWeights());
  return { type: 'multiple', right: rightIndexes };
}

/** Reads "1822:5", "3.141..3.142", or several numbers with weights; the first number with full credit is used. */
function readNumbers(content: string, warn: AddGiftWarning): { answer: string; feedback: string[] } {
  const choices = /^[=~]/.test(content) ? readChoices(content, warn) : [parseChoice(true, content, warn)];
  const full = choices.filter(isFull);
  for (const choice of choices)
    if (!isFull(choice) && choice.weight !== 0) warn('answer', messages.partialCredit(`${choice.weight}% ${unescapeGift(choice.text)}`));
  if (full.length > 1) warn('answer', messages.severalNumbers());
  return { answer: full[0] ? formatNumberTolerance(unescapeGift(full[0].text)) : '', feedback: choices.map((choice) => choice.feedback) };
}
