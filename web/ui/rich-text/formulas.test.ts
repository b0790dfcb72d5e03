import { expect, it } from 'vitest';
import { findFormulaAt, findFormulas } from './formulas.ts';
import { checkFormula } from './latex.ts';

it.each([
  ['\\frac{1', { kind: 'braceOpen', subject: '1' }],
  ['x}', { kind: 'braceClose', subject: '1' }],
  ['\\{a\\}', undefined],
  ['\\alpa', { kind: 'unknown', subject: '\\alpa' }],
  ['\\frac{1}', { kind: 'argument', subject: '\\frac' }],
  ['\\sqrt', { kind: 'argument', subject: '\\sqrt' }],
  ['x^', { kind: 'argument', subject: '^' }],
  ['x^2^3', { kind: 'double', subject: '' }],
  ['\\left( x', { kind: 'leftRight', subject: '' }],
  ['\\begin{matrix} a', { kind: 'environment', subject: 'matrix' }],
  ['\\begin{matrix}a\\end{pmatrix}', { kind: 'environment', subject: 'matrix' }],
  ['\\begin{foo}a\\end{foo}', { kind: 'unknown', subject: 'foo' }],
  ['\\def\\a{b}', { kind: 'refused', subject: '' }],
  ['a & b', { kind: 'other', subject: '' }],
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
