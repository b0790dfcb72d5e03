import { sectionType } from '../../../../sync/contract/codes.ts';
import { stemWithMaterial } from '../../../../sync/contract/question-body.ts';
import type { BlankRule, QuestionBody } from '../../../../sync/contract/question.ts';
import { textOfHtml } from '../question-markup.ts';
import { withExtra } from './extra-comment.ts';
import { escapeGift } from './gift-escape.ts';
import { readGiftText } from './gift-read.ts';
import type { PicturesByUrl } from './question-format.ts';
import { countBlanks, texOfDollars } from './plain-html.ts';

/** Questions as GIFT. What GIFT can't say (several blanks, rubrics, filing) stands in a comment before its question. */
export function writeGift(questions: readonly QuestionBody[], pictures: PicturesByUrl = new Map()): string {
  let category = '';
  const parts = questions.map((question, at) => {
    const heading =
      question.category === category ? '' : `$CATEGORY: $course$/top${question.category === '' ? '' : `/${question.category}`}\n\n`;
    category = question.category;
    return `${heading}${withinText(giftOf(question, at + 1), pictures)}`;
  });
  return `${parts.join('\n\n')}\n`;
}

/** GIFT is text alone: pictures stand in it as addresses that hold them. */
const withinText = (text: string, pictures: PicturesByUrl): string => {
  const dataOf = (url: string): string | undefined => {
    const picture = pictures.get(url);
    return picture && `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  };
  // In a question with GIFT's escapes, in the comment before it with those of JSON.
  return text
    .replace(/src\\="(\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5})"/g, (whole, url: string) => {
      const data = dataOf(url);
      return data === undefined ? whole : `src\\="${escapeGift(data)}"`;
    })
    .replace(/src=\\"(\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5})\\"/g, (whole, url: string) => {
      const data = dataOf(url);
      return data === undefined ? whole : `src=\\"${data}\\"`;
    });
};

const html = (text: string): string => escapeGift(texOfDollars(text));
const blankSpan = /<span data-blank="\d+"><\/span>/g;

function giftOf(question: QuestionBody, number: number): string {
  const title = `::${escapeGift(
    `${number} ${textOfHtml(question.stem)
      .replace(/[\u0000-\u001f]/g, '')
      .slice(0, 30)}`,
  )}::`;
  const body = bodyOf(question);
  const category = question.category === '' ? '' : `$CATEGORY: ${question.category}\n`;
  return withExtra(
    question,
    (comment) => `${comment === '' ? '' : `// ${comment}\n`}${tagsOf(question)}${title}[html]${body}`,
    (written) => readGiftText(category + written)[0],
  );
}

/** Tags as Moodle has them; one with a sign that they can't hold is told by our own comment. */
const tagsOf = ({ tags }: QuestionBody): string =>
  tags.length === 0 || tags.some((tag) => /[<>`[\]\\\u0000-\u001f]/.test(tag)) ? '' : `// ${tags.map((tag) => `[tag:${tag}]`).join(' ')}\n`;

function bodyOf(question: QuestionBody): string {
  const { key } = question;
  const general = question.analysis === '' ? '' : `####${html(question.analysis)}`;
  const asked = stemWithMaterial(question);
  const stem = html(asked.replace(blankSpan, '____'));
  if (key.kind === 'rubric') return `${stem}{${general}}`;
  if (key.kind === 'blanks') {
    const rule = nativeBlank(asked, key.blanks);
    if (rule === undefined) return `${stem}{${general}}`;
    const [before = '', after = ''] = texOfDollars(asked).split(blankSpan);
    // Behind the braces two strokes would begin a comment.
    return `${escapeGift(before)}{${rule}${general}}${escapeGift(after.replace(/^(\s*)\/\//, '$1&#47;/'))}`;
  }
  if (question.type === sectionType.judgement) return `${stem}{${key.right[0] === 'T' ? 'TRUE' : 'FALSE'}${general}}`;
  // No empty line: it would end the question.
  return `${stem}{\n${optionsOf(question, key.right)}${general === '' ? '' : `${general}\n`}}`;
}

function optionsOf(question: QuestionBody, right: readonly string[]): string {
  const share = Number((100 / right.length).toFixed(5));
  return question.options
    .map(({ id, html: text }) => {
      const good = right.includes(id);
      const sign = question.type === sectionType.single ? (good ? '=' : '~') : good ? `~%${share}%` : '~%-100%';
      // What begins like a weight is none.
      return `  ${sign}${html(text).replace(/^%/, '&#37;')}\n`;
    })
    .join('');
}

/** One blank, the only kind GIFT knows. */
function nativeBlank(stem: string, [rule, ...more]: readonly BlankRule[]): string | undefined {
  if (rule === undefined || more.length > 0 || countBlanks(stem) !== 1) return undefined;
  if (rule.mode === 'number') return `#${decimal(rule.value)}:${decimal(rule.tolerance)}`;
  if (!rule.anyOf.every(isSayable)) return undefined;
  return rule.anyOf.map((one) => `=${one.startsWith('%') ? '%100%' : ''}${escapeGift(one)}`).join(' ');
}

/** GIFT knows no powers of ten. */
const decimal = (value: number): string => value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 100 });

/** An arrow would make pairs of answers, a format's name in front would be taken for one: neither has an escape. */
export const isSayable = (answer: string): boolean => !answer.includes('->') && !/^\s*\[(?:html|moodle|plain|markdown)\]/i.test(answer);
