import {
  type BinaryOperationNode,
  ColumnNode,
  type FunctionNode,
  type OperationNode,
  OperatorNode,
  type OrderByItemNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import { saidFor } from '../engine-words.ts';
import { postgresWords } from './postgres-words.ts';

/** Kysely's words for PostgreSQL, where they mean what they mean on SQLite. */
export class WordCompiler extends PostgresQueryCompiler {
  readonly #nullable: ReadonlySet<string>;
  /** `nullable`: names of columns that may be NULL. */
  constructor(nullable: ReadonlySet<string>) {
    super();
    this.#nullable = nullable;
  }

  protected override visitFunction(node: FunctionNode): void {
    const said = saidFor(postgresWords, node);
    if (said) this.visitNode(said);
    else super.visitFunction(node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined;
    const right = node.rightOperand;
    const isEmpty =
      (PrimitiveValueListNode.is(right) && right.values.length === 0) || (ValueListNode.is(right) && right.values.length === 0);
    // One of none: nothing is.
    if (isEmpty && (operator === 'in' || operator === 'not in')) return this.append(operator === 'in' ? 'false' : 'true');
    // IS takes a value there, and NULL for one; here `where(…, 'is', 7)` is an equation.
    if (operator === 'is' && ValueNode.is(right) && right.immediate !== true)
      return super.visitBinaryOperation({ ...node, operator: OperatorNode.create('=') });
    return super.visitBinaryOperation(node);
  }

  /** NULL comes before everything there. Said only where there can be one: an index's order has to be the one asked for. */
  protected override visitOrderByItem(node: OrderByItemNode): void {
    const name = columnOf(node.orderBy);
    if (name === undefined || node.nulls !== undefined || !this.#nullable.has(name)) return super.visitOrderByItem(node);
    const isDescending = node.direction !== undefined && RawNode.is(node.direction) && node.direction.sqlFragments[0] === 'desc';
    return super.visitOrderByItem({ ...node, nulls: isDescending ? 'last' : 'first' });
  }
}

function columnOf(node: OperationNode): string | undefined {
  if (ColumnNode.is(node)) return node.column.name;
  if (ReferenceNode.is(node)) return columnOf(node.column);
  const [only] = RawNode.is(node) && node.parameters.length === 1 ? node.parameters : [];
  return only && columnOf(only);
}
