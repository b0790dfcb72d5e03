import { types } from 'pg';

/** Converts numbers to JavaScript numbers, as SQLite returns them (counts and sums too), and booleans to 1 or 0. */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseSafeInteger],
  [types.builtins.NUMERIC, Number],
  [types.builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
]);
/** Returns the parser for a PostgreSQL type. Throws RangeError on a bigint beyond 2^53. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  const parser = parsers.get(oid) ?? (types.getTypeParser(oid, 'text') as (text: string) => unknown);
  if (format === 'binary') throw new Error('binary results are not supported');
  return parser;
}
function parseSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} exceeds the range of safe integers`);
  return number;
}
