import { type Expression, type RawBuilder, sql } from 'kysely';
import { type EngineWords, givenOf, patternOf, termsOf, type WordQuery } from '../engine-words.ts';

/** `[1,2]` as we write it, as PostgreSQL writes an array. */
const numbers = (list: unknown): RawBuilder<unknown> => sql`translate(${list}, '[]', '{}')::bigint[]`;

/**
 * What is in one text of lines is in one of the lines: looked at one by one, no text is made for every row, and the planner has figures of each.
 * A line that may be NULL has nothing then, as an empty one has.
 */
function inAnyLine(text: Expression<unknown>, part: string, isIn: (line: Expression<unknown>) => RawBuilder<boolean>): RawBuilder<boolean> {
  const lines = (part.includes('\n') ? undefined : termsOf('lines', text)) ?? [text];
  return sql`(${sql.join(
    lines.map((line) => isIn(termsOf('ifNull', line)?.[0] ?? line)),
    sql` OR `,
  )})`;
}

export const postgresWords: EngineWords = {
  // As text: what ignores case by its type would ignore it here too. Not strpos, of which the planner has no figures: it takes each part for one
  // that a third of the rows have, and walks the list's order to the end for what nobody has.
  holds(text, part) {
    const pattern = patternOf(givenOf(part) as string);
    return inAnyLine(text, pattern, (line) => sql`(${line})::text LIKE ${pattern}`);
  },
  fits: (text, pattern) => sql`(${text})::text ILIKE ${pattern}`,
  // Read into a set once: beside ANY and ALL the list would be read anew, and walked through, for every row.
  isOneOf: (id, list) => sql`${id} IN (SELECT unnest(${numbers(list)}))`,
  isNoneOf: (id, list) => sql`${id} NOT IN (SELECT unnest(${numbers(list)}))`,
  listed: (list) => sql`unnest(${numbers(list)}) AS asked (value)`,
  // Not json_agg, which takes three times as long for what is a number each.
  gathered: (id) => sql`concat('[', string_agg((${id})::text, ','), ']')`,
  everything: () => sql`ALL`,
  ifNull: (value, other) => sql`coalesce(${value}, ${other})`,
  lines: (...texts) => sql`${sql.join(texts, sql` || chr(10) || `)}`,
  // The planner has figures to go by, and no word to be told with.
  aside: (column) => sql`${column}`,
  lesser: (one, other) => sql`least(${one}, ${other})`,
  greater: (one, other) => sql`greatest(${one}, ${other})`,
  jsonOf: (name, value) => sql`json_build_object(${name}, ${value})::text`,
  wordList: (words) => sql`string_to_array(${words}, ' ')`,
  matches(_table, query) {
    const { all, any, none, kind } = givenOf(query) as WordQuery;
    const asked = [sql`grams @> ${all}::text[]`];
    if (any.length > 0) asked.push(sql`grams && ${any}::text[]`);
    // The index tells what a row has; what it hasn't is looked for in every row that is left.
    if (kind && kind.others.length > 0) asked.push(sql`grams && ${kind.these}::text[]`);
    if (none.length > 0) asked.push(sql`NOT grams && ${none}::text[]`);
    return sql`(${sql.join(asked, sql` AND `)})`;
  },
  auditHeld: () => sql`pg_advisory_xact_lock(7361003)`,
  highestAudit: () => sql`(SELECT highest FROM audit_given)`,
  textColumns: () => sql`
    (SELECT table_name::text AS "table", column_name::text AS "column", 1 AS numbered
     FROM information_schema.columns WHERE table_schema = current_schema() AND (data_type = 'text' OR udt_name = 'citext'))`,
  // Read at once, by another process: nobody here waits for it. A part of the rows would be one by their places, and a changed row gets another.
  lastPlace: () => sql`1`,
  isPlaced: () => sql`true`,
  fitting: (text, pattern) =>
    sql`(SELECT string_agg(found[1], ' ') FROM regexp_matches(${text}, ${sql.lit(`(${String(givenOf(pattern))})`)}, 'g') AS found)`,
  version: () => sql`'PostgreSQL ' || current_setting('server_version')`,
};
