import { type Expression, type RawBuilder, sql } from 'kysely';
import { type SqlDialectFunctions, unwrapDialectValue, toLikePattern, getFunctionArguments, type WordQuery } from '../dialect-functions.ts';

/** Converts a JSON list such as `[1,2]` to a PostgreSQL array. */
const numbers = (list: unknown): RawBuilder<unknown> => sql`translate(${list}, '[]', '{}')::bigint[]`;

/**
 * Searches the texts joined by `lines` one by one: a part without a line break lies within a single text. This avoids building the joined
 * text for every row, and the planner has statistics of each column. NULL needs no `coalesce` here: it matches no part, like an empty text.
 */
function inAnyLine(text: Expression<unknown>, part: string, isIn: (line: Expression<unknown>) => RawBuilder<boolean>): RawBuilder<boolean> {
  const lines = (part.includes('\n') ? undefined : getFunctionArguments('lines', text)) ?? [text];
  return sql`(${sql.join(
    lines.map((line) => isIn(getFunctionArguments('ifNull', line)?.[0] ?? line)),
    sql` OR `,
  )})`;
}

const matches: SqlDialectFunctions['matches'] = (_table, query) => {
  const { all, any, none, kind } = unwrapDialectValue(query) as WordQuery;
  const isAllOfKind = kind?.others.length === 0;
  const asked = [sql`grams @> ${isAllOfKind && kind.every !== undefined ? [...all, kind.every] : all}::text[]`];
  if (any.length > 0) asked.push(sql`grams && ${any}::text[]`);
  // The index finds words that a row has. A condition on missing words would be tested on every remaining row.
  if (kind && !isAllOfKind) asked.push(sql`grams && ${kind.these}::text[]`);
  if (none.length > 0) asked.push(sql`NOT grams && ${none}::text[]`);
  return sql`(${sql.join(asked, sql` AND `)})`;
};

export const postgresDialectFunctions: SqlDialectFunctions = {
  // Cast to text, because `citext` would ignore case here too. Not strpos: the planner has no statistics for it, assumes that a third of the
  // rows match, and would walk the whole list for a keyword without matches.
  holds(text, part) {
    const pattern = toLikePattern(unwrapDialectValue(part) as string);
    return inAnyLine(text, pattern, (line) => sql`(${line})::text LIKE ${pattern}`);
  },
  fits: (text, pattern) => sql`(${text})::text ILIKE ${pattern}`,
  // Unnesting the array builds a hash set once. ANY and ALL would parse the list and scan it for every row.
  isOneOf: (id, list) => sql`${id} IN (SELECT unnest(${numbers(list)}))`,
  // OR keeps the planner from starting with the query: it would fetch each of its rows and sort them.
  isAmong: (id, query) => sql`(${id} IN ${query} OR false)`,
  listed: (list) => sql`unnest(${numbers(list)}) AS asked (value)`,
  // Three times as fast as json_agg for plain numbers.
  gathered: (id) => sql`concat('[', string_agg((${id})::text, ','), ']')`,
  ifNull: (value, other) => sql`coalesce(${value}, ${other})`,
  lines: (...texts) => sql`${sql.join(texts, sql` || chr(10) || `)}`,
  // No change needed: the planner decides by statistics, and PostgreSQL has no hint for it.
  aside: (column) => sql`${column}`,
  lesser: (one, other) => sql`least(${one}, ${other})`,
  greater: (one, other) => sql`greatest(${one}, ${other})`,
  jsonOf: (name, value) => sql`json_build_object(${name}, ${value})::text`,
  wordList: (words) => sql`string_to_array(${words}, ' ')`,
  matches,
  auditHeld: () => sql`pg_advisory_xact_lock(7361003)`,
  highestAudit: () => sql`(SELECT highest FROM audit_given)`,
  textColumns: () => sql`
    (SELECT table_name::text AS "table", column_name::text AS "column", 1 AS numbered
     FROM information_schema.columns WHERE table_schema = current_schema() AND (data_type = 'text' OR udt_name = 'citext'))`,
  // The whole table is read at once: PostgreSQL reads in another process and blocks nobody here. Ranges of row positions are no option, because an
  // updated row moves.
  lastPlace: () => sql`1`,
  isPlaced: () => sql`true`,
  fitting: (text, pattern) =>
    sql`(SELECT string_agg(found[1], ' ') FROM regexp_matches(${text}, ${sql.lit(`(${String(unwrapDialectValue(pattern))})`)}, 'g') AS found)`,
  version: () => sql`'PostgreSQL ' || current_setting('server_version')`,
};
