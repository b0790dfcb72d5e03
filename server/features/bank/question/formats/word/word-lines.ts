import { toTextFromHtml } from '../../question-markup.ts';
import { findTypeName } from '../draft-words.ts';

/** A paragraph of a Word document. The functions of this file detect whether it is a heading, a question, an option, or an answer. */

export interface Paragraph {
  readonly html: string;
  readonly isTable: boolean;
  /** Level of a heading by its style: 1 to 6. */
  readonly level?: number;
}

export type WordField =
  | 'stem'
  | 'left'
  | 'answer'
  | 'analysis'
  | 'items'
  | 'veto'
  | 'files'
  | 'difficulty'
  | 'uniformity'
  | 'level'
  | 'profId'
  | 'tradeId'
  | 'category'
  | 'tags'
  | 'source'
  | 'scoreHint'
  | 'pointCode';

/** Matches a label such as "答案：" or "【答案】"; the words count only with a colon or brackets. */
const mark = (words: string): RegExp => new RegExp(`^\\s*(?:[【[]\\s*(?:${words})\\s*[】\\]]\\s*[:：]?|(?:${words})\\s*[:：])\\s*`, 'i');
const answerWords = '(?:参考|正确|标准)?答案(?:要点)?|答题要点|解答|答|解|answer|key';
const analysisWords = '(?:答案|试题)?(?:解析|分析|详解|点评)|explanation|analysis';
const labels: readonly (readonly [WordField, RegExp])[] = [
  ['answer', mark(answerWords)],
  // This pattern also accepts "答案 B", which has neither colon nor brackets.
  ['answer', /^\s*(?:参考|正确|标准)?答案\s+(?=[A-Ha-hＡ-Ｈ√×对错正])/],
  ['analysis', mark(analysisWords)],
  ['left', mark('左项|左列|左侧')],
  ['items', mark('评分(?:点|标准|要点|细则)|得分点')],
  ['veto', mark('否决项')],
  ['files', mark('(?:作答)?附件数')],
  ['difficulty', mark('难度(?:系数|等级)?|难易(?:程度|度)')],
  ['uniformity', mark('一致性')],
  ['level', mark('(?:鉴定|职业|技能)?等级')],
  ['profId', mark('职业(?:编号|代码)')],
  ['tradeId', mark('工种(?:编号|代码)')],
  ['pointCode', mark('鉴定点(?:代码|编号)?')],
  ['category', mark('分类|知识点|考点')],
  ['tags', mark('标签')],
  ['source', mark('来源|出处')],
  ['scoreHint', mark('(?:建议|本题)?分值')],
  // A score counts only if a digit follows: "得分：____" is a space for the marker to write on.
  ['scoreHint', /^\s*[【[]?\s{0,3}(?:本题)?(?:分数|得分)\s{0,3}[】\]]?\s{0,3}[:：]\s{0,3}(?=\d)/],
];
export const findWordFieldMark = (text: string): { readonly field: WordField; readonly mark: RegExp } | undefined => {
  const found = labels.find(([, each]) => each.test(text));
  return found && { field: found[0], mark: found[1] };
};

/** Splits a line that holds several parts: "【答案】B【解析】因为", "D. 丁  答案：C". */
export function splitLabelledLine(html: string): string[] {
  const cuts = [...getPlainLine(html).matchAll(labelWithin)].map(({ index }) => index);
  const parts =
    cuts.length === 0 ? [] : splitHtmlAt(html, cuts).filter((part) => getPlainLine(part).trim() !== '' || part.includes('<img'));
  return parts.length === 0 ? [html] : parts;
}
const labelWithin =
  /(?=[【]\s{0,9}(?:(?:参考|正确|标准)?答案|(?:答案)?解析|分析|详解|点评|难度|难易程度|一致性|等级|鉴定点|知识点|考点|分值|分数|得分|来源|标签|评分标准|评分点)\s{0,9}[】])|(?<=[\s;；。])(?=(?:参考|正确|标准)?答案\s{0,9}[:：]|(?:答案)?(?:解析|分析|详解)\s{0,9}[:：]|(?:难度|难易程度|分值|分数|得分)\s{0,9}[:：])/g;

/** Cuts a line at positions in its `getPlainLine` text. Tags that are open at a cut are closed before it and opened again behind it. */
export function splitHtmlAt(html: string, cuts: readonly number[]): string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let part = '';
  let sign = 0;
  let next = 0;
  for (const [token] of html.matchAll(/<[^>]*>|&[a-z#0-9]+;|[^<&]|[<&]/g)) {
    const picture = token.startsWith('<img');
    if (token.length > 1 && token.startsWith('<') && !picture) {
      if (token.startsWith('</')) open.pop();
      else if (token !== '<br>') open.push(token);
      part += token;
      continue;
    }
    if (sign === cuts[next]) {
      parts.push(part + open.toReversed().map(closeTag).join(''));
      part = open.join('');
      next += 1;
    }
    part += token;
    sign += 1;
  }
  return [...parts, part].map(trimHtml);
}
/** Removes empty tags, and white space at both ends even within tags. */
function trimHtml(html: string): string {
  const text = html.replace(emptyTags, '').trim();
  const ends = /(?:<\/\w{1,10}>){1,20}$/.exec(text)?.[0] ?? '';
  return ends === '' ? text : text.slice(0, -ends.length).trimEnd() + ends;
}
const closeTag = (tag: string): string => `</${/^<(\w+)/.exec(tag)?.[1] ?? ''}>`;
const emptyTags = /<(strong|em|b|i|u|s|sup|sub)><\/\1>/g;

// Do not add U+3000 or U+00A0 beside `\s`, which includes both: a repeated group that matches one character in two ways makes its pattern
// exponential.
export const optionStartPattern = /^\s*(?:[(（]\s*)?([A-HＡ-Ｈa-h])\s*[)）.．、:：]\s*/;
const before = /^\s*[(（][\s\u0001]*(?:([√×✓✔☑✗✘✖☒╳对错]|[A-HＡ-Ｈ]{1,8})[\s\u0001]*)?[)）]\s*(?=\d{1,4}\s*[.．、])/;
/** Moves a bracket for the answer from before the number, "（×）6．……", to the end of the stem. */
export function moveAnswerBehind(html: string): string {
  const found = before.exec(getPlainLine(html));
  return found ? `${stripLineStart(html, before)}（${found[1] ?? '　　'}）` : html;
}

/** The number at the start of a line. A document may use "1." for questions and "（1）" within them. */
export interface NumberStart {
  readonly number: number;
  readonly kind: 'word' | 'dot' | 'bracket';
  readonly mark: RegExp;
  /** True for "2.2021 年": probably a decimal number, unless it is the next expected question number. */
  readonly isDoubtful?: boolean;
  /** True for "Q2:", which may be a name. It counts as a question number only if it is 1 or the next number. */
  readonly isNamed?: boolean;
}
const starts: readonly (readonly [NumberStart['kind'], RegExp])[] = [
  ['word', /^\s*第\s*(\d{1,4})\s*题\s*[.．、:：]?\s*/],
  ['dot', /^\s*(\d{1,4})\s*(?:[.．](?!\d)|、|[)）](?=\s*\S))\s*/],
  ['bracket', /^\s*[(（]\s*(\d{1,4})\s*[)）]\s*/],
];
/** Matches "题目 3（判断题）" and "Q2:". A line may also begin with "Q235：", the name of a steel. */
const numberByWord = /^\s*(?:题目|question|q)\s*(\d{1,4})\s*(?:[.．:：)）]|(?=[（(【])|$)\s*/i;
const doubtful = /^\s*(\d{1,4})[.．](?=\d)/;
/** Reads the number at the start of a line of plain text; returns undefined if there is none. */
export function parseNumberStart(text: string): NumberStart | undefined {
  for (const [kind, each] of starts) {
    const found = each.exec(text);
    if (found) return { number: Number(found[1]), kind, mark: each };
  }
  const wordMatch = numberByWord.exec(text);
  if (wordMatch) return { number: Number(wordMatch[1]), kind: 'word', mark: numberByWord, isNamed: true };
  const found = doubtful.exec(text);
  return found ? { number: Number(found[1]), kind: 'dot', mark: doubtful, isDoubtful: true } : undefined;
}

export interface SectionHeading {
  /** Number such as "一"; '' for a heading without one. */
  readonly number: string;
  readonly type: string | undefined;
}
const sectionNumber =
  /^\s*(?:第?([一二三四五六七八九十]+)(?:部分|大题|节)?\s*[、.．:：]|第([一二三四五六七八九十]+)(?:部分|大题|节|章)|([IVX]+)\s*[.、]|[(（]\s*([一二三四五六七八九十]+)\s*[)）][、.．]?)\s*(.*)$/;
/** Reads "一、单选题（每题 2 分）", or a heading by its style. A long text is no heading. */
export function parseHeading({
  html,
  level,
  isTable,
}: Paragraph): (SectionHeading & { readonly words: string; readonly isSection: boolean }) | undefined {
  if (isTable) return undefined;
  const text = toTextFromHtml(html);
  if (text.length > 60) return undefined;
  const sectionMatch = sectionNumber.exec(text);
  const words = (sectionMatch?.[5] ?? text).replace(/[（(，。:：].*$/, '').trim();
  const type = findHeadingType(words);
  // "三、综合探究题" and "第二部分（每题 3 分）" are sections even if the type is unknown. "（一）" may also count steps, so it needs a known type.
  const tellsPoints = /[（(][^（）()]*(?:每小?题|共\s*\d+\s*小?题)[^（）()]*分[^（）()]*[)）]\s*$/.test(text);
  const isSection = sectionMatch !== null && sectionMatch[4] === undefined && (tellsPoints || /^.{0,11}[^问难标主课话习命]题$/.test(words));
  if (sectionMatch && (sectionMatch[4] === undefined || (type !== undefined && words.length <= 12)))
    return { number: sectionMatch[1] ?? sectionMatch[2] ?? sectionMatch[3] ?? sectionMatch[4] ?? '', type, words, isSection };
  if (level !== undefined) return { number: '', type, words: text, isSection: false };
  // The name of a type on a line of its own: "判断题", "判断题（共 619 题，每题 1 分）".
  const alone = findTypeName(words) !== undefined && /^[^（(，。:：]*(?:[（(][^（）()]*[)）])?[。:：]?\s*$/.test(text);
  return alone ? { number: '', type, words, isSection: false } : undefined;
}

const findHeadingType = (words: string): string | undefined =>
  (/^选择题?$/.test(words) ? 'choice' : findTypeName(words)) ?? Object.entries(headingTypes).find(([word]) => words.includes(word))?.[1];
const headingTypes: Readonly<Record<string, string>> = {
  单选: 'single',
  单项选择: 'single',
  多选: 'multiple',
  多项选择: 'multiple',
  不定项: 'multiple',
  判断: 'judgement',
  是非: 'judgement',
  填空: 'fillIn',
  简答: 'questionAnswer',
  问答: 'questionAnswer',
  论述: 'questionAnswer',
  计算题: 'questionAnswer',
  实操: 'practical',
  操作题: 'practical',
  技能操作: 'practical',
  实际操作: 'practical',
  答辩: 'thesisDefence',
  评审: 'comprehensiveReview',
  连线: 'matching',
  匹配: 'matching',
  配对: 'matching',
  排序: 'ordering',
};

/** Returns the text of a line with each entity and picture as one character. Numbers, option letters and labels are searched in this text. */
export const getPlainLine = (html: string): string =>
  html
    .replace(/<img\b[^>]*>/g, '\u0002')
    .replace(/<[^>]*>/g, '')
    .replace(/&[a-z#0-9]+;/g, '\u0001')
    // Write full-width digits as ASCII digits, so that question numbers of both kinds are found.
    .replace(/[０-９]/g, (figure) => String.fromCharCode(figure.charCodeAt(0) - 0xfee0));

/** Removes a mark from the start of a line, even within tags. */
export function stripLineStart(html: string, given: RegExp): string {
  const left = given.exec(getPlainLine(html))?.[0].length ?? 0;
  return left === 0 ? html.trim() : (splitHtmlAt(html, [left])[1] ?? '');
}

/** Returns the position behind a stem where options begin: at an A that a B follows. */
export function findFirstOption(text: string): number | undefined {
  const last = [...text.matchAll(/[\s;；)）]([(（]?)[BＢ]\s{0,9}[)）.．、:：]/g)].at(-1)?.index;
  if (last === undefined) return undefined;
  const first = /(?<=[\s)）。？?])[(（]?[AＡ]\s{0,9}[)）.．、:：]\s{0,99}\S/.exec(text);
  return first === null || first.index > last ? undefined : first.index;
}
