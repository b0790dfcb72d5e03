import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { expect, it } from 'vitest';
import { createBankSchool, createSingleChoice } from '../../../../tests/fixtures/server/bank-data.ts';
import { getPostgresUrl } from '../../../../tests/fixtures/postgres/test-database.ts';
import { createQuestionDrawReads } from './question-draw-reads.ts';

/** Adds thirty questions in use in two categories; those of "甲" are the most used. */
async function usedBank() {
  const { db, raw, school, head, handlers, add } = await createBankSchool();
  const items = [];
  for (let at = 0; at < 30; at += 1) items.push(await add(createSingleChoice(`题${at}`, { category: at % 3 === 0 ? '甲' : '乙' })));
  await handlers.setStatus({ items, event: 'approve', reason: '' }, head);
  raw.exec("UPDATE question SET used_count = id % 4 + CASE WHEN category = '甲' THEN 10 ELSE 0 END");
  const [of] = (await createQuestionDrawReads(db).byIds(school, [1])).values();
  if (of === undefined) throw new Error('not there');
  return { db, raw, school, of };
}

it('`like` returns the least used similar questions, with few or with many matches', async () => {
  const { db, school, of } = await usedBank();
  const draw = async (few: number, avoid: number[], limit: number) =>
    (await createQuestionDrawReads(db, few).suggestReplacements(school, 'school', of, avoid, limit)).map((one) => one.id);
  expect(await draw(2000, [4], 3)).toEqual([13, 16, 28]);
  for (const limit of [1, 3, 9, 40]) expect(await draw(0, [4, 7], limit)).toEqual(await draw(2000, [4, 7], limit));
});

it.runIf(getPostgresUrl() === undefined)(
  '`like` searches for little-used questions in a covering index, without reading their rows',
  async () => {
    const { db, raw, school, of } = await usedBank();
    const nodes: RootOperationNode[] = [];
    const seeing: KyselyPlugin = {
      transformQuery: ({ node }) => (nodes.push(node), node),
      transformResult: ({ result }) => Promise.resolve(result),
    };
    await createQuestionDrawReads(db.withPlugin(seeing), 0).suggestReplacements(school, 'school', of, [], 3);
    const plans = nodes
      .map((node) => db.getExecutor().compileQuery(node, { queryId: 'plan' }))
      .map(({ sql, parameters }) => raw.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters))
      .map((rows) => rows.map((row) => row.detail).join('; '));
    const walks = plans.filter((plan) => plan.includes('question_by_used_count'));
    expect(walks.length).toBeGreaterThan(0);
    for (const walk of walks) expect(walk).toContain('USING COVERING INDEX question_by_used_count');
  },
);
