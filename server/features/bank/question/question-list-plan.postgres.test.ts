import { beforeAll, expect, it } from 'vitest';
import { planStatements } from '../../../../tests/fixtures/postgres/statement-plans.ts';
import { openTwoSchools } from '../../../../tests/fixtures/server/school-data.ts';
import { certifiedBankId } from '../../../db/schema/question.ts';
import { createQuestionListStore, type QuestionFilter, type QuestionScope, questionSorts } from './question-list-store.ts';

let data: Awaited<ReturnType<typeof openTwoSchools>>;
beforeAll(async () => {
  data = await openTwoSchools();
});

const planList = (
  scope: QuestionScope,
  column: string,
  descending: boolean,
  filter: QuestionFilter = {},
  switchedOff = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'],
): Promise<string[]> =>
  planStatements(
    data.db,
    (db) => createQuestionListStore(db).list(scope, filter, { column, descending, offset: 0, limit: 20, known: 50 }),
    switchedOff,
  );

const columns = [...new Set(Object.values(questionSorts))];

it.each(columns)('the certified bank sorted by %s is read in index order, without a sort', async (column) => {
  for (const descending of [false, true]) {
    const [page = ''] = await planList({ schoolId: certifiedBankId }, column, descending);
    expect(page).toMatch(/Index Only Scan .*using question_by_/);
    expect(page).not.toContain('Sort');
  }
});

it('the professions of the certified bank are found by an index skip scan, without an aggregate', async () => {
  const [professions = ''] = await planList({ schoolId: certifiedBankId, offered: [1] }, 'id', false);
  // The smallest profession id is the first row of the index. An aggregate such as MIN would read the whole bank.
  expect(professions).toMatch(/Limit[^\n]*\n *-> {2}Index Only Scan using question_point/);
  expect(professions).not.toContain('Aggregate');
});

it('a search sorted by id sorts its matches instead of reading all banks in id order', async () => {
  const plans = await planList({ schoolId: data.school }, 'id', true, { category: '理论' }, ['enable_seqscan']);
  expect(plans.filter((plan) => /Sort Key: .*rowid \+ 0.* DESC/.test(plan))).toHaveLength(1);
});

it.each(columns)('a filter on columns in the order of %s is tested in the index, without a sort', async (column) => {
  const filter = { type: 1, status: 2, difficulty: 2, level: 3 } as const;
  const [page = ''] = await planList({ schoolId: data.school }, column, false, filter);
  expect(page).toMatch(/Index Only Scan using question_by_/);
  expect(page).not.toContain('Sort');
});
