import { type Expression, ExpressionWrapper, FunctionNode, type OperationNode, type RawBuilder, ValueNode } from 'kysely';

/** What is looked for in an index of words: rows that have all of them, any of these, and none of those. */
export interface WordQuery {
  readonly all: readonly string[];
  /** Empty: whatever else a row has. */
  readonly any: readonly string[];
  readonly none: readonly string[];
  /** Words of which every row has exactly one: one of these, and so none of the others. An engine asks what is quicker there. */
  readonly kind?: { readonly these: readonly string[]; readonly others: readonly string[] };
}

type Term = Expression<unknown>;

/**
 * What the two engines say differently. A store says it with `word`; which words come of it is decided where the statement is
 * compiled, so that nothing above knows on which engine it stands.
 */
export interface EngineWords {
  /** Does the text contain the part, letter for letter? The part is given. */
  holds(text: Term, part: Term): RawBuilder<boolean>;
  /** Does it fit the pattern of % and _ (after a backslash: themselves), small and capital letters of ASCII alike? */
  fits(text: Term, pattern: Term): RawBuilder<boolean>;
  /** Is the id one of a JSON list? */
  isOneOf(id: Term, list: Term): RawBuilder<boolean>;
  isNoneOf(id: Term, list: Term): RawBuilder<boolean>;
  /** The values of a JSON list of numbers as a table `asked (value)`. */
  listed(list: Term): RawBuilder<unknown>;
  /** The ids of all rows as one JSON list. */
  gathered(id: Term): RawBuilder<string>;
  /** For LIMIT: none, and yet the order is kept by what reads from it. */
  everything(): RawBuilder<number>;
  /** As an index holds it: `coalesce` is another expression there. */
  ifNull(value: Term, other: Term): RawBuilder<unknown>;
  /** Texts, a line each. */
  lines(...texts: Term[]): RawBuilder<string>;
  /** A column that is no way into the table: its index is not the one to use. */
  aside(column: Term): RawBuilder<unknown>;
  lesser(one: Term, other: Term): RawBuilder<number>;
  greater(one: Term, other: Term): RawBuilder<number>;
  /** `{ "name": value }`, as JSON. */
  jsonOf(name: Term, value: Term): RawBuilder<string>;
  /** Words parted by spaces, as the column of an index of words takes them. */
  wordList(words: Term): RawBuilder<string>;
  /** For WHERE: rows of a table of words; the query is a `WordQuery`. */
  matches(table: Term, query: Term): RawBuilder<boolean>;
  /** Asked in a transaction: until its end nobody else appends to the audit log. */
  auditHeld(): RawBuilder<unknown>;
  /** The highest number the audit log ever gave, whatever was cut off since. */
  highestAudit(): RawBuilder<number>;
  /** Every text column there is: ("table", "column", numbered); numbered: 1 where a part of the rows can be read. */
  textColumns(): RawBuilder<unknown>;
  /** Where a table that is numbered ends. */
  lastPlace(table: Term): RawBuilder<number>;
  /** For WHERE: from the place after `from` up to `to`. */
  isPlaced(from: Term, to: Term): RawBuilder<boolean>;
  /** What of a text fits a regular expression; with more around it, where the engine can't tell. */
  fitting(text: Term, pattern: Term): RawBuilder<string>;
  version(): RawBuilder<string>;
}

/** A pattern of % and _ that is had by what contains the text: its own are letters like any other. */
export const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

type WordName = keyof EngineWords;
const prefix = 'word ';

/** One of the words, said by whatever engine the statement is for. */
export function word<N extends WordName>(name: N, ...terms: Parameters<EngineWords[N]>): ExpressionWrapper<never, never, WordType<N>> {
  const args = (terms as readonly Term[]).map((term) => term.toOperationNode());
  return new ExpressionWrapper(FunctionNode.create(prefix + name, args));
}
type WordType<N extends WordName> = ReturnType<EngineWords[N]> extends RawBuilder<infer T> ? T : never;

/** A value of ours for a word to make something of; never sent as it is. */
export const given = (value: WordQuery | string): Expression<unknown> => new ExpressionWrapper(ValueNode.create(value));
export const givenOf = (term: Term): unknown => (term.toOperationNode() as ValueNode).value;

/** What a word was said with, where a term is that word. */
export function termsOf(name: WordName, term: Term): Term[] | undefined {
  const node = term.toOperationNode();
  if (!FunctionNode.is(node) || node.func !== prefix + name) return undefined;
  return node.arguments.map((argument) => new ExpressionWrapper(argument));
}

/** What an engine says for a node, where that is one of the words. */
export function saidFor(words: EngineWords, node: FunctionNode): OperationNode | undefined {
  if (!node.func.startsWith(prefix)) return undefined;
  const say: (...terms: never[]) => RawBuilder<unknown> = words[node.func.slice(prefix.length) as WordName];
  return say(...node.arguments.map((argument) => new ExpressionWrapper(argument) as never)).toOperationNode();
}
