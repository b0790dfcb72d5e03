import { expect, it } from 'vitest';
import { findFormulaAt, findFormulas } from './formulas.ts';
import { checkFormula } from './latex.ts';

it.each([
  ['\\frac{1', { kind: 'braceOpen', of: '1' }],
  ['x}', { kind: 'braceClose', of: '1' }],
  ['\\{a\\}', undefined],
  ['\\alpa', { kind: 'unknown', of: '\\alpa' }],
  ['\\frac{1}', { kind: 'argument', of: '\\frac' }],
  ['\\sqrt', { kind: 'argument', of: '\\sqrt' }],
  ['x^', { kind: 'argument', of: '^' }],
  ['x^2^3', { kind: 'double', of: '' }],
  ['\\left( x', { kind: 'leftRight', of: '' }],
  ['\\begin{matrix} a', { kind: 'environment', of: 'matrix' }],
  ['\\begin{matrix}a\\end{pmatrix}', { kind: 'environment', of: 'matrix' }],
  ['\\begin{foo}a\\end{foo}', { kind: 'unknown', of: 'foo' }],
  ['\\def\\a{b}', { kind: 'refused', of: '' }],
  ['a & b', { kind: 'other', of: '' }],
  ['\\frac{U}{R}', undefined],
])('checkFormula: %s', (source, fault) => {
  expect(checkFormula(source)).toEqual(fault);
});

it('findFormulas and findFormulaAt locate the formulas of a text', () => {
  expect(findFormulas('设 $a$ 与 $$b^2$$').map(({ from, to, source, display }) => [from, to, source, display])).toEqual([
    [2, 5, 'a', false],
    [8, 15, 'b^2', true],
  ]);
  expect([2, 3, 4, 5].map((at) => findFormulaAt('设 $a$ 与', at)?.source)).toEqual([undefined, 'a', 'a', undefined]);
});
