import { expect, it } from 'vitest';
import { allButIndexOnlyScan, planStatements } from '../../../../../tests/fixtures/postgres/statement-plans.ts';
import { openTwoSchools } from '../../../../../tests/fixtures/server/school-data.ts';
import { createPeopleListStore, examUserSorts, peopleSorts } from './people-list-store.ts';

const columns = [...new Set([...Object.values(peopleSorts), ...Object.values(examUserSorts)])];

it.each(columns)('a search of people sorted by %s tests very many matches in the sort index, without their rows', async (column) => {
  const { db, school } = await openTwoSchools();
  const query = { schoolId: school, types: [6, 7, 8], keyword: 'type' } as const;
  const order = { column, descending: false, offset: 0, limit: 20, known: { moreThan: 0 } };
  const plans = await planStatements(
    db,
    (recorded) => createPeopleListStore(recorded, { maxDirectMatches: 0, maxMatches: 0 }).page(query, order),
    allButIndexOnlyScan,
  );
  // The last statement reads the page of the list.
  expect(plans.at(-1)).toMatch(/Index Only Scan .*using user_list_/);
  expect(plans.at(-1)).not.toContain('Sort');
});
