import { expect, it } from 'vitest';
import { exerciseCalls } from '../../sync/contract/exercise.ts';
import type { Sitter } from './exam-room.ts';
import { done } from './server-fixture.ts';
import { taskRoom } from './task-room.ts';
import { detailLines, professionDraft } from './thing-drafts.ts';

it('a practice pack names the points of its questions and the scopes above them, as their tables do', async () => {
  const room = await taskRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 22) } });
  const { deps, time } = room.server;
  const platform = await room.server.callAs(1);
  const profession = await done(platform('/prof/add', professionDraft));
  const table = await done(platform('/detail/add', { professionId: profession.id, tradeId: null, level: 4 }));
  await done(platform('/detail/publish', await done(platform('/detail/modify', { ...table, lines: detailLines }))));
  const [placed, other] = await deps.db.selectFrom('question').select('id').orderBy('id').execute();
  const at = { prof_id: profession.id, level: 4 as const };
  await deps.db
    .updateTable('question')
    .set({ ...at, point_code: 'A-A-A-001' })
    .where('id', '=', placed?.id ?? 0)
    .execute();
  // Of a point that the table has no more.
  await deps.db
    .updateTable('question')
    .set({ ...at, point_code: 'A-A-B-007' })
    .where('id', '=', other?.id ?? 0)
    .execute();
  room.at(time.nowMs + 10 * 86_400_000);
  await room.teacher(exerciseCalls.setOpen, { category: '题库', open: true });
  const { questions, scopes } = await (room.students[0] as Sitter).read(exerciseCalls.getPack, {});
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
