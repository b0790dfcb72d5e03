import { expect, it } from 'vitest';
import { allButIndexOnlyScan, planStatements } from '../../../../tests/fixtures/postgres/statement-plans.ts';
import { openTwoSchools } from '../../../../tests/fixtures/server/school-data.ts';
import { createJobListStore } from './job-list-store.ts';

it.each([{}, { owner: 7 }, { state: 2 }, { kind: 'backup' }, { state: 3, kind: 'backup' }] as const)(
  'a page of jobs with the filter %j is read in the order of an index that contains the filtered columns',
  async (filter) => {
    const { db } = await openTwoSchools();
    const order = { column: 'job.created_ms', descending: true, offset: 0, limit: 20 };
    const [page = ''] = await planStatements(
      db,
      (recorded) => createJobListStore(recorded).list({ owner: null, ...filter }, order),
      allButIndexOnlyScan,
    );
    expect(page).toMatch(/Index Only Scan Backward using job_/);
    expect(page).not.toContain('Sort');
  },
);
