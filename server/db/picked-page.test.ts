import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPickedPage } from './picked-page.ts';

it('readPickedPage returns the same page as filtering the whole sorted list', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 3_000 }),
      fc.integer({ min: 1, max: 10 }),
      fc.boolean(),
      fc.nat(3_000),
      fc.integer({ min: 1, max: 50 }),
      async (rows, every, descending, offset, limit) => {
        const inOrder = descending ? rows.toReversed() : rows;
        const matchingIds = inOrder.filter((id) => id % every === 0);
        const page = await readPickedPage(
          async (down, from, many) => (down === descending ? inOrder : inOrder.toReversed()).slice(from, from + many),
          { column: 'any', descending, offset, limit },
          matchingIds.toReversed(),
        );
        expect(page).toEqual(matchingIds.slice(offset, offset + limit));
      },
    ),
  ));
