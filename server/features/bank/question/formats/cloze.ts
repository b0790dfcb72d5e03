import type { BlankRule } from '../../../../../sync/contract/bank/question.ts';
import type { Message } from '../../../../http/handler.ts';
import { unescapeHtml } from '../question-markup.ts';
import { formatBlanks, formatNumberTolerance } from './answer-text.ts';
import { formatMessages as messages } from './format-messages.ts';
import { formatBlankSpan } from './text/plain-html.ts';

/** Start of a gap in Moodle's cloze text: `{1:SHORTANSWER:=Berlin~%50%Bonn#…}`. The gap ends at its closing brace. */
const head = /\{\d{0,6}:([A-Z_]{1,20}):/g;
const brace = /(?:\\[^]|[^\\}])*\}/y;
function replaceGaps(html: string, replaceGap: (whole: string, name: string, content: string) => string): string {
  let outputHtml = '';
  let copiedEnd = 0;
  head.lastIndex = 0;
  for (let match = head.exec(html); match; match = head.exec(html)) {
    brace.lastIndex = head.lastIndex;
    const content = brace.exec(html)?.[0];
    // If this gap has no closing brace, no later gap has one.
    if (content === undefined) break;
    outputHtml += html.slice(copiedEnd, match.index) + replaceGap(match[0] + content, match[1] ?? '', content.slice(0, -1));
    copiedEnd = brace.lastIndex;
    head.lastIndex = copiedEnd;
  }
  return outputHtml + html.slice(copiedEnd);
}
/** Checks whether a text contains a cloze gap. */
export const hasClozeGap = (text: string): boolean => [...text.matchAll(head)].some(([, name = '']) => kinds[name] !== undefined);
const kinds: Readonly<Record<string, 'text' | 'case' | 'number' | 'list'>> = {
  SHORTANSWER: 'text',
  SA: 'text',
  MW: 'text',
  SHORTANSWER_C: 'case',
  SAC: 'case',
  MWC: 'case',
  NUMERICAL: 'number',
  NM: 'number',
  ...Object.fromEntries(
    [
      'MULTICHOICE',
      'MC',
      'MULTICHOICE_V',
      'MCV',
      'MULTICHOICE_H',
      'MCH',
      'MULTICHOICE_S',
      'MCS',
      'MULTICHOICE_VS',
      'MCVS',
      'MULTICHOICE_HS',
      'MCHS',
    ].map((name) => [name, 'list'] as const),
  ),
};

/** Converts cloze gaps to blanks. `answer` has one line for each gap, or is '' if any gap is unreadable. */
export function readCloze(
  html: string,
  warn: (field: string, reason: Message) => void,
): { readonly stem: string; readonly answer: string } {
  const lines: string[] = [];
  const stem = replaceGaps(html, (whole, name, content) => {
    const kind = kinds[name];
    if (kind === undefined) warn('answer', messages.badCloze(whole));
    const at = lines.length;
    lines.push(kind === undefined ? '' : readGapAnswer(content, kind, warn));
    return formatBlankSpan(at + 1);
  });
  // An unreadable gap makes the whole answer empty; `validateDraft` then reports a missing answer.
  return { stem, answer: lines.includes('') ? '' : lines.join('\n') };
}

function readGapAnswer(content: string, kind: 'text' | 'case' | 'number' | 'list', warn: (field: string, reason: Message) => void): string {
  const choices = [...content.matchAll(/(?:^|~)((?:\\[^]|[^\\~])*)/g)].map(([, text = '']) => {
    const [, right, weight, answer = ''] = /^(?:(=)|%(-?\d+(?:\.\d+)?)%)?((?:\\[^]|&#\w{1,6};|[^\\#])*)/.exec(text.trim()) ?? [];
    return {
      credit: right ? 100 : Number(weight ?? 0),
      answer: decodeGapText(answer),
    };
  });
  for (const { credit, answer } of choices) if (credit > 0 && credit < 100) warn('answer', messages.partialCredit(`${credit}% ${answer}`));
  const full = [...new Set(choices.filter(({ credit }) => credit >= 100).map(({ answer }) => answer))].filter((answer) => answer !== '');
  const [first] = full;
  if (first === undefined) return '';
  if (kind === 'list') warn('answer', messages.dropdownGap());
  if (kind === 'number' && full.length > 1) warn('answer', messages.severalNumbers());
  if (kind === 'number') return formatNumberTolerance(first);
  return formatBlanks([{ mode: 'text', anyOf: full, ignoreCase: kind !== 'case', ignoreWidth: true }]);
}

/** Removes the escapes that Moodle's documentation demands; any other backslash is literal. Moodle's importer decodes entities. */
const decodeGapText = (html: string): string =>
  unescapeHtml(
    html
      .replace(/<[^<>]*>/g, '')
      .replace(/\\([}#~/"\\])/g, '$1')
      .replace(/&#(\d{1,6});/g, (whole, code: string) => (Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole)),
  ).trim();

/** Writes blanks as cloze gaps, as far as Moodle can express them. The rest is stored in our XML comment (`extra-comment.ts`). */
export function writeCloze(stem: string, blanks: readonly BlankRule[]): string {
  let at = 0;
  return stem.replace(/<span data-blank="\d+"><\/span>/g, () => {
    const rule = blanks[at++];
    if (rule === undefined) return '____';
    if (rule.mode === 'number') return `{1:NUMERICAL:=${rule.value}:${rule.tolerance}}`;
    const answers = rule.anyOf.map((one) => `=${encodeGapText(one)}`);
    return `{1:SHORTANSWER${rule.ignoreCase ? '' : '_C'}:${answers.join('~')}}`;
  });
}

/**
 * Writes special characters as entities, so that none ends an answer or begins feedback. Moodle decodes every entity, but of escapes only `\}` and
 * `\#`.
 */
const encodeGapText = (answer: string): string => answer.replace(/[&<>"\\}~#$]/g, (sign) => `&#${sign.charCodeAt(0)};`);
