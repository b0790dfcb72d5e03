import { isEqualJson, tryParseJson } from '../../../sync/domain/json.ts';

/** One changed value and its path. Undefined means that the value is missing on that side. */
export interface DiffRow {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Returns every value with its path; a list of plain values counts as one value. */
function listLeaves(found: unknown, path: readonly string[] = []): readonly (readonly [path: readonly string[], value: unknown])[] {
  const value = parseNestedJson(found);
  if (typeof value !== 'object' || value === null) return [[path, value]];
  if (Array.isArray(value) && value.every(isPlain)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, [...path, key]));
}

/** Parses JSON text: JSON columns are logged as text, and the diff should show the changed values inside. */
function parseNestedJson(value: unknown): unknown {
  return typeof value === 'string' && /^[{[]/.test(value) ? (tryParseJson(value) ?? value) : value;
}

const buildPathKey = (path: readonly string[]): string => JSON.stringify(path);

/** Lists the differences between an entity before and after a logged change, in field order; every value if there is no before or no after. */
export function listDiffRows(before: unknown, after: unknown): DiffRow[] {
  const sides = [before, after].map((side) => (side === null || side === undefined ? [] : listLeaves(side)));
  const [old, now] = sides.map((leaves) => new Map(leaves.map(([path, value]) => [buildPathKey(path), value])));
  const paths = new Map(sides.flat().map(([path]) => [buildPathKey(path), path]));
  return [...paths]
    .map(([key, path]) => ({ path, before: old?.get(key), after: now?.get(key) }))
    .filter((row) => !isEqualJson(row.before, row.after) && !(sides.every((side) => side.length > 0) && isNothing(row)));
}

/** Treats an empty list and a missing value as equal. */
const isNothing = ({ before, after }: DiffRow): boolean =>
  [before, after].every((side) => side == null || side === '' || isEqualJson(side, []));
