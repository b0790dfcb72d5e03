/** Parses scoring points of performed tasks, and computes the points that remain after deductions. */
import type { ScoreSheetRow } from '../../contract/marking/marking.ts';
import type { SheetSignature } from '../../contract/marking/signature.ts';

export interface Deduction {
  readonly text: string;
  /** Points deducted for each occurrence of the defect. */
  readonly points: number;
}
/** A scoring point as a row of the sheet: 考核内容, 考核要求, 评分标准. */
export interface ScorePoint {
  readonly content: string;
  readonly requirement: string;
  readonly deductions: readonly Deduction[];
}

const mostDeductions = 12;
const separators = ' \t\u00a0\u3000，,、：:（(';

/**
 * Splits a clause such as "压接不良，每处扣 1 分" or "missing label -0.5" into the defect and the points it costs. Returns undefined for a clause
 * without a fixed number of points, such as a range or "up to". Reads from the end, in time linear in the length of the clause; one pattern over
 * the whole clause would take cubic time for a clause with many spaces.
 */
function readDeduction(clause: string): Deduction | undefined {
  const priced = clause
    .replace(/[)）]$/, '')
    .replace(/(?:分|points?)$/i, '')
    .trimEnd();
  const cost = /\d{1,6}(?:\.\d{1,6})?$/.exec(priced)?.[0];
  if (cost === undefined) return undefined;
  const before = priced.slice(0, -cost.length).trimEnd();
  const sign = /扣除?$|(?<=[\s，,、：:（(])[-−–]$/.exec(before)?.[0];
  if (sign === undefined) return undefined;
  const what = before
    .slice(0, -sign.length)
    .trimEnd()
    .replace(/每[^\s扣，,]{0,3}$/, '');
  let end = what.length;
  while (end > 0 && separators.includes(what[end - 1] ?? '')) end -= 1;
  return { text: what.slice(0, end), points: Number(cost) };
}

/** Parses the text of a scoring point. Imported questions state their deductions only in this text; there is no separate field. */
export function parseScorePoint(text: string): ScorePoint {
  const sentences: string[] = [];
  const deductions: Deduction[] = [];
  for (const clause of text.split(/[\n；;。]+/).map((each) => each.trim())) {
    if (clause === '') continue;
    const { text: what, points } = readDeduction(clause) ?? { text: '', points: 0 };
    // The name of the assessed content may precede the first deduction: "布线工艺：压接不良，每处扣 1 分".
    const colon = sentences.length === 0 ? /^([^：:]{1,20})[：:]\s*(.+)$/.exec(what) : null;
    const name = (colon?.[2] ?? what).trim();
    if (name !== '' && points > 0 && Number.isInteger(points * 2) && deductions.length < mostDeductions) {
      if (colon?.[1] !== undefined) sentences.push(colon[1].trim());
      deductions.push({ text: name, points });
    } else sentences.push(clause);
  }
  const [first = '', ...rest] = sentences;
  const [, content, requirement] = /^([^：:｜|]{1,30})[：:｜|]\s*(.*)$/s.exec(first) ?? [null, first, ''];
  return {
    content: content?.trim() ?? '',
    requirement: [requirement?.trim() ?? '', ...rest].filter((each) => each !== '').join('；'),
    deductions,
  };
}

/** Sums the points deducted in a row of the sheet: by listed deductions, and by other deductions that the assessor typed. */
export const sumDeductedPoints = ({ deductions }: Pick<ScorePoint, 'deductions'>, row: Pick<ScoreSheetRow, 'times' | 'other'>): number =>
  deductions.reduce((sum, { points }, at) => sum + points * (row.times[at] ?? 0), row.other);

/** Computes the points that remain in a row of the sheet after its deductions, at least 0 (扣完为止). */
export const computeRemainingPoints = (
  most: number,
  point: Pick<ScorePoint, 'deductions'>,
  row: Pick<ScoreSheetRow, 'times' | 'other'>,
): number => Math.max(0, most - sumDeductedPoints(point, row));

/** `earlier`: points or vetoes of the sheet were changed after it was signed, so the signature no longer counts. */
type SignatureState = 'unsigned' | 'current' | 'earlier';

/** Compares the values of a score sheet with those that its signature was drawn for. */
export function getSignatureState(sheet: {
  readonly points: readonly (number | null)[];
  readonly veto: readonly number[];
  readonly signature?: SheetSignature | undefined;
}): SignatureState {
  if (sheet.signature === undefined) return 'unsigned';
  const describe = (points: readonly (number | null)[], veto: readonly number[]) =>
    JSON.stringify([points, veto.toSorted((a, b) => a - b)]);
  return describe(sheet.points, sheet.veto) === describe(sheet.signature.points, sheet.signature.veto) ? 'current' : 'earlier';
}
