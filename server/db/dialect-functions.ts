import { type Expression, ExpressionWrapper, FunctionNode, type OperationNode, type RawBuilder, ValueNode } from 'kysely';

/** Query of a word index: rows that have all of `all`, at least one of `any`, and none of `none`. */
export interface WordQuery {
  readonly all: readonly string[];
  /** Rows must have at least one of these words. Empty means no restriction. */
  readonly any: readonly string[];
  readonly none: readonly string[];
  /**
   * Two disjoint sets of words. The query asks for rows with a word of `these`. A row with the word `every` (without `every`, each row) has exactly
   * one word of both sets together, so an engine may exclude `others` instead, if that is quicker.
   */
  readonly kind?: { readonly these: readonly string[]; readonly others: readonly string[]; readonly every?: string };
  /** Conditions for which the word index table may have a column. An engine may test the column in the rows that it finds by other words. */
  readonly facets?: readonly Facet[];
}

/** Condition that a row has one of `values` in `column`. `query`: the same condition, written as words. */
interface Facet {
  readonly column: string;
  readonly values: readonly number[];
  readonly query: Partial<Pick<WordQuery, 'all' | 'any' | 'kind'>>;
}

/** Replaces the facets of a query (conditions on columns) by the words that express them. */
export const mergeFacetWords = ({ facets = [], ...query }: WordQuery): WordQuery =>
  facets.reduce<WordQuery>(
    (merged, { query: { all = [], any = [], kind } }) => ({
      ...merged,
      ...(kind && { kind }),
      all: [...merged.all, ...all],
      any: [...merged.any, ...any],
    }),
    query,
  );

type Term = Expression<unknown>;

/**
 * SQL dialect functions: expressions that SQLite and PostgreSQL write differently. Queries use them through `callDialectFunction()`; the dialect
 * replaces them when the statement is compiled, so that callers need not know the engine.
 */
export interface SqlDialectFunctions {
  /** Tests whether the text contains the part, case-sensitive. The part must be wrapped with `wrapDialectValue()`. */
  holds(text: Term, part: Term): RawBuilder<boolean>;
  /** Tests whether the text matches a LIKE pattern; backslash escapes `%` and `_`. The case of ASCII letters is ignored. */
  fits(text: Term, pattern: Term): RawBuilder<boolean>;
  /** Tests whether the id is in a JSON list. */
  isOneOf(id: Term, list: Term): RawBuilder<boolean>;
  /** Tests whether the id is among the rows of a query, to filter a list that is read in its order. The engine runs the query only once. */
  isAmong(id: Term, query: Term): RawBuilder<boolean>;
  /** Expands a JSON list of numbers to a table `asked (value)`. */
  listed(list: Term): RawBuilder<unknown>;
  /** Aggregates the ids of all rows into one JSON list. */
  gathered(id: Term): RawBuilder<string>;
  /** IFNULL or COALESCE, in the form that the engine's indexes use: an index is used only for the same expression. */
  ifNull(value: Term, other: Term): RawBuilder<unknown>;
  /** Joins the texts to one text, with line breaks in between. */
  lines(...texts: Term[]): RawBuilder<string>;
  /** Returns the column in a form that keeps SQLite's planner from using the column's index. On PostgreSQL it has no effect. */
  withoutIndex(column: Term): RawBuilder<unknown>;
  /**
   * Returns the key of a word index, for ORDER BY, in a form for which the engine sorts the matches. Otherwise it could walk the index of all keys,
   * and so test the rows of every bank and school.
   */
  matchKey(column: Term): RawBuilder<number>;
  lesser(one: Term, other: Term): RawBuilder<number>;
  greater(one: Term, other: Term): RawBuilder<number>;
  /** Builds `{ "name": value }` as JSON. */
  jsonOf(name: Term, value: Term): RawBuilder<string>;
  /** Converts words separated by spaces to the type of a word index column. */
  wordList(words: Term): RawBuilder<string>;
  /** Matches rows of a word index table, for WHERE; the query is a `WordQuery` wrapped with `wrapDialectValue()`. */
  matches(table: Term, query: Term): RawBuilder<boolean>;
  /** Tests whether the row with this key of a word index table matches the query. */
  isMatch(table: Term, key: Term, query: Term): RawBuilder<boolean>;
  /** Lists every text column as ("table", "column", numbered). `numbered` is 1 if the table can be read in ranges of row positions. */
  textColumns(): RawBuilder<unknown>;
  /** Returns the last row position of a table that is read in ranges of row positions. */
  lastPlace(table: Term): RawBuilder<number>;
  /** Matches the row positions after `from` up to and including `to`, for WHERE. */
  isPlaced(from: Term, to: Term): RawBuilder<boolean>;
  /** Returns the part of a text that matches a regular expression. An engine that cannot extract the part returns more of the text. */
  fitting(text: Term, pattern: Term): RawBuilder<string>;
  version(): RawBuilder<string>;
}

/** Builds the LIKE pattern for texts that contain `text`; `%`, `_` and backslash in it are escaped. */
export const toLikePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

type WordName = keyof SqlDialectFunctions;
const prefix = 'word ';

/** Calls a dialect function. The dialect that compiles the statement supplies the SQL. */
export function callDialectFunction<N extends WordName>(
  name: N,
  ...terms: Parameters<SqlDialectFunctions[N]>
): ExpressionWrapper<never, never, WordType<N>> {
  const args = (terms as readonly Term[]).map((term) => term.toOperationNode());
  return new ExpressionWrapper(FunctionNode.create(prefix + name, args));
}
type WordType<N extends WordName> = ReturnType<SqlDialectFunctions[N]> extends RawBuilder<infer T> ? T : never;

/** Wraps a value from which a dialect function builds its SQL in TypeScript. The value itself is never sent to the database. */
export const wrapDialectValue = (value: WordQuery | string): Expression<unknown> => new ExpressionWrapper(ValueNode.create(value));
/** Returns the value wrapped by `wrapDialectValue()`. */
export const unwrapDialectValue = (term: Term): unknown => (term.toOperationNode() as ValueNode).value;

/** Returns the arguments if `term` is a call of the dialect function `name`, else undefined. */
export function getFunctionArguments(name: WordName, term: Term): Term[] | undefined {
  const node = term.toOperationNode();
  if (!FunctionNode.is(node) || node.func !== prefix + name) return undefined;
  return node.arguments.map((argument) => new ExpressionWrapper(argument));
}

/** Returns the engine's SQL for a node, or undefined if the node is not a dialect function. */
export function compileDialectFunction(words: SqlDialectFunctions, node: FunctionNode): OperationNode | undefined {
  if (!node.func.startsWith(prefix)) return undefined;
  const say: (...terms: never[]) => RawBuilder<unknown> = words[node.func.slice(prefix.length) as WordName];
  return say(...node.arguments.map((argument) => new ExpressionWrapper(argument) as never)).toOperationNode();
}
