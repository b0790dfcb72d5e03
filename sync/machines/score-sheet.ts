/** How a score sheet is read from the words of a scoring point, and what its rows leave of the points. */
import type { SheetRow } from '../contract/marking.ts';

export interface Deduction {
  readonly text: string;
  /** Taken off each time. */
  readonly points: number;
}
/** A scoring point as a row of the sheet: 考核内容, 考核要求, 评分标准. */
export interface ScorePoint {
  readonly content: string;
  readonly requirement: string;
  readonly deductions: readonly Deduction[];
}

const mostDeductions = 12;
/** "压接不良，每处扣 1 分", "missing label -0.5": what is wrong, and what it costs. A range or "up to" is no fixed price and stays in words. */
const deduction =
  /^(.*?)[\s，,、：:（(]*(?:每[^\s扣，,]{0,3})?\s*(?:扣除?|(?<=[\s，,、：:（(])[-−–])\s*(\d+(?:\.\d+)?)\s*(?:分|points?)?[)）]?$/i;

/** Every question that was ever imported says its deductions in its text: no field of their own could be filled for it. */
export function readScorePoint(text: string): ScorePoint {
  const said: string[] = [];
  const deductions: Deduction[] = [];
  for (const clause of text.split(/[\n；;。]+/).map((each) => each.trim())) {
    if (clause === '') continue;
    const [, what = '', cost = ''] = deduction.exec(clause) ?? [];
    const points = Number(cost);
    // The first words may stand before the first deduction: "布线工艺：压接不良，每处扣 1 分".
    const colon = said.length === 0 ? /^([^：:]{1,20})[：:]\s*(.+)$/.exec(what) : null;
    const name = (colon?.[2] ?? what).trim();
    if (name !== '' && points > 0 && Number.isInteger(points * 2) && deductions.length < mostDeductions) {
      if (colon?.[1] !== undefined) said.push(colon[1].trim());
      deductions.push({ text: name, points });
    } else said.push(clause);
  }
  const [first = '', ...rest] = said;
  const [, content, requirement] = /^([^：:｜|]{1,30})[：:｜|]\s*(.*)$/s.exec(first) ?? [null, first, ''];
  return {
    content: content?.trim() ?? '',
    requirement: [requirement?.trim() ?? '', ...rest].filter((each) => each !== '').join('；'),
    deductions,
  };
}

/** What a row takes off, by its deductions and by hand. */
export const takenOff = ({ deductions }: Pick<ScorePoint, 'deductions'>, row: Pick<SheetRow, 'times' | 'other'>): number =>
  deductions.reduce((sum, { points }, at) => sum + points * (row.times[at] ?? 0), row.other);

/** Never less than nothing: 扣完为止. */
export const leftOf = (most: number, point: Pick<ScorePoint, 'deductions'>, row: Pick<SheetRow, 'times' | 'other'>): number =>
  Math.max(0, most - takenOff(point, row));
