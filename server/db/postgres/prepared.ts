import type { CompiledQuery } from 'kysely';

/** Lists of ids make ever new statements: what a connection keeps has an end. */
const mostNames = 600;
const longest = 4000;
/** What a page of a list holds depends on what is looked for: it is planned with that, each time. */
const isPlannedAnew = /\boffset \$|@>|\bI?LIKE\b/i;

const names = new Map<string, string>();

/** A statement as `pg` takes it: with a name where the server shall parse and plan it once a connection. */
export function prepared({ sql, parameters }: CompiledQuery): { text: string; values: unknown[]; name?: string } {
  const query = { text: sql, values: [...parameters] };
  let name = names.get(sql);
  if (name === undefined) {
    if (names.size >= mostNames || sql.length > longest || isPlannedAnew.test(sql)) return query;
    name = `w${names.size}`;
    names.set(sql, name);
  }
  return { ...query, name };
}
