import { expect, it } from 'vitest';
import type { CallOutput } from '../../../sync/contract/call.ts';
import { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import { listPackTags, mergePack } from '../../../web/platform/practice/practice-sync.ts';
import type { PracticePack } from '../../../web/platform/practice/practice-cache.ts';
import { requireDone } from '../server-fixture.ts';
import { startAssignmentRoom } from '../fixtures/assignment-room.ts';
import { validDetailLines, validProfessionDraft } from '../fixtures/resource-drafts.ts';

it('a practice pack contains the points of its questions and the scopes above them, as in the detail table', async () => {
  const room = await startAssignmentRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 22) } });
  const { deps, time } = room.server;
  const platform = await room.server.callAs(1);
  const profession = await requireDone(platform('/prof/add', validProfessionDraft));
  const table = await requireDone(platform('/detail/add', { professionId: profession.id, tradeId: null, level: 4 }));
  await requireDone(platform('/detail/publish', await requireDone(platform('/detail/modify', { ...table, lines: validDetailLines }))));
  const [placed, other] = await deps.db.selectFrom('question').select('id').orderBy('id').execute();
  const at = { prof_id: profession.id, level: 4 as const };
  await deps.db
    .updateTable('question')
    .set({ ...at, point_code: 'A-A-A-001' })
    .where('id', '=', placed?.id ?? 0)
    .execute();
  // Gives the question the code of an assessment point that the detail table no longer contains.
  await deps.db
    .updateTable('question')
    .set({ ...at, point_code: 'A-A-B-007' })
    .where('id', '=', other?.id ?? 0)
    .execute();
  room.at(time.nowMs + 10 * 86_400_000);
  await room.teacher(exerciseCalls.setOpen, { category: '题库', open: true });
  const { questions, scopes } = await room.students[0].read(exerciseCalls.getPack, {});
  expect(questions.map(({ point, pointName }) => [point, pointName])).toEqual([
    ['A-A-A-001', '职业守则'],
    ['A-A-B-007', ''],
    ['', ''],
    ['', ''],
  ]);
  expect(new Set(questions.map((question) => question.table)).size).toBe(2);
  expect(scopes.map(({ code, name }) => [code, name])).toEqual([
    ['A', '基本要求'],
    ['A-A', '职业道德'],
    ['A-A-A', '基本知识'],
    ['A-A-B', ''],
  ]);
});

it('a practice pack updated by its difference equals one that is fetched whole', async () => {
  const room = await startAssignmentRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 22) } });
  room.at(room.server.time.nowMs + 10 * 86_400_000);
  await room.teacher(exerciseCalls.setOpen, { category: '题库', open: true });
  const student = room.students[0];
  let kept: PracticePack | null = null;
  const update = async (): Promise<CallOutput<(typeof exerciseCalls)['getPack']>> => {
    const sent = await student.read(exerciseCalls.getPack, { have: listPackTags(kept) });
    kept = { fetchedMs: 1, categories: [], ...mergePack(kept, sent), scopes: sent.scopes };
    const whole = await student.read(exerciseCalls.getPack, {});
    expect({ questions: kept.questions, tags: kept.tags }).toEqual({ questions: whole.questions, tags: whole.tags });
    return sent;
  };
  expect((await update()).questions).toHaveLength(4);
  const again = await update();
  expect([again.questions, again.same.length]).toEqual([[], 4]);
  const { db } = room.server.deps;
  const [first, second] = await db.selectFrom('question').select('id').orderBy('id').execute();
  await db
    .updateTable('question')
    .set({ stem: '改过的题干', version: 9 })
    .where('id', '=', first?.id ?? 0)
    .execute();
  expect((await update()).questions.map(({ stem }) => stem)).toEqual(['改过的题干']);
  // Moves the question to a category that is not open for practice.
  await db
    .updateTable('question')
    .set({ category: '别处' })
    .where('id', '=', second?.id ?? 0)
    .execute();
  const less = await update();
  expect([less.questions, less.same.length]).toEqual([[], 3]);
  // If a student names a question outside their practice, the reply does not tell whether it exists.
  const asked = await student.read(exerciseCalls.getPack, { have: [[second?.id ?? 0, 'made-up']] });
  expect(asked.same).toEqual([]);
  await room.teacher(exerciseCalls.setOpen, { category: '题库', open: false });
  expect((await update()).same).toEqual([]);
});
