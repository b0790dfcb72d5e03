import { splitLeftItems } from '../../../../../sync/domain/papers/left-items.ts';
import type { QuestionBody } from '../../../../../sync/contract/bank/question-body.ts';
import type { ImportedQuestionDraft } from '../../../../../sync/contract/bank/question-file.ts';
import { isEmptyHtml } from './text/clean-html.ts';
import { getOptionLetter } from './text/foreign-words.ts';
import { toHtmlFromPlain, toPlainFromHtml } from './text/plain-html.ts';

/**
 * Checks whether HTML contains audio, video or an embedded object. Such elements stay in the text until the importer has warned that it cannot import
 * them.
 */
const hasMedia = (html: string): boolean => /<(?:audio|video|source|embed|object)\b/i.test(html);

/**
 * Formats the left items of a matching question for one cell of our spreadsheet: one item per line, as plain text, or as HTML behind `[html]` if
 * plain text would lose something.
 */
export const formatLeftItems = (items: readonly string[]): string =>
  items
    .map((html) => {
      const text = toPlainFromHtml(html, false);
      return text.includes('\n') || hasMedia(html) ? `[html]${html.replaceAll('\n', '&#10;')}` : text;
    })
    .join('\n');

/** Parses the text of `formatLeftItems` and returns the left items as HTML. */
export const parseLeftItems = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .map((line) => toHtmlFromPlain(line.trim(), false));

/** Reads the answer of a matching question: "BAD", or with the numbers of the left items, "1-B 2-A". Returns undefined for any other text. */
export function parsePairs(answer: string): string[] | undefined {
  const text = answer.normalize('NFKC').toUpperCase();
  const letters = text.replace(/[\s,;.、，；。:()（）]/g, '');
  if (/^[A-H]+$/.test(letters)) return [...letters];
  const pairs = [...text.matchAll(/([1-8])[\s.、:：\-–—=→>]{0,6}([A-H])/g)];
  const rest = text.replace(/([1-8])[\s.、:：\-–—=→>]{0,6}([A-H])/g, '').replace(/[\s,;.、，；。()（）]/g, '');
  const sortedPairs = pairs.toSorted(([, one], [, two]) => Number(one) - Number(two));
  return rest === '' && sortedPairs.every(([, number], at) => Number(number) === at + 1)
    ? sortedPairs.map(([, , letter = '']) => letter)
    : undefined;
}

/**
 * Converts the pairs (HTML) of a matching question from another system to a draft. Equal right sides become one option. A pair without a left side
 * becomes an option that fits no left item.
 */
export function toMatchingDraft(pairs: readonly { readonly left: string; readonly right: string }[]): Partial<ImportedQuestionDraft> {
  const options = [...new Set(pairs.map(({ right }) => right))];
  const pairsWithLeft = pairs.filter(({ left }) => !isEmptyHtml(left) || hasMedia(left));
  return {
    type: 'matching',
    left: formatLeftItems(pairsWithLeft.map(({ left }) => left)),
    options,
    answer: pairsWithLeft.map(({ right }) => getOptionLetter(options.indexOf(right))).join(''),
  };
}

/** Returns the HTML of the option with this id; '' if the question has none. */
export const optionHtml = ({ options }: Pick<QuestionBody, 'options'>, id: string): string =>
  options.find((option) => option.id === id)?.html ?? '';

/** Lists the pairs of a matching question as HTML, then the options that fit no left item, with an empty left side. */
export function listPairs(question: Pick<QuestionBody, 'options' | 'key'>): { readonly left: string; readonly right: string }[] {
  const rightIds = question.key.kind === 'match' ? question.key.right : [];
  const { left: leftItems, options } = splitLeftItems(question.options);
  return [
    ...leftItems.map((item, at) => ({ left: item.html, right: optionHtml(question, rightIds[at] ?? '') })),
    ...options.filter(({ id }) => !rightIds.includes(id)).map(({ html }) => ({ left: '', right: html })),
  ];
}

/** Converts the items (HTML) of an ordering question from another system, given in their right order, to a draft. */
export const toOrderingDraft = (items: readonly string[]): Partial<ImportedQuestionDraft> => ({
  type: 'ordering',
  options: [...items],
  answer: items.map((_, at) => getOptionLetter(at)).join(''),
});
