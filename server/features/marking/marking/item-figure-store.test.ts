import { expect, it } from 'vitest';
import { createExamSchool, examStartMs } from '../../../../tests/fixtures/server/exam-data.ts';
import { createItemFigureStore } from './item-figure-store.ts';
import { createMarkingStore } from './marking-store.ts';

async function sat() {
  const school = await createExamSchool();
  const { planId, attempts } = await school.publishPlan();
  const items = await school.db
    .selectFrom('exam_item')
    .select(['item_id', 'question_id', 'points'])
    .where('plan_id', '=', planId)
    .execute();
  const [first] = items;
  if (first === undefined) throw new Error('a paper has questions');
  const store = createMarkingStore(school.db);
  let markedMs = examStartMs;
  /** Gives attempt `at` these hundredths for the first question and 0 for the others. */
  const score = async (at: number, cent: number | null) => {
    const attemptId = attempts[at] ?? '';
    const itemScores = items.map((item) => ({ itemId: item.item_id, cent: item.item_id === first.item_id ? cent : 0, right: null }));
    const made = { attemptId, planId, pointsCent: cent ?? 0, items: itemScores, answersVersion: 1 };
    expect(await store.save(planId, [made], await store.inputs(planId, [attemptId]), (markedMs += 1))).toBe(true);
  };
  const figure = async () => (await createItemFigureStore(school.db, school.deps.sync).ofQuestion(first.question_id)).get(planId);
  const release = () => school.db.updateTable('exam_plan').set({ released_ms: examStartMs }).where('id', '=', planId).execute();
  return { ...school, score, figure, release, attempts, planId, first, most: first.points * 100 };
}

it('item figures do not include an exam whose scores are not released', async () => {
  const { score, figure, release, most } = await sat();
  await score(0, most);
  expect(await figure()).toBeUndefined();
  await release();
  expect(await figure()).toMatchObject({ attempts: 1, ease: 1, discrimination: null });
});

it('item figures count scored attempts only, and are computed again when a score changes or is added', async () => {
  const { score, figure, release, most } = await sat();
  await release();
  expect(await figure()).toBeUndefined();
  await score(0, most);
  await score(1, 0);
  expect(await figure()).toMatchObject({ attempts: 2, ease: 0.5 });
  await score(1, most);
  expect(await figure()).toMatchObject({ attempts: 2, ease: 1 });
  // A score that waits for a marker does not count yet.
  await score(2, null);
  expect(await figure()).toMatchObject({ attempts: 2, ease: 1 });
  await score(2, 0);
  expect((await figure())?.ease).toBeCloseTo(2 / 3);
});

it('item figures count who chose each option, with the mean total of those examinees', async () => {
  const { score, figure, release, attempts, first, double, db, most } = await sat();
  const options = ['A', 'B', 'C'].map((id) => ({ id, html: id }));
  await db
    .updateTable('exam_item')
    .set({ options: JSON.stringify(options) })
    .where('item_id', '=', first.item_id)
    .execute();
  await release();
  for (const [n, chosen] of [['B'], ['C'], ['B', 'C']].entries()) {
    double.answer(attempts[n] ?? '', { [first.item_id]: chosen }, 1);
    await score(n, n === 1 ? 0 : most);
  }
  expect((await figure())?.options).toEqual([
    { id: 'A', count: 0, mean: null },
    { id: 'B', count: 2, mean: most / 100 },
    { id: 'C', count: 2, mean: most / 200 },
  ]);
});

it('item figures of the bank leave out a question that was dropped or gave everybody full points', async () => {
  const { score, figure, release, planId, first, db, teacher, most } = await sat();
  await release();
  const correct = async (correction: object | null) => {
    const row = { question_id: first.question_id, correction: JSON.stringify(correction), reason: '', changed: 0 };
    await db
      .insertInto('key_correction')
      .values({ plan_id: planId, ...row, corrected_by: teacher.caller.userId, corrected_ms: 1 })
      .execute();
    // A correction of the key causes every attempt to be marked again.
    await score(0, most);
  };
  await score(0, most);
  expect(await figure()).toMatchObject({ attempts: 1 });
  await correct({ kind: 'out' });
  expect(await figure()).toBeUndefined();
  await correct(null);
  expect(await figure()).toMatchObject({ attempts: 1 });
  await correct({ kind: 'full' });
  expect(await figure()).toBeUndefined();
});
