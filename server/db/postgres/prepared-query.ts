import type { CompiledQuery } from 'kysely';

/** Bounds the prepared statements of a connection: lists of ids produce ever new statements. */
const mostNames = 600;
const longest = 4000;
/** The best plan of these statements depends on their values, so they are planned at each execution. */
const isPlannedAnew = /\boffset \$|@>|\bI?LIKE\b/i;

const names = new Map<string, string>();

/** Converts a compiled query for `pg`. A query with a name is parsed and planned once per connection. */
export function toPreparedQuery({ sql, parameters }: CompiledQuery): { text: string; values: unknown[]; name?: string } {
  const query = { text: sql, values: [...parameters] };
  let name = names.get(sql);
  if (name === undefined) {
    if (names.size >= mostNames || sql.length > longest || isPlannedAnew.test(sql)) return query;
    name = `w${names.size}`;
    names.set(sql, name);
  }
  return { ...query, name };
}
