import { getPlainLine } from './word-lines.ts';

/** A passage that several questions use; in a Word document it precedes them. */
export interface SharedPassage {
  /** First question number; 0 if the passage does not say. */
  readonly from: number;
  readonly to: number;
  /** True for a case in a section of cases: it belongs to each question up to the next case. */
  readonly isCase: boolean;
  readonly lines: string[];
  isUsed: boolean;
}
const forQuestions =
  /(?:(?:回答|完成|解答|作答|做)(?:下列|下面|以下)?(?:的)?第?\s{0,3}(\d{1,4})\s{0,3}(?:题)?\s{0,3}[-–—―~～至到、和]+\s{0,3}第?(\d{1,4})\s{0,3}(?:小题|各题|题|问)|(\d{1,4})\s{0,3}题?\s{0,3}[-–—―~～至到、和]+\s{0,3}(\d{1,4})\s{0,3}题?共用题干)/;
const forSome =
  /^\s*(?:[（(]?[一二三四五六七八九十]{1,3}[)）、.．]\s{0,3})?(?:阅读|根据|结合|分析).{0,30}(?:材料|短文|资料|案例|图文|文字|图表).{0,20}(?:回答|完成|解答)(?:下列|下面|以下)?(?:各)?(?:问题|小题|题)/;
/** Detects the line that begins a passage for several questions: "阅读下面的材料，回答 1～3 题", "据此完成 4—5 题", "（6～8 题共用题干）". */
export function parsePassageStart(text: string): Pick<SharedPassage, 'from' | 'to' | 'isCase'> | undefined {
  const found = forQuestions.exec(text);
  if (found) {
    const [from, to] = [Number(found[1] ?? found[3]), Number(found[2] ?? found[4])];
    return from > 0 && to >= from && to - from < 40 ? { from, to, isCase: false } : undefined;
  }
  return forSome.test(text) ? { from: 0, to: 0, isCase: false } : undefined;
}
const caseMark = /^\s*(?:[（(][一二三四五六七八九十]{1,3}[)）]|(?:案例|材料|背景|资料)\s{0,3}[一二三四五六七八九十\d]{0,3}\s{0,3}[:：])/;
/** Detects a case in a section of cases: "（一）某厂电工检修时未停电，……". "（一）安全用电" is a heading. */
export const parseCaseStart = (text: string): Pick<SharedPassage, 'from' | 'to' | 'isCase'> | undefined =>
  caseMark.test(text) && (/[，。；]/.test(text) || text.length > 30) ? { from: 0, to: 0, isCase: true } : undefined;
/** Checks whether a heading or its first line is about cases. */
export const isAboutCases = (words: string): boolean => /案例|材料|阅读|情[景境]|背景|资料/.test(words);

/** Drops the first line of a passage if it only names the question numbers, because questions get new numbers on a paper. */
export function getPassageText({ lines }: SharedPassage): readonly string[] {
  const [first = '', ...rest] = lines;
  const text = getPlainLine(first).trim();
  const isOnlyThat =
    text.length <= 40 && /^[（(]?(?:请?阅读|根据|结合|读|\d)/.test(text) && /(?:题|问|问题|题干)[）)]?[。.：:]?$/.test(text);
  return isOnlyThat && rest.length > 0 ? rest : lines;
}
