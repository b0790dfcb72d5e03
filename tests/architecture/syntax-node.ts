/** A node of the syntax tree of `oxc-parser`. */
export interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}
/** Tells whether a value in a syntax tree is a node. */
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
