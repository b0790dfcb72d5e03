import { expect, it } from 'vitest';
import { allButIndexOnlyScan, planStatements } from '../../../../tests/fixtures/postgres/statement-plans.ts';
import { openTwoSchools } from '../../../../tests/fixtures/server/school-data.ts';
import { createAuditStore } from './audit-store.ts';

it('a page of the audit log is read in the order of an index, for one school and for all', async () => {
  const { db, school } = await openTwoSchools();
  const order = { column: 'audit.at_ms', descending: true, offset: 0, limit: 20 };
  for (const schoolId of [school, undefined]) {
    const filter = { schoolId, who: 't', call: '/paper/add', outcome: 'refused' } as const;
    const [page = ''] = await planStatements(db, (recorded) => createAuditStore(recorded).list(filter, order), allButIndexOnlyScan);
    expect(page).toMatch(/Index Only Scan Backward using audit_/);
    expect(page).not.toContain('Sort');
  }
});
