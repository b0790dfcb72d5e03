import { expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { startTestServer } from '../server-fixture.ts';

it('/progress/getClasses counts the school’s students by class, status and sign-in', async () => {
  const server = await startTestServer();
  const school = server.as(await server.openSession(2));
  const add = async (name: string) =>
    ((await school('/class/add', { ...createBlankDraft(classResource), name, grade: '2026' })).data as { id: number }).id;
  const [first, empty] = [await add('一班'), await add('二班')];
  const idOf = server.raw.prepare<[string], number>('SELECT min(id) FROM user WHERE login_name = ?').pluck();
  await school('/class/assign', { class_id: first, user_ids: [idOf.get('type7'), idOf.get('type8')] });
  server.raw.prepare('UPDATE user SET status = 2 WHERE id = ?').run(idOf.get('type8'));
  server.raw.prepare('UPDATE user SET last_sign_in_ms = 77 WHERE id = ?').run(idOf.get('type7'));
  const nobody = { students: 0, enabled: 0, applying: 0, disabled: 0, signed_in: 0, last_sign_in_ms: null };
  const nothing = { exams: 0, sat: 0, handed_in: 0, absent: 0, scored: 0, passed: 0, average: null, tests: 0 };
  const set = { homework: 0, homework_in: 0, homework_done: 0, homework_scored: 0, homework_average: null };
  const work = { ...set, practised: 0, practice_right: null };
  const none = { ...nobody, ...nothing, ...work };
  const items = async () => ((await school('/progress/getClasses', {})).data as { items: object[] }).items;
  expect(await items()).toEqual([
    { ...none, id: first, name: '一班', students: 2, enabled: 1, applying: 1, signed_in: 1, last_sign_in_ms: 77 },
    { ...none, id: empty, name: '二班' },
  ]);
  await school('/class/assign', { class_id: null, user_ids: [idOf.get('type7')] });
  expect((await items()).at(-1)).toMatchObject({ id: null, name: '未分班', students: 1, enabled: 1 });
  const other = server.as(await server.openSession(3, server.schoolIds[1]));
  expect((await other('/progress/getClasses', {})).data).toMatchObject({ items: [{ id: null, students: 2, scored: 0 }] });
});
