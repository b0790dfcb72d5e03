import { expect, it } from 'vitest';
import { formulaFault } from '../lib/latex.ts';
import { formulaPieces } from './formula-palette-table.ts';

it('every formula of the palette can be set', () => {
  for (const piece of Object.values(formulaPieces).flat())
    expect([piece.join(''), formulaFault(piece.join(''))]).toEqual([piece.join(''), undefined]);
});
