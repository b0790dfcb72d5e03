import { sql } from 'kysely';
import { type SqlDialectFunctions, unwrapDialectValue, mergeFacetWords, type WordQuery } from '../dialect-functions.ts';

const quoted = (word: string): string => `"${word}"`;

/** Builds a query in FTS5's query language. */
export function buildFtsQuery(query: WordQuery): string {
  const { all, any, none: never, kind } = mergeFacetWords(query);
  // FTS5 walks the whole posting list of each word asked for, but tests an excluded word only at candidates. So exclude `others`, which are fewer.
  const none = [...never, ...(kind?.others ?? [])];
  const parts = [...all, ...(kind?.every === undefined ? [] : [kind.every])].map(quoted);
  if (any.length > 0) parts.push(`(${any.map(quoted).join(' OR ')})`);
  const asked = parts.join(' AND ');
  return none.length === 0 ? asked : `(${asked}) NOT (${none.map(quoted).join(' OR ')})`;
}

const matches: SqlDialectFunctions['matches'] = (table, query) =>
  sql`${table} MATCH ${buildFtsQuery(unwrapDialectValue(query) as WordQuery)}`;

export const sqliteDialectFunctions: SqlDialectFunctions = {
  holds: (text, part) => sql`instr(${text}, ${unwrapDialectValue(part)}) > 0`,
  fits: (text, pattern) => sql`like(${pattern}, ${text}, ${sql.lit('\\')})`,
  isOneOf: (id, list) => sql`${id} IN (SELECT value FROM json_each(${list}))`,
  isAmong: (id, query) => sql`+${id} IN ${query}`,
  listed: (list) => sql`json_each(${list}) AS asked`,
  gathered: (id) => sql`json_group_array(${id})`,
  ifNull: (value, other) => sql`ifnull(${value}, ${other})`,
  lines: (...texts) => sql`${sql.join(texts, sql` || char(10) || `)}`,
  withoutIndex: (column) => sql`+${column}`,
  // Full-text search finds the matches in the order of their keys.
  matchKey: (column) => sql`${column}`,
  lesser: (one, other) => sql`min(${one}, ${other})`,
  greater: (one, other) => sql`max(${one}, ${other})`,
  jsonOf: (name, value) => sql`json_object(${name}, ${value})`,
  wordList: (words) => sql`${words}`,
  matches,
  isMatch: (table, key, query) => sql`EXISTS (SELECT 1 FROM ${table} WHERE rowid = ${key} AND ${matches(table, query)})`,
  textColumns: () => sql`
    (SELECT t.name AS "table", c.name AS "column", 1 - t.wr AS numbered
     FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND c.type = 'TEXT')`,
  lastPlace: (table) => sql`(SELECT coalesce(max(rowid), 0) FROM ${sql.table(unwrapDialectValue(table) as string)})`,
  // SQLite has no regular expressions: return the whole text.
  fitting: (text) => sql`${text}`,
  isPlaced: (from, to) => sql`rowid > ${from} AND rowid <= ${to}`,
  version: () => sql`'SQLite ' || sqlite_version()`,
};
