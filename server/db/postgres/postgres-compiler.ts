import {
  AliasNode,
  type BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  type FunctionNode,
  IdentifierNode,
  InsertQueryNode,
  type OperationNode,
  OperatorNode,
  type OrderByItemNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  ReturningNode,
  SelectAllNode,
  type SelectionNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  type Expression,
  type RawBuilder,
  sql,
} from 'kysely';
import {
  compileDialectFunction,
  type SqlDialectFunctions,
  unwrapDialectValue,
  toLikePattern,
  getFunctionArguments,
  mergeFacetWords,
  type WordQuery,
} from '../dialect-functions.ts';
import { moduleSchema } from '../schema.ts';

/** Converts a JSON list such as `[1,2]` to a PostgreSQL array. */
const toBigintArray = (list: unknown): RawBuilder<unknown> => sql`translate(${list}, '[]', '{}')::bigint[]`;

/**
 * Searches the texts joined by `lines` one by one: a part without a line break lies within a single text. This avoids building the joined
 * text for every row, and the planner has statistics of each column. NULL needs no `coalesce` here: it matches no part, like an empty text.
 */
function matchAnyLine(
  text: Expression<unknown>,
  part: string,
  isIn: (line: Expression<unknown>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const lines = (part.includes('\n') ? undefined : getFunctionArguments('lines', text)) ?? [text];
  return sql`(${sql.join(
    lines.map((line) => isIn(getFunctionArguments('ifNull', line)?.[0] ?? line)),
    sql` OR `,
  )})`;
}

const buildMatchCondition: SqlDialectFunctions['matches'] = (_table, query) => {
  const wordQuery = unwrapDialectValue(query) as WordQuery;
  // Testing a column takes less time than looking up a word that many rows have, so facets are tested in columns. Without any other word the index
  // could not be used, so then the facets become words.
  const isFaceted = wordQuery.all.length + wordQuery.any.length > 0;
  const { all, any, none, kind, facets = [] } = isFaceted ? wordQuery : mergeFacetWords(wordQuery);
  const isAllOfKind = kind?.others.length === 0;
  const conditions = [sql`grams @> ${isAllOfKind && kind.every !== undefined ? [...all, kind.every] : all}::text[]`];
  if (any.length > 0) conditions.push(sql`grams && ${any}::text[]`);
  // The index finds rows by the words that they have, so require a word of `these` (`WordQuery.kind`). The absence of `others` would be tested on
  // every remaining row.
  if (kind && !isAllOfKind) conditions.push(sql`grams && ${kind.these}::text[]`);
  if (none.length > 0) conditions.push(sql`NOT grams && ${none}::text[]`);
  for (const { column, values } of facets) conditions.push(sql`${sql.ref(column)} = ANY(${values}::bigint[])`);
  return sql`(${sql.join(conditions, sql` AND `)})`;
};

const postgresDialectFunctions: SqlDialectFunctions = {
  // Cast to text, because `citext` would ignore case here too. Not strpos: the planner has no statistics for it, assumes that a third of the
  // rows match, and would walk the whole list for a keyword without matches.
  holds(text, part) {
    const pattern = toLikePattern(unwrapDialectValue(part) as string);
    return matchAnyLine(text, pattern, (line) => sql`(${line})::text LIKE ${pattern}`);
  },
  fits: (text, pattern) => sql`(${text})::text ILIKE ${pattern}`,
  // Unnesting the array builds a hash set once. ANY and ALL would parse the list and scan it for every row.
  isOneOf: (id, list) => sql`${id} IN (SELECT unnest(${toBigintArray(list)}))`,
  // OR keeps the planner from starting with the rows of the query, all of which it would fetch from the list's table and sort.
  isAmong: (id, query) => sql`(${id} IN ${query} OR false)`,
  listed: (list) => sql`unnest(${toBigintArray(list)}) AS asked (value)`,
  // Joining numbers as texts is three times as fast as json_agg.
  gathered: (id) => sql`concat('[', string_agg((${id})::text, ','), ']')`,
  ifNull: (value, other) => sql`coalesce(${value}, ${other})`,
  lines: (...texts) => sql`${sql.join(texts, sql` || chr(10) || `)}`,
  // The column stays as it is: PostgreSQL's planner decides by statistics, and there is no hint that keeps it from an index.
  withoutIndex: (column) => sql`${column}`,
  // Ordering by an expression cannot use the index of the primary key, which has the rows of all banks and schools.
  matchKey: (column) => sql`${column} + 0`,
  lesser: (one, other) => sql`least(${one}, ${other})`,
  greater: (one, other) => sql`greatest(${one}, ${other})`,
  jsonOf: (name, value) => sql`json_build_object(${name}, ${value})::text`,
  wordList: (words) => sql`string_to_array(${words}, ' ')`,
  matches: buildMatchCondition,
  // Does not use EXISTS, for which the planner would read all matches first.
  isMatch: (table, key, query) => sql`(SELECT ${buildMatchCondition(table, query)} FROM ${table} WHERE rowid = ${key})`,
  textColumns: () => sql`
    (SELECT table_name::text AS "table", column_name::text AS "column", 1 AS numbered
     FROM information_schema.columns WHERE table_schema = current_schema() AND (data_type = 'text' OR udt_name = 'citext'))`,
  // PostgreSQL reads the table in another process and blocks nobody here, so the whole table is read at once. Ranges of row positions could not be
  // used anyway, because an updated row moves.
  lastPlace: () => sql`1`,
  isPlaced: () => sql`true`,
  fitting: (text, pattern) =>
    sql`(SELECT string_agg(found[1], ' ') FROM regexp_matches(${text}, ${sql.lit(`(${String(unwrapDialectValue(pattern))})`)}, 'g') AS found)`,
  version: () => sql`'PostgreSQL ' || current_setting('server_version')`,
};

/** Compiles Kysely's queries for PostgreSQL with the semantics of SQLite. */
export class PostgresDialectCompiler extends PostgresQueryCompiler {
  readonly #nullable: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  /** `nullable`: columns that may be NULL, each as `table.column`. */
  constructor(nullable: ReadonlySet<string>) {
    super();
    this.#nullable = nullable;
    this.#names = new Set([...nullable].map((each) => each.slice(each.indexOf('.') + 1)));
  }

  protected override visitFunction(node: FunctionNode): void {
    const compiled = compileDialectFunction(postgresDialectFunctions, node);
    if (compiled) this.visitNode(compiled);
    else super.visitFunction(node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined;
    const right = node.rightOperand;
    const isEmpty =
      (PrimitiveValueListNode.is(right) && right.values.length === 0) || (ValueListNode.is(right) && right.values.length === 0);
    // `IN ()` is a syntax error in PostgreSQL.
    if (isEmpty && (operator === 'in' || operator === 'not in')) return this.append(operator === 'in' ? 'false' : 'true');
    // In PostgreSQL, IS compares with NULL and truth values only. `where(…, 'is', 7)` is equality here.
    if (operator === 'is' && ValueNode.is(right) && right.immediate !== true)
      return super.visitBinaryOperation({ ...node, operator: OperatorNode.create('=') });
    return super.visitBinaryOperation(node);
  }

  /**
   * Names the columns that `*` stands for. PostgreSQL refuses a prepared statement when its result has other columns than before, and a server of
   * a newer version may add a column while this one runs.
   */
  protected override visitSelection(node: SelectionNode): void {
    // The `*` of `count(*)` is an argument of a function, not a list of columns.
    const isResult = this.parentNode !== undefined && (SelectQueryNode.is(this.parentNode) || ReturningNode.is(this.parentNode));
    const columns = isResult ? this.#listColumns(node) : undefined;
    if (columns === undefined) super.visitSelection(node);
    else this.append(columns.join(', '));
  }

  /** Lists the columns that a selected `*` stands for; undefined if the selection is not `*`, or if a table of the query is not declared. */
  #listColumns({ selection }: SelectionNode): string[] | undefined {
    const table = ReferenceNode.is(selection) && SelectAllNode.is(selection.column) ? selection.table?.table.identifier.name : undefined;
    if (table === undefined && !SelectAllNode.is(selection)) return undefined;
    const sources = this.nodeStack.map(listSources).findLast((each) => each !== undefined) ?? [];
    const selectedSources = sources.filter(({ alias }) => table === undefined || alias === table);
    const columns = selectedSources.map(({ alias, name }) => {
      const declared = name === undefined ? undefined : moduleSchema.tables[name]?.columns;
      return declared && Object.keys(declared).map((column) => `"${alias}"."${column}"`);
    });
    return columns.length > 0 && columns.every((each) => each !== undefined) ? columns.flat() : undefined;
  }

  /**
   * Sorts NULL before all values, as SQLite does. Added only for columns that may be NULL, because an index serves only the exact order it was
   * built for.
   */
  protected override visitOrderByItem(node: OrderByItemNode): void {
    const column = findColumn(node.orderBy);
    if (column === undefined || node.nulls !== undefined || !this.#mayBeNull(column)) return super.visitOrderByItem(node);
    const isDescending = node.direction !== undefined && RawNode.is(node.direction) && node.direction.sqlFragments[0] === 'desc';
    return super.visitOrderByItem({ ...node, nulls: isDescending ? 'last' : 'first' });
  }

  #mayBeNull({ table, name }: Column): boolean {
    const select = this.nodeStack.findLast((node) => SelectQueryNode.is(node));
    const tables = select && mapTableAliases(select);
    // The column may belong to any table or be an alias: check whether any nullable column has its name.
    if (!tables || isNamedAnew(select, name)) return this.#names.has(name);
    const candidateTables = table === undefined ? [...tables.values()] : [tables.get(table) ?? ''];
    return candidateTables.some((each) => this.#nullable.has(`${each}.${name}`));
  }
}

interface Column {
  readonly table?: string | undefined;
  readonly name: string;
}

function findColumn(node: OperationNode): Column | undefined {
  if (ColumnNode.is(node)) return { name: node.column.name };
  if (ReferenceNode.is(node)) {
    const column = findColumn(node.column);
    return column && { ...column, table: node.table?.table.identifier.name };
  }
  const [only] = RawNode.is(node) && node.parameters.length === 1 ? node.parameters : [];
  return only && findColumn(only);
}

/**
 * Maps the aliases of the query's tables to their names. Undefined if a source is not a plain table, or if an outer join may leave columns NULL.
 */
function mapTableAliases(select: SelectQueryNode): Map<string, string> | undefined {
  const { joins = [], setOperations = [] } = select;
  const isWhole = setOperations.length === 0 && joins.every((join) => join.joinType === 'InnerJoin');
  const tables = new Map<string, string>();
  for (const { alias, name } of listSources(select) ?? []) {
    if (!isWhole || alias === undefined || name === undefined) return undefined;
    tables.set(alias, name);
  }
  return tables;
}

/** A source of a query's rows. `name`: the table; undefined for a subquery or a function. */
interface Source {
  readonly alias: string | undefined;
  readonly name: string | undefined;
}

/** Lists the sources of a query, or the one table that it changes. Undefined if the node is no query. */
function listSources(node: OperationNode): Source[] | undefined {
  const describe = (source: OperationNode): Source => {
    const inner = AliasNode.is(source) ? source.node : source;
    const name = TableNode.is(inner) ? inner.table.identifier.name : undefined;
    return { name, alias: AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : name };
  };
  if (SelectQueryNode.is(node)) return [...(node.from?.froms ?? []), ...(node.joins ?? []).map((join) => join.table)].map(describe);
  if (InsertQueryNode.is(node)) return node.into && [describe(node.into)];
  if (UpdateQueryNode.is(node)) return node.table && [describe(node.table)];
  return DeleteQueryNode.is(node) ? node.from.froms.map(describe) : undefined;
}

/** Checks whether the SELECT list defines an alias of this name. */
const isNamedAnew = ({ selections = [] }: SelectQueryNode, name: string): boolean =>
  selections.some(({ selection }) => AliasNode.is(selection) && IdentifierNode.is(selection.alias) && selection.alias.name === name);
