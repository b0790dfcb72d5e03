import type { DetailLine } from '../../../sync/contract/bank/detail.ts';

/** A line of a detail table in the editor: a scope, or at depth 4 an assessment point. `key` identifies it even before it is saved. */
export type EditLine = DetailLine & { readonly key: number };
export type DetailOutline = readonly EditLine[];
type LineDepth = DetailLine['depth'];

/** Returns the index after the line and its descendants. */
export function getSubtreeEnd(lines: DetailOutline, at: number): number {
  const depth = lines[at]?.depth ?? 0;
  let end = at + 1;
  while (end < lines.length && (lines[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

/** Returns the index of the parent line; -1 at the first level. */
export function getParentIndex(lines: DetailOutline, at: number): number {
  const depth = lines[at]?.depth ?? 1;
  for (let up = at - 1; up >= 0; up -= 1) if ((lines[up]?.depth ?? 0) < depth) return up;
  return -1;
}

/** Returns the indexes of the direct children of `parent` (-1: lines of the first level). */
export function listChildIndexes(lines: DetailOutline, parent: number): number[] {
  const found: number[] = [];
  const end = parent < 0 ? lines.length : getSubtreeEnd(lines, parent);
  for (let at = parent + 1; at < end; at = getSubtreeEnd(lines, at)) found.push(at);
  return found;
}

const formatLetters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : formatLetters(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26));
const parseLetters = (letters: string): number => [...letters].reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1;
const formatCode = (depth: LineDepth, at: number): string => (depth === 4 ? String(at + 1).padStart(3, '0') : formatLetters(at));

/** Returns the code after the highest code of the siblings. */
export function getNextCode(depth: LineDepth, codes: readonly string[]): string {
  const places = codes.flatMap((code) => {
    if (depth === 4) return /^\d{1,3}$/.test(code) ? [Number(code) - 1] : [];
    return /^[A-Z]{1,2}$/.test(code) ? [parseLetters(code)] : [];
  });
  return formatCode(depth, Math.max(-1, ...places) + 1);
}

const listChildCodes = (lines: DetailOutline, parent: number): string[] =>
  listChildIndexes(lines, parent).map((at) => lines[at]?.code ?? '');

const createBlankLine = (key: number, depth: LineDepth, code: string): EditLine =>
  depth === 4 ? { key, depth, code, name: '', importance: 'X' } : { key, depth, code, name: '', weight: null, ratio: null };

/** Converts a line to another depth. Fields that only the old kind (scope or point) has are dropped. */
function setLineDepth(line: EditLine, depth: LineDepth): EditLine {
  const { key, code, name } = line;
  const id = line.id === undefined ? {} : { id: line.id };
  if (depth === 4) return line.depth === 4 ? line : { ...id, key, depth, code, name, importance: 'X' };
  return line.depth === 4 ? { ...id, key, depth, code, name, weight: null, ratio: null } : { ...line, depth };
}

const spliceLines = (lines: DetailOutline, from: number, count: number, ...put: readonly EditLine[]): EditLine[] => [
  ...lines.slice(0, from),
  ...put,
  ...lines.slice(from + count),
];

/** Adds a line after this one and its descendants; in an empty table, the first line. */
export function addSiblingLine(lines: DetailOutline, at: number, key: number): EditLine[] {
  const line = lines[at];
  if (line === undefined) return [...lines, createBlankLine(key, 1, getNextCode(1, listChildCodes(lines, -1)))];
  const code = getNextCode(line.depth, listChildCodes(lines, getParentIndex(lines, at)));
  return spliceLines(lines, getSubtreeEnd(lines, at), 0, createBlankLine(key, line.depth, code));
}

/** Adds a last child to this line. Returns null for a point, which has no children. */
export function addChildLine(lines: DetailOutline, at: number, key: number): EditLine[] | null {
  const line = lines[at];
  if (line === undefined || line.depth === 4) return null;
  const depth = (line.depth + 1) as LineDepth;
  return spliceLines(lines, getSubtreeEnd(lines, at), 0, createBlankLine(key, depth, getNextCode(depth, listChildCodes(lines, at))));
}

/** Removes a line and its descendants. */
export const removeOutlineLine = (lines: DetailOutline, at: number): EditLine[] => spliceLines(lines, at, getSubtreeEnd(lines, at) - at);

export const changeOutlineLine = (lines: DetailOutline, at: number, change: Partial<EditLine>): EditLine[] =>
  lines.map((line, each) => (each === at ? ({ ...line, ...change } as EditLine) : line));

/** Shifts a line and its descendants by one level. Returns null if a descendant would change between point and scope. */
function shiftBranch(branch: DetailOutline, by: 1 | -1): EditLine[] | null {
  const kept = branch.every((line, at) => {
    const depth = line.depth + by;
    return depth >= 1 && depth <= 4 && (at === 0 || (line.depth === 4) === (depth === 4));
  });
  return kept ? branch.map((line) => setLineDepth(line, (line.depth + by) as LineDepth)) : null;
}

/** Inserts a branch below a parent and makes its code unique among the siblings. */
function insertBranch(
  lines: DetailOutline,
  index: number,
  branch: readonly EditLine[],
  siblings: readonly string[],
  sameKind: boolean,
): EditLine[] {
  const [head, ...rest] = branch;
  if (head === undefined) return [...lines];
  const keeps = sameKind && !siblings.includes(head.code);
  return spliceLines(lines, index, 0, keeps ? head : { ...head, code: getNextCode(head.depth, siblings) }, ...rest);
}

/** Moves a line one level down, below the sibling before it. Returns null if that is impossible. */
export function indentLine(lines: DetailOutline, at: number): EditLine[] | null {
  const siblings = listChildIndexes(lines, getParentIndex(lines, at));
  const before = siblings[siblings.indexOf(at) - 1];
  const end = getSubtreeEnd(lines, at);
  const branch = shiftBranch(lines.slice(at, end), 1);
  if (before === undefined || branch === null) return null;
  const without = spliceLines(lines, at, end - at);
  return insertBranch(without, at, branch, listChildCodes(without, before), branch[0]?.depth !== 4);
}

/** Moves a line one level up, after its parent's branch. Returns null if that is impossible. */
export function outdentLine(lines: DetailOutline, at: number): EditLine[] | null {
  const parent = getParentIndex(lines, at);
  const end = getSubtreeEnd(lines, at);
  const branch = shiftBranch(lines.slice(at, end), -1);
  if (parent < 0 || branch === null) return null;
  const without = spliceLines(lines, at, end - at);
  return insertBranch(
    without,
    getSubtreeEnd(without, parent),
    branch,
    listChildCodes(without, getParentIndex(lines, parent)),
    lines[at]?.depth !== 4,
  );
}

/**
 * Moves a line up or down among its siblings, and past the first or last one into the neighbouring scope. Returns null at either end of the
 * table.
 */
export function moveLine(lines: DetailOutline, at: number, by: 1 | -1): EditLine[] | null {
  const parent = getParentIndex(lines, at);
  const siblings = listChildIndexes(lines, parent);
  const other = siblings[siblings.indexOf(at) + by];
  const end = getSubtreeEnd(lines, at);
  const branch = lines.slice(at, end);
  const without = spliceLines(lines, at, end - at);
  if (other !== undefined) {
    // For a move down: inserts after the next sibling, which is now at index `at`, and its descendants.
    const index = by === -1 ? other : getSubtreeEnd(without, at);
    return spliceLines(without, index, 0, ...branch);
  }
  const scope = findNeighbour(without, parent, by);
  if (scope === undefined) return null;
  return insertBranch(without, by === -1 ? getSubtreeEnd(without, scope) : scope + 1, branch, listChildCodes(without, scope), true);
}

/** Returns the nearest scope of the same depth before or after `parent`. */
function findNeighbour(lines: DetailOutline, parent: number, by: 1 | -1): number | undefined {
  const depth = lines[parent]?.depth;
  for (let at = parent + by; depth !== undefined && at >= 0 && at < lines.length; at += by) if (lines[at]?.depth === depth) return at;
  return undefined;
}

/** Renumbers all codes in order: A, B, C … and 001, 002, 003 … */
export function renumberCodes(lines: DetailOutline): EditLine[] {
  const counts: number[] = [];
  return lines.map((line) => {
    const place = counts[line.depth] ?? 0;
    counts[line.depth] = place + 1;
    counts.length = line.depth + 1;
    return { ...line, code: formatCode(line.depth, place) };
  });
}
