import { toMatchText } from '../../../../sync/domain/plain-text.ts';
import { type StoredQuestion, toTextFromHtml } from '../../bank/question/question-reads.ts';

const above = '(?:以上|上述|前述)';
const all = '(?:都|均|皆|全)';
const letters = '[A-H](?: ?[、,和与及或/]? ?[A-H])*';

/** Patterns of an option that refers to other options, by place or by letter. The text is NFKC-normalised. */
const wordings: readonly RegExp[] = [
  new RegExp(`^${above}(?!海)|${above}(?:各|${all}|[二两三四五几]|说法|选项|答案|所有|内容|情况)`),
  new RegExp(`^${all}部?(?:不?(?:是|对|正确|错|可|行|属于))`),
  new RegExp(`^${letters} ?(?:${all}|[两三]?项(?!目)|正确|不正确|不?对$|错误?$)`),
  /^(?:仅|只有)?[A-H](?: ?[、,和与及或/] ?[A-H])+[。.]?$/,
  /(?:选项|答案) ?[A-H](?![A-Za-z0-9])/,
  /\b(?:all|none|any|both|neither|either|two) of (?:the )?(?:above|these|them)\b/i,
  /\b[A-H] (?:and|or|nor|&) [A-H]\b/,
];

/** Tells whether an option refers to other options, like 以上都是 or A和B都对. `html`: sanitised HTML of the option. */
export const refersToOtherOptions = (html: string): boolean => {
  const text = toMatchText(toTextFromHtml(html));
  return wordings.some((wording) => wording.test(text));
};

/** Tells whether the options of a question must keep their order in a paper that shuffles options. */
export const hasFixedOptionOrder = (question: Pick<StoredQuestion, 'options'>): boolean =>
  question.options.some((option) => refersToOtherOptions(option.html));
