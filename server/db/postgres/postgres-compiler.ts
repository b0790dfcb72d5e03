import {
  AliasNode,
  type BinaryOperationNode,
  ColumnNode,
  type FunctionNode,
  IdentifierNode,
  type OperationNode,
  OperatorNode,
  type OrderByItemNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import { compileDialectFunction } from '../dialect-functions.ts';
import { postgresDialectFunctions } from './postgres-dialect-functions.ts';

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
    const said = compileDialectFunction(postgresDialectFunctions, node);
    if (said) this.visitNode(said);
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
   * Sorts NULL before all values, as SQLite does. Added only for columns that may be NULL, because an index serves only the exact order it was
   * built for.
   */
  protected override visitOrderByItem(node: OrderByItemNode): void {
    const column = columnOf(node.orderBy);
    if (column === undefined || node.nulls !== undefined || !this.#mayBeNull(column)) return super.visitOrderByItem(node);
    const isDescending = node.direction !== undefined && RawNode.is(node.direction) && node.direction.sqlFragments[0] === 'desc';
    return super.visitOrderByItem({ ...node, nulls: isDescending ? 'last' : 'first' });
  }

  #mayBeNull({ table, name }: Column): boolean {
    const select = this.nodeStack.findLast((node) => SelectQueryNode.is(node));
    const tables = select && tablesOf(select);
    // The table of the column is unknown: check whether any nullable column has this name.
    if (!tables || isNamedAnew(select, name)) return this.#names.has(name);
    const asked = table === undefined ? [...tables.values()] : [tables.get(table) ?? ''];
    return asked.some((each) => this.#nullable.has(`${each}.${name}`));
  }
}

interface Column {
  readonly table?: string | undefined;
  readonly name: string;
}

function columnOf(node: OperationNode): Column | undefined {
  if (ColumnNode.is(node)) return { name: node.column.name };
  if (ReferenceNode.is(node)) {
    const column = columnOf(node.column);
    return column && { ...column, table: node.table?.table.identifier.name };
  }
  const [only] = RawNode.is(node) && node.parameters.length === 1 ? node.parameters : [];
  return only && columnOf(only);
}

/**
 * Maps the aliases of the query's tables to their names. Undefined if a source is not a plain table, or if an outer join may leave columns NULL.
 */
function tablesOf({ from, joins = [], setOperations = [] }: SelectQueryNode): Map<string, string> | undefined {
  const isWhole = setOperations.length === 0 && joins.every((join) => join.joinType === 'InnerJoin');
  const sources = [...(from?.froms ?? []), ...joins.map((join) => join.table)];
  const tables = new Map<string, string>();
  for (const source of sources) {
    const node = AliasNode.is(source) ? source.node : source;
    if (!isWhole || !TableNode.is(node)) return undefined;
    const name = node.table.identifier.name;
    tables.set(AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : name, name);
  }
  return tables;
}

/** Checks whether the SELECT list defines an alias of this name. */
const isNamedAnew = ({ selections = [] }: SelectQueryNode, name: string): boolean =>
  selections.some(({ selection }) => AliasNode.is(selection) && IdentifierNode.is(selection.alias) && selection.alias.name === name);
