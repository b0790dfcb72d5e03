import { expect, it } from 'vitest';
import { examSchool, examStartMs, minuteMs } from '../../../tests/fixtures/server/exam-data.ts';
import { itemFigureStore } from './item-figure-store.ts';
import { markingStore } from './marking-store.ts';

async function sat() {
  const school = await examSchool();
  const { planId, attempts } = await school.publishPlan();
  const items = await school.db
    .selectFrom('exam_item')
    .select(['item_id', 'question_id', 'points'])
    .where('plan_id', '=', planId)
    .execute();
  const [first] = items;
  if (first === undefined) throw new Error('a paper has questions');
  const store = markingStore(school.db);
  let markedMs = examStartMs;
  /** Attempt `at` gets these hundredths for the first question and nothing for the others. */
  const score = (at: number, cent: number | null) =>
    store.save(
      {
        attemptId: attempts[at] ?? '',
        planId,
        pointsCent: cent ?? 0,
        items: items.map((item) => ({ itemId: item.item_id, cent: item.item_id === first.item_id ? cent : 0, right: null })),
        answersVersion: 1,
      },
      (markedMs += 1),
    );
  const figure = async () => (await itemFigureStore(school.db, school.deps.clock).ofQuestion(first.question_id)).get(planId);
  return { ...school, score, figure, most: first.points * 100, endMs: examStartMs + 90 * minuteMs };
}

it('tells nothing of an exam that still goes on', async () => {
  const { score, figure, setNow, most, endMs } = await sat();
  await score(0, most);
  setNow(endMs);
  expect(await figure()).toBeUndefined();
  setNow(endMs + 1);
  expect(await figure()).toEqual({ attempts: 1, ease: 1, discrimination: null });
});

it('counts who was scored, and counts anew when a score changes or one more comes', async () => {
  const { score, figure, setNow, most, endMs } = await sat();
  setNow(endMs + 1);
  expect(await figure()).toBeUndefined();
  await score(0, most);
  await score(1, 0);
  expect(await figure()).toMatchObject({ attempts: 2, ease: 0.5 });
  await score(1, most);
  expect(await figure()).toMatchObject({ attempts: 2, ease: 1 });
  // What waits for a marker is no score yet.
  await score(2, null);
  expect(await figure()).toMatchObject({ attempts: 2, ease: 1 });
  await score(2, 0);
  expect((await figure())?.ease).toBeCloseTo(2 / 3);
});
