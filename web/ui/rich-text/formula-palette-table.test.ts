import { expect, it } from 'vitest';
import { checkFormula } from './latex.ts';
import { formulaTemplates } from './formula-palette-table.ts';

it('every formula of the palette is valid', () => {
  for (const piece of Object.values(formulaTemplates).flat())
    expect([piece.join(''), checkFormula(piece.join(''))]).toEqual([piece.join(''), undefined]);
});
