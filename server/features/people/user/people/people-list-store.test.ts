import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTwoSchools } from '../../../../../tests/fixtures/server/school-data.ts';
import { createPeopleListStore } from './people-list-store.ts';

const names = ['王伟', '王小伟', '张伟王', '李', 'Ann', 'anna 7', '2026-7', '7', '07_26'];
const people = fc.array(fc.record({ name: fc.constantFrom(...names), type: fc.constantFrom(6, 7, 8), other: fc.boolean() }), {
  minLength: 1,
  maxLength: 25,
});
const queries = fc.array(
  fc.record({
    keyword: fc.constantFrom('', '王', '王伟', '小伟', 'a', 'NN', 'anna', '7', '26', '2026', '_', '-', '-7', '6-', '伟王', '龘', 'n 7'),
    types: fc.constantFrom([7] as const, [6, 7, 8] as const),
    all: fc.boolean(),
    limits: fc.constantFrom(
      { maxDirectMatches: 9_000, maxMatches: 9_000 },
      { maxDirectMatches: 0, maxMatches: 9_000 },
      { maxDirectMatches: 0, maxMatches: 0 },
    ),
    column: fc.constantFrom('id', 'name', 'login_name'),
    descending: fc.boolean(),
    offset: fc.nat(6),
  }),
  { minLength: 10, maxLength: 10 },
);

it('the people list finds the same persons as a full scan, by every search strategy', async () => {
  await fc.assert(
    fc.asyncProperty(people, queries, async (accounts, asks) => {
      const { db, school, otherSchool, addUser } = await openTwoSchools();
      for (const [at, { name, type, other }] of accounts.entries()) await addUser(other ? otherSchool : school, `L${at}`, type, name);
      const rows = await db.selectFrom('user').selectAll().execute();
      for (const { keyword, types, all, limits, ...order } of asks) {
        const turn = order.descending ? -1 : 1;
        const expected = rows
          .filter((row) => (all || row.school_id === school) && types.some((type) => type === row.user_type))
          .filter((row) =>
            [row.name, row.login_name, row.ticket_no ?? ''].some((text) => text.toLowerCase().includes(keyword.toLowerCase())),
          )
          .map((row) => [String(order.column === 'id' ? '' : row[order.column as 'name']), row.id] as const)
          .toSorted(([a, idA], [b, idB]) => turn * (a === b ? idA - idB : a < b ? -1 : 1));
        const query = { schoolId: all ? ('all' as const) : school, types, keyword };
        const page = await createPeopleListStore(db, limits).page(query, { ...order, limit: 5 });
        // The total is inexact if more rows match than are counted, unless the page is the last one.
        const total = typeof page.total === 'number' ? expected.length : { moreThan: limits.maxMatches };
        expect(page).toEqual({ ids: expected.slice(order.offset, order.offset + 5).map(([, id]) => id), total });
        expect(expected.length).toBeGreaterThan(typeof page.total === 'number' ? -1 : limits.maxMatches);
      }
    }),
    { numRuns: 15 },
  );
});
