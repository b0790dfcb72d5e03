import type { QuestionDraft } from '../../../../sync/contract/question-file.ts';
import { textOfHtml } from '../question-markup.ts';
import { judgementOf, lettersOf } from './answer-text.ts';
import { typeNameOfWord } from './draft-words.ts';
import { formatMessages as messages } from './format-messages.ts';
import { countBlanks, withBlanks } from './plain-html.ts';
import type { FoundQuestion, Remark } from './question-format.ts';

export interface Paragraph {
  readonly html: string;
  readonly isTable: boolean;
}

type Field = 'stem' | 'answer' | 'analysis' | 'items' | 'veto' | 'difficulty' | 'category' | 'tags' | 'source' | 'scoreHint';
interface Open {
  readonly row: number;
  readonly number: string;
  readonly typeWord: string;
  readonly fields: Map<Field, string[]>;
  readonly options: string[];
  into: Field | 'option';
}

const start = /^\s*(?:第\s*(\d{1,4})\s*题\s*[.．、:：]?|(\d{1,4})\s*[.．、](?!\d)|[(（]\s*(\d{1,4})\s*[)）])\s*/;
const heading = /^\s*(?:第?[一二三四五六七八九十]+(?:部分|大题)?\s*[、.．:：]|[IVX]+\s*[.、])\s*([^（(，。:：\d]{2,12})/;
const option = /^\s*[(（]?\s*([A-HＡ-Ｈ])\s*[)）.．、:：]\s*/;
const labels: readonly (readonly [Field, RegExp])[] = [
  ['answer', /^\s*[【[]?\s*(?:参考|正确|标准)?答案\s*[】\]]?\s*[:：]?\s*/],
  ['analysis', /^\s*[【[]?\s*(?:答案)?(?:解析|分析|详解)\s*(?:[】\]]\s*[:：]?|[:：])\s*/],
  ['items', /^\s*[【[]?\s*评分(?:点|标准|要点)\s*(?:[】\]]\s*[:：]?|[:：])\s*/],
  ['veto', /^\s*[【[]?\s*否决项\s*(?:[】\]]\s*[:：]?|[:：])\s*/],
  ['difficulty', /^\s*[【[]?\s*难度\s*(?:[】\]]\s*[:：]?|[:：])\s*/],
  ['category', /^\s*[【[]?\s*(?:分类|知识点)\s*(?:[】\]]\s*[:：]?|[:：])\s*/],
  ['tags', /^\s*[【[]?\s*标签\s*(?:[】\]]\s*[:：]?|[:：])\s*/],
  ['source', /^\s*[【[]?\s*来源\s*(?:[】\]]\s*[:：]?|[:：])\s*/],
  ['scoreHint', /^\s*[【[]?\s*分值\s*(?:[】\]]\s*[:：]?|[:：])\s*/],
];

/** Paragraphs of a document, in order → questions; `outside`: how many belong to none. */
export function questionsOfParagraphs(paragraphs: readonly Paragraph[]): { readonly questions: FoundQuestion[]; readonly outside: number } {
  const questions: FoundQuestion[] = [];
  let open: Open | undefined;
  let typeWord = '';
  let outside = 0;
  const end = () => {
    if (open) questions.push(settle(open));
    open = undefined;
  };
  for (const [at, { html, isTable }] of paragraphs.entries()) {
    const text = textOfHtml(html);
    if (text === '' && !html.includes('<img') && !isTable) continue;
    const section = isTable ? null : heading.exec(text);
    const named = section && typeOfHeading(section[1] ?? '');
    if (named) {
      end();
      typeWord = named;
      continue;
    }
    const begins = isTable ? null : start.exec(text);
    if (begins) {
      end();
      open = { row: at + 1, number: begins[1] ?? begins[2] ?? begins[3] ?? '', typeWord, fields: new Map(), options: [], into: 'stem' };
      take(open, strip(html, start));
    } else if (open) take(open, html);
    else outside += 1;
  }
  end();
  return { questions, outside };
}

const typeOfHeading = (words: string): string | undefined =>
  typeNameOfWord(words.trim()) ??
  ['单选', '多选', '单项选择', '多项选择', '不定项', '判断', '填空', '简答', '问答', '论述', '实操', '答辩', '评审']
    .map((word) => (words.includes(word) ? headingTypes[word] : undefined))
    .find((found) => found !== undefined);
const headingTypes: Readonly<Record<string, string>> = {
  单选: 'single',
  单项选择: 'single',
  多选: 'multiple',
  多项选择: 'multiple',
  不定项: 'multiple',
  判断: 'judgement',
  填空: 'fillIn',
  简答: 'questionAnswer',
  问答: 'questionAnswer',
  论述: 'questionAnswer',
  实操: 'practical',
  答辩: 'thesisDefence',
  评审: 'comprehensiveReview',
};

/** A mark at the start of a paragraph goes, in whatever tags it stands. */
function strip(html: string, mark: RegExp): string {
  const length = mark.exec(plainOf(html))?.[0].length ?? 0;
  let left = length;
  let at = 0;
  let kept = '';
  while (at < html.length && left > 0) {
    const tag = /^<[^>]*>/.exec(html.slice(at));
    const entity = /^&[a-z#0-9]+;/.exec(html.slice(at));
    if (tag) kept += tag[0];
    else left -= 1;
    at += tag?.[0].length ?? entity?.[0].length ?? 1;
  }
  return (kept + html.slice(at)).replace(/<(strong|em|b|i|u|s)><\/\1>/g, '').trim();
}
const plainOf = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/&[a-z#0-9]+;/g, '\u0001');

function take(open: Open, html: string): void {
  const text = plainOf(html);
  for (const [field, mark] of labels) {
    if (!mark.test(text)) continue;
    open.into = field;
    push(open, strip(html, mark));
    return;
  }
  const letter = option.exec(text)?.[1]?.normalize('NFKC');
  if (letter !== undefined && letter.charCodeAt(0) - 65 === open.options.length && (open.into === 'stem' || open.into === 'option')) {
    open.into = 'option';
    // Several options on a line: each next letter after a space.
    let rest = strip(html, option);
    for (;;) {
      const next = String.fromCharCode(65 + open.options.length + 1);
      const cut = new RegExp(`(?:\\s|&nbsp;|\\u3000|\\u00a0|[;；])+[(（]?${next}\\s*[)）.．、:：]\\s*`).exec(rest);
      if (!cut) break;
      open.options.push(rest.slice(0, cut.index).trim());
      rest = rest.slice(cut.index + cut[0].length);
    }
    open.options.push(rest.trim());
    return;
  }
  push(open, html);
}

function push(open: Open, html: string): void {
  if (open.into === 'option') open.options.push(`${open.options.pop() ?? ''}<br>${html}`);
  else open.fields.set(open.into, [...(open.fields.get(open.into) ?? []), html]);
}

function settle(open: Open): FoundQuestion {
  const warnings: Remark[] = [];
  const lines = (field: Field): string =>
    (open.fields.get(field) ?? [])
      .map((html) => textOfHtml(html))
      .filter((text) => text !== '')
      .join('\n');
  const rich = (field: Field): string =>
    (open.fields.get(field) ?? [])
      .filter((html) => html !== '')
      .join('<br>')
      .replace(/<\/table><br>/g, '</table>');
  let stem = rich('stem');
  let answer = lines('answer');
  let { typeWord } = open;
  const tagged = /^\s*[【[(（]\s*([^】\])）]{2,6}?)\s*[】\])）]\s*/.exec(plainOf(stem));
  const own = tagged && typeNameOfWord(tagged[1] ?? '');
  if (tagged && own) {
    typeWord = own;
    stem = strip(stem, /^\s*[【[(（]\s*[^】\])）]{2,6}?\s*[】\])）]\s*/);
  }
  if (answer === '') {
    // The answer written into the bracket of the stem: "……是（ B ）。"
    const inside = /[(（](?:\s|&nbsp;|\u3000)*([A-H]{1,8}|√|×|对|错)(?:\s|&nbsp;|\u3000)*[)）]/.exec(stem);
    if (inside) {
      answer = inside[1] ?? '';
      stem = stem.replace(inside[0], '（　　）');
    }
  }
  const type = typeWord === '' ? guess(open.options.length, answer, stem) : typeWord;
  if (stem.includes('⟦') || open.options.some((one) => one.includes('⟦'))) warnings.push({ field: 'stem', reason: messages.wordFormula() });
  const rubric = ['questionAnswer', 'practical', 'thesisDefence', 'comprehensiveReview'].includes(type);
  const stemHtml = type === 'fillIn' ? withBlanks(stem) : stem;
  const draft: Partial<QuestionDraft> = {
    type,
    stem: stemHtml,
    options: open.options,
    answer: rubric ? '' : type === 'fillIn' ? blankLines(answer, countBlanks(stemHtml)) : answer,
    reference: rubric ? rich('answer') : '',
    items: lines('items'),
    veto: lines('veto'),
    analysis: rich('analysis'),
    difficulty: lines('difficulty'),
    category: lines('category'),
    tags: lines('tags'),
    source: lines('source'),
    scoreHint: lines('scoreHint').replace(/\s*分$/, ''),
  };
  return { row: open.row, place: `第 ${open.number} 题`, draft, faults: [], warnings };
}

function guess(options: number, answer: string, stem: string): string {
  if (options >= 2) return (lettersOf(answer)?.length ?? 0) > 1 ? 'multiple' : 'single';
  if (judgementOf(answer) && !/^\d/.test(answer)) return 'judgement';
  return /_{3,}/.test(stem) && answer !== '' ? 'fillIn' : 'questionAnswer';
}

/** "正极；负极" for two blanks, and for one blank the whole. */
const blankLines = (answer: string, count: number): string =>
  count <= 1 || answer.includes('\n')
    ? answer
    : answer
        .split(/[;；]|\s{2,}/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join('\n');
