import { expect, it } from 'vitest';
import { isSafeFormula } from './formula.ts';

it.each([
  ['\\frac{1}{2}mv^2', true],
  ['\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}', true],
  ['\\left( \\lambda \\right) \\leq \\longrightarrow \\deg x', true],
  ['\\def\\a{xxxxxxxxxx}\\a\\a\\a', false],
  ['\\gdef\\a{x}', false],
  ['\\newcommand{\\a}{x}\\a', false],
  ['\\ref{a}', false],
  ['\\eqref{a}', false],
  ['\\let\\a=\\frac', false],
  ['{'.repeat(300) + 'x' + '}'.repeat(300), false],
  ['x+'.repeat(2001), false],
])('isSafeFormula accepts formulas of usual size and refuses definitions and references: %s', (source, safe) => {
  expect(isSafeFormula(source)).toBe(safe);
});
