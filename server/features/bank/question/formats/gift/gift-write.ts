import { sectionType } from '../../../../../../sync/contract/codes.ts';
import { combineStemAndMaterial } from '../../../../../../sync/contract/bank/question-body.ts';
import type { BlankRule, QuestionBody } from '../../../../../../sync/contract/bank/question.ts';
import { toTextFromHtml } from '../../question-markup.ts';
import { writeWithComment } from '../extra-comment.ts';
import { listPairs, optionHtml } from '../matching-text.ts';
import { escapeGift } from './gift-answer.ts';
import { readGiftText } from './gift-read.ts';
import type { PicturesByUrl } from '../question-format.ts';
import { countBlanks, toTexFormulas } from '../text/plain-html.ts';

/**
 * Writes questions as GIFT, a text format of Moodle. Anything that GIFT cannot express (several blanks, rubrics, profession and points) goes to a
 * comment before the question, which our import reads.
 */
export function writeGift(questions: readonly QuestionBody[], pictures: PicturesByUrl = new Map()): string {
  let category = '';
  const parts = questions.map((question, at) => {
    const heading =
      question.category === category ? '' : `$CATEGORY: $course$/top${question.category === '' ? '' : `/${question.category}`}\n\n`;
    category = question.category;
    return `${heading}${embedPictures(writeGiftQuestion(question, at + 1), pictures)}`;
  });
  return `${parts.join('\n\n')}\n`;
}

/** Replaces the addresses of pictures by their data, because a GIFT file holds only text. */
const embedPictures = (text: string, pictures: PicturesByUrl): string => {
  const toDataUrl = (url: string): string | undefined => {
    const picture = pictures.get(url);
    return picture && `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  };
  // A picture's address is escaped by GIFT's rules within a question, and by JSON's rules in the comment that our export writes before it.
  return text
    .replace(/src\\="(\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5})"/g, (whole, url: string) => {
      const data = toDataUrl(url);
      return data === undefined ? whole : `src\\="${escapeGift(data)}"`;
    })
    .replace(/src=\\"(\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5})\\"/g, (whole, url: string) => {
      const data = toDataUrl(url);
      return data === undefined ? whole : `src=\\"${data}\\"`;
    });
};

const toGiftHtml = (text: string): string => escapeGift(toTexFormulas(text));
const blankSpan = /<span data-blank="\d+"><\/span>/g;

function writeGiftQuestion(question: QuestionBody, number: number): string {
  const title = `::${escapeGift(
    `${number} ${toTextFromHtml(question.stem)
      .replace(/[\u0000-\u001f]/g, '')
      .slice(0, 30)}`,
  )}::`;
  const body = writeBody(question);
  const category = question.category === '' ? '' : `$CATEGORY: ${question.category}\n`;
  return writeWithComment(
    question,
    (comment) => `${comment === '' ? '' : `// ${comment}\n`}${formatTags(question)}${title}[html]${body}`,
    (written) => readGiftText(category + written)[0],
  );
}

/** Writes tags in Moodle's notation. If this notation cannot express a tag, all tags go to the comment that only our import reads. */
const formatTags = ({ tags }: QuestionBody): string =>
  tags.length === 0 || tags.some((tag) => /[<>`[\]\\\u0000-\u001f]/.test(tag)) ? '' : `// ${tags.map((tag) => `[tag:${tag}]`).join(' ')}\n`;

function writeBody(question: QuestionBody): string {
  const { key } = question;
  const general = question.analysis === '' ? '' : `####${toGiftHtml(question.analysis)}`;
  const fullStem = combineStemAndMaterial(question);
  const stem = toGiftHtml(fullStem.replace(blankSpan, '____'));
  if (key.kind === 'rubric') return `${stem}{${general}}`;
  if (key.kind === 'blanks') {
    const rule = writeBlank(fullStem, key.blanks);
    if (rule === undefined) return `${stem}{${general}}`;
    const [before = '', after = ''] = toTexFormulas(fullStem).split(blankSpan);
    // Two slashes right after the braces would begin a comment.
    return `${escapeGift(before)}{${rule}${general}}${escapeGift(after.replace(/^(\s*)\/\//, '$1&#47;/'))}`;
  }
  if (question.type === sectionType.judgement) return `${stem}{${key.right[0] === 'T' ? 'TRUE' : 'FALSE'}${general}}`;
  if (key.kind === 'order')
    return `${stem}{>${key.right.length} ALL VERTICAL ALL_OR_NOTHING SHOW none\n${key.right
      .map((id) => `${toGiftHtml(optionHtml(question, id))}\n`)
      .join('')}${general === '' ? '' : `${general}\n`}}`;
  if (key.kind === 'match')
    return `${stem}{\n${listPairs(question)
      .map(({ left, right }) => `  =${toGiftHtml(left)} -> ${toGiftHtml(right)}\n`)
      .join('')}${general === '' ? '' : `${general}\n`}}`;
  // An empty line would end the question.
  return `${stem}{\n${writeOptions(question, key.right)}${general === '' ? '' : `${general}\n`}}`;
}

function writeOptions(question: QuestionBody, rightIds: readonly string[]): string {
  const share = Number((100 / rightIds.length).toFixed(5));
  return question.options
    .map(({ id, html: text }) => {
      const isRight = rightIds.includes(id);
      const sign = question.type === sectionType.single ? (isRight ? '=' : '~') : isRight ? `~%${share}%` : '~%-100%';
      // A leading percent sign would be read as a weight.
      return `  ${sign}${toGiftHtml(text).replace(/^%/, '&#37;')}\n`;
    })
    .join('');
}

/** Writes a single blank, the only kind that GIFT supports; returns undefined for any other question. */
function writeBlank(stem: string, [rule, ...more]: readonly BlankRule[]): string | undefined {
  if (rule === undefined || more.length > 0 || countBlanks(stem) !== 1) return undefined;
  if (rule.mode === 'number') return `#${formatDecimal(rule.value)}:${formatDecimal(rule.tolerance)}`;
  if (!rule.anyOf.every(isExpressibleInGift)) return undefined;
  return rule.anyOf.map((one) => `=${one.startsWith('%') ? '%100%' : ''}${escapeGift(one)}`).join(' ');
}

/** Formats a number without an exponent, which GIFT does not support. */
const formatDecimal = (value: number): string => value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 100 });

/**
 * Checks that GIFT can express an answer. An arrow would make matching pairs, and a leading "[html]" would set the format of the text. Neither can be
 * escaped.
 */
export const isExpressibleInGift = (answer: string): boolean =>
  !answer.includes('->') && !/^\s*\[(?:html|moodle|plain|markdown)\]/i.test(answer);
