import { type DetailLine, maxDetailLines } from '../../../sync/contract/bank/detail.ts';
import { findBrokenDepths } from '../../../sync/domain/papers/detail-rules.ts';
import { listChildIndexes, type EditLine, getSubtreeEnd, getNextCode, type DetailOutline, getParentIndex } from './outline.ts';
import { parseRatio, parseWeight } from './outline-checks.ts';
import { detailColumnNames, detailLevelNames } from './sheet-words-table.ts';

type LineDepth = DetailLine['depth'];

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
const parseImportance = (cell: string | undefined): 'X' | 'Y' | 'Z' | null => {
  const letter = cell?.toUpperCase();
  return letter === 'X' || letter === 'Y' || letter === 'Z' ? letter : null;
};
const findDepthByName = (word: string): LineDepth | undefined =>
  ([1, 2, 3, 4] as const).find((depth) => detailLevelNames[depth].slice(0, -1).includes(word));
const isHeading = (cells: readonly string[]): boolean =>
  cells.includes(detailColumnNames.name[0]) &&
  cells.some((cell) => cell === detailColumnNames.code[0] || cell === detailColumnNames.level[0]);

/** Parses a row of cells as a line: level in words, code (A-B-C-001 also gives the level), name, and the remaining fields. */
function parseLine(cells: readonly string[], usualDepth: LineDepth): DetailLine | null {
  const remainingCells = [...cells];
  const wordDepth = findDepthByName(remainingCells[0] ?? '');
  if (wordDepth !== undefined) remainingCells.shift();
  while (remainingCells[0] === '') remainingCells.shift();
  const path = /^(?:[A-Z]{1,2}-){1,3}(?:[A-Z]{1,2}|\d{3})$/.test(remainingCells[0] ?? '') ? (remainingCells[0] ?? '').split('-') : [];
  const hasCode =
    remainingCells.length > 1 && (path.length > 0 || scopeCode.test(remainingCells[0] ?? '') || pointCode.test(remainingCells[0] ?? ''));
  const typedCode = hasCode ? (path.at(-1) ?? remainingCells[0] ?? '') : '';
  if (hasCode) remainingCells.shift();
  while (remainingCells[0] === '') remainingCells.shift();
  const name = (remainingCells.shift() ?? '').slice(0, 120);
  if (name === '') return null;
  const importance = parseImportance(remainingCells.findLast((cell) => cell !== ''));
  const isPoint = importance !== null || pointCode.test(typedCode);
  const depth = wordDepth ?? (path.length > 0 ? (path.length as LineDepth) : isPoint ? 4 : usualDepth);
  const code = depth === 4 ? (pointCode.test(typedCode) ? typedCode.padStart(3, '0') : '') : scopeCode.test(typedCode) ? typedCode : '';
  if (depth === 4) return { depth, code, name, importance: importance ?? 'X' };
  const numbers = remainingCells.filter((cell) => cell !== '');
  return {
    depth,
    code,
    name,
    weight: parseWeight(numbers[0] ?? '') ?? null,
    ratio: parseRatio(numbers.length >= 4 ? numbers.slice(1, 4).join(':') : (numbers[1] ?? '')) ?? null,
  };
}

type PasteResult = { readonly lines: EditLine[]; readonly first: number; readonly count: number } | 'nothing' | 'noParent' | 'tooMany';

/**
 * Inserts rows from a spreadsheet below the scope or after the point at `targetIndex`. `usualDepth`: depth of rows that name no level. A code that
 * a sibling already has is replaced by a free one.
 */
export function insertPastedRows(
  lines: DetailOutline,
  targetIndex: number,
  text: string,
  newKey: () => number,
  usualDepth = getChildDepth(lines[targetIndex]),
): PasteResult {
  const pasted = parsePastedCells(text).flatMap((cells) => (isHeading(cells) ? [] : (parseLine(cells, usualDepth) ?? [])));
  if (pasted.length === 0) return 'nothing';
  if (lines.length + pasted.length > maxDetailLines) return 'tooMany';
  const minDepth = Math.min(...pasted.map((line) => line.depth));
  let anchorIndex = targetIndex;
  while (anchorIndex >= 0 && (lines[anchorIndex]?.depth ?? 0) > minDepth) anchorIndex = getParentIndex(lines, anchorIndex);
  if (minDepth > (lines[anchorIndex]?.depth ?? 0) + 1) return 'noParent';
  const first = anchorIndex < 0 ? lines.length : getSubtreeEnd(lines, anchorIndex);
  const mergedLines = [...lines];
  mergedLines.splice(first, 0, ...pasted.map((line) => ({ ...line, key: newKey() })));
  if (findBrokenDepths(mergedLines).length > 0) return 'noParent';
  const pastedKeys = new Set(mergedLines.slice(first, first + pasted.length).map((line) => line.key));
  return { lines: assignCodes(mergedLines, pastedKeys), first, count: pasted.length };
}

const getChildDepth = (line: EditLine | undefined): LineDepth =>
  line === undefined ? 1 : line.depth === 4 ? 4 : ((line.depth + 1) as LineDepth);

/** Gives each of the lines in `pastedKeys` a code that is unique among its siblings. */
function assignCodes(lines: EditLine[], pastedKeys: ReadonlySet<number>): EditLine[] {
  const codesByParent = new Map<number, string[]>();
  const parents = lines.map((_line, index) => getParentIndex(lines, index));
  for (const parent of new Set(parents))
    codesByParent.set(
      parent,
      listChildIndexes(lines, parent).flatMap((index) => (pastedKeys.has(lines[index]?.key ?? -1) ? [] : [lines[index]?.code ?? ''])),
    );
  return lines.map((line, index) => {
    if (!pastedKeys.has(line.key)) return line;
    const codes = codesByParent.get(parents[index] ?? -1) ?? [];
    const code = line.code === '' || codes.includes(line.code) ? getNextCode(line.depth, codes) : line.code;
    codes.push(code);
    return { ...line, code };
  });
}
