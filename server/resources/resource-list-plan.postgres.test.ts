import { expect, it } from 'vitest';
import { classResource } from '../../sync/contract/people/class.ts';
import { allButIndexOnlyScan, planStatements } from '../../tests/fixtures/postgres/statement-plans.ts';
import { openTwoSchools } from '../../tests/fixtures/server/school-data.ts';
import { createResourceStore, mapSortColumns } from './resource-store.ts';

it.each(Object.values(mapSortColumns(classResource)))(
  'a page of classes sorted by %s skips the rows before it in an index-only scan',
  async (column) => {
    const { db, school } = await openTwoSchools();
    const noTeachers = { read: () => Promise.resolve(new Map()), write: () => Promise.resolve() };
    const order = { column, descending: false, offset: 0, limit: 20 };
    const [page = ''] = await planStatements(
      db,
      (recorded) => createResourceStore(recorded, classResource, noTeachers).list(school, {}, order),
      allButIndexOnlyScan,
    );
    expect(page).toMatch(/Index Only Scan using class_/);
    expect(page).not.toContain('Sort');
  },
);
