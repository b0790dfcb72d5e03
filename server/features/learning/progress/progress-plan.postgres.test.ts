import { expect, it } from 'vitest';
import { allButIndexOnlyScan, planStatements } from '../../../../tests/fixtures/postgres/statement-plans.ts';
import { openTwoSchools } from '../../../../tests/fixtures/server/school-data.ts';
import { createProgressStore, learnerSorts } from './progress-store.ts';

it.each(Object.values(learnerSorts))(
  'a search of learners sorted by %s tests very many matches in the sort index, without their rows',
  async (column) => {
    const { db, school } = await openTwoSchools();
    const order = { column, descending: false, offset: 0, limit: 20, known: { moreThan: 0 } };
    const filter = { schoolId: school, keyword: 'type', status: 1, outcome: 'failed' } as const;
    const plans = await planStatements(
      db,
      (recorded) => createProgressStore(recorded, { maxDirectMatches: 0, maxMatches: 0 }).page(filter, order),
      allButIndexOnlyScan,
    );
    const page = plans.find((plan) => plan.startsWith('Limit')) ?? '';
    expect(page).toMatch(/Index Only Scan using learner_/);
    expect(page).not.toContain('Sort');
  },
);
