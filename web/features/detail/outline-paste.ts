import { type DetailLine, maxDetailLines } from '../../../sync/contract/bank/detail.ts';
import { findBrokenDepths } from '../../../sync/domain/papers/detail-rules.ts';
import { listChildIndexes, type EditLine, getSubtreeEnd, getNextCode, type DetailOutline, getParentIndex } from './outline.ts';
import { parseRatio, parseWeight } from './outline-checks.ts';
import { detailColumnNames, detailLevelNames } from './sheet-words-table.ts';

type Depth = DetailLine['depth'];

/** Parses cells from a spreadsheet's clipboard text. A cell that contains a line break is quoted. */
export function parsePastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g)) {
    const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    rows.at(-1)?.push(cell.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim());
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

/** Returns true if the text has more than one cell, so that it is pasted as rows and not into the cell being edited. */
export const isPastedTable = (text: string): boolean => /[\t\n\r]/.test(text.trim());

const scopeCode = /^[A-Z]{1,2}$/;
const pointCode = /^\d{1,3}$/;
const importanceOf = (cell: string | undefined): 'X' | 'Y' | 'Z' | null => {
  const letter = cell?.toUpperCase();
  return letter === 'X' || letter === 'Y' || letter === 'Z' ? letter : null;
};
const depthOfWord = (word: string): Depth | undefined =>
  ([1, 2, 3, 4] as const).find((depth) => detailLevelNames[depth].slice(0, -1).includes(word));
const isHeading = (cells: readonly string[]): boolean =>
  cells.includes(detailColumnNames.name[0]) &&
  cells.some((cell) => cell === detailColumnNames.code[0] || cell === detailColumnNames.level[0]);

/** Parses a row of cells as a line: level in words, code (A-B-C-001 also gives the level), name, and the remaining fields. */
function lineOf(cells: readonly string[], usual: Depth): DetailLine | null {
  const rest = [...cells];
  const wordDepth = depthOfWord(rest[0] ?? '');
  if (wordDepth !== undefined) rest.shift();
  while (rest[0] === '') rest.shift();
  const path = /^(?:[A-Z]{1,2}-){1,3}(?:[A-Z]{1,2}|\d{3})$/.test(rest[0] ?? '') ? (rest[0] ?? '').split('-') : [];
  const hasCode = rest.length > 1 && (path.length > 0 || scopeCode.test(rest[0] ?? '') || pointCode.test(rest[0] ?? ''));
  const given = hasCode ? (path.at(-1) ?? rest[0] ?? '') : '';
  if (hasCode) rest.shift();
  while (rest[0] === '') rest.shift();
  const name = (rest.shift() ?? '').slice(0, 120);
  if (name === '') return null;
  const importance = importanceOf(rest.findLast((cell) => cell !== ''));
  const isPoint = importance !== null || pointCode.test(given);
  const depth = wordDepth ?? (path.length > 0 ? (path.length as Depth) : isPoint ? 4 : usual);
  const code = depth === 4 ? (pointCode.test(given) ? given.padStart(3, '0') : '') : scopeCode.test(given) ? given : '';
  if (depth === 4) return { depth, code, name, importance: importance ?? 'X' };
  const numbers = rest.filter((cell) => cell !== '');
  return {
    depth,
    code,
    name,
    weight: parseWeight(numbers[0] ?? '') ?? null,
    ratio: parseRatio(numbers.length >= 4 ? numbers.slice(1, 4).join(':') : (numbers[1] ?? '')) ?? null,
  };
}

type Pasted = { readonly lines: EditLine[]; readonly first: number; readonly count: number } | 'nothing' | 'noParent' | 'tooMany';

/**
 * Inserts rows from a spreadsheet below the scope `at` or after the point `at`. `usual`: depth of rows that name no level. A code that a sibling
 * already has is replaced by a free one.
 */
export function insertPastedRows(
  lines: DetailOutline,
  at: number,
  text: string,
  newKey: () => number,
  usual = depthBelow(lines[at]),
): Pasted {
  const pasted = parsePastedCells(text).flatMap((cells) => (isHeading(cells) ? [] : (lineOf(cells, usual) ?? [])));
  if (pasted.length === 0) return 'nothing';
  if (lines.length + pasted.length > maxDetailLines) return 'tooMany';
  const top = Math.min(...pasted.map((line) => line.depth));
  let beside = at;
  while (beside >= 0 && (lines[beside]?.depth ?? 0) > top) beside = getParentIndex(lines, beside);
  if (top > (lines[beside]?.depth ?? 0) + 1) return 'noParent';
  const first = beside < 0 ? lines.length : getSubtreeEnd(lines, beside);
  const whole = [...lines];
  whole.splice(first, 0, ...pasted.map((line) => ({ ...line, key: newKey() })));
  if (findBrokenDepths(whole).length > 0) return 'noParent';
  const fresh = new Set(whole.slice(first, first + pasted.length).map((line) => line.key));
  return { lines: coded(whole, fresh), first, count: pasted.length };
}

const depthBelow = (line: EditLine | undefined): Depth => (line === undefined ? 1 : line.depth === 4 ? 4 : ((line.depth + 1) as Depth));

/** Gives each of the lines in `fresh` a code that is unique among its siblings. */
function coded(lines: EditLine[], fresh: ReadonlySet<number>): EditLine[] {
  const taken = new Map<number, string[]>();
  const parents = lines.map((_line, at) => getParentIndex(lines, at));
  for (const parent of new Set(parents))
    taken.set(
      parent,
      listChildIndexes(lines, parent).flatMap((at) => (fresh.has(lines[at]?.key ?? -1) ? [] : [lines[at]?.code ?? ''])),
    );
  return lines.map((line, at) => {
    if (!fresh.has(line.key)) return line;
    const codes = taken.get(parents[at] ?? -1) ?? [];
    const code = line.code === '' || codes.includes(line.code) ? getNextCode(line.depth, codes) : line.code;
    codes.push(code);
    return { ...line, code };
  });
}
