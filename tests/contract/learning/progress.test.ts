import { rebuildPersonWords } from '../../../server/db/search/person-text-store.ts';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { expect, it } from 'vitest';
import { startTestServer } from '../server-fixture.ts';

const minuteMs = 60_000;
const aClass = { ...createBlankDraft(classResource), name: '甲班' };
type Row = Record<string, unknown> & { id: number; name: string };

/** Creates a school with two students in published exams. Writes the results directly, as marking would do. */
async function school() {
  const server = await startTestServer();
  const { raw, time } = server;
  const [schoolId] = server.schoolIds;
  const idOf = (type: number) =>
    raw
      .prepare<[string, number], number>('SELECT id FROM user WHERE login_name = ? AND school_id = ?')
      .pluck()
      .get(`type${type}`, schoolId) ?? 0;
  const [student, examinee] = [idOf(7), idOf(8)];
  const plan = (kind: 'exam' | 'test', startMs: number, userIds: readonly number[]): number => {
    const paperId = raw
      .prepare(
        "INSERT INTO paper (school_id, name, kind, status, rules, question_count, total_points, updated_by, updated_ms, created_ms) VALUES (?, '卷', ?, 3, '{}', 1, 50, 1, 0, 0) RETURNING id",
      )
      .pluck()
      .get(schoolId, kind);
    const planId = raw
      .prepare<unknown[], number>(
        "INSERT INTO exam_plan (school_id, name, paper_id, start_ms, duration_ms, entry_limit_ms, earliest_hand_in_ms, notice, updated_by, updated_ms, created_ms) VALUES (?, '期末', ?, ?, ?, 0, 0, '', 1, 0, 0) RETURNING id",
      )
      .pluck()
      .get(schoolId, paperId, startMs, 60 * minuteMs);
    raw
      .prepare(
        "INSERT INTO exam_package (plan_id, variant, version, paper_name, question_count, total_points, pass_points, sections, sealed, size_bytes, content_key) VALUES (?, 'A', 1, '卷', 1, 50, 30, '[]', '', 0, x'00')",
      )
      .run(planId);
    for (const [position, userId] of userIds.entries())
      raw
        .prepare(
          "INSERT INTO exam_examinee (plan_id, user_id, position, name, ticket_no, attempt_id, variant) VALUES (?, ?, ?, '', '', ?, 'A')",
        )
        .run(planId, userId, position, server.deps.chance.uuid());
    raw.prepare('UPDATE exam_plan SET published_ms = 1 WHERE id = ?').run(planId);
    return planId ?? 0;
  };
  const enter = (planId: number, userId: number) =>
    raw.prepare('UPDATE exam_examinee SET entered_ms = ? WHERE plan_id = ? AND user_id = ?').run(time.nowMs, planId, userId);
  const head = server.as(await server.openSession(2));
  const list = async (input: object = {}) =>
    (await head('/progress/getList', input)).data as { items: Row[]; total: number; waiting: number };
  const one = async (id: number) => (await list()).items.find((row) => row.id === id);
  return { server, time, student, examinee, plan, enter, head, list, one };
}

it('counts exams sat, and absences only once the entry is over', async () => {
  const { time, student, examinee, plan, enter, one, list } = await school();
  const startMs = time.nowMs;
  const planId = plan('exam', startMs, [student, examinee]);
  expect(await one(student)).toMatchObject({ exams: 1, sat: 0, absent: 0, last_exam_ms: null });
  time.nowMs += 5 * minuteMs;
  enter(planId, student);
  expect(await one(student)).toMatchObject({ exams: 1, sat: 1, absent: 0, last_exam_ms: startMs, active_ms: time.nowMs });
  time.nowMs += 55 * minuteMs;
  expect(await one(examinee)).toMatchObject({ sat: 0, absent: 0 });
  time.nowMs += 6 * minuteMs;
  expect(await one(examinee)).toMatchObject({ exams: 1, sat: 0, absent: 1 });
  expect((await list({ filter: { outcome: 'absent' } })).items.map((row) => row.id)).toEqual([examinee]);
  expect((await list({ filter: { outcome: 'neverSat' } })).items.map((row) => row.id)).toEqual([examinee]);
});

it('counts mock tests separately from exams', async () => {
  const { time, student, plan, enter, one } = await school();
  enter(plan('test', time.nowMs, [student]), student);
  expect(await one(student)).toMatchObject({ exams: 0, sat: 0, tests: 1, last_exam_ms: null });
});

it('is sorted by any figure, filtered by class and keyword, and refuses an unknown sort field', async () => {
  const { server, time, student, examinee, plan, enter, head, list } = await school();
  enter(plan('exam', time.nowMs, [student]), student);
  server.raw.prepare("UPDATE user SET name = '张三', student_no = 'S-77' WHERE id = ?").run(student);
  await rebuildPersonWords(server.deps.db, [student]);
  for (const sort of ['-sat', '-exams', '-last_exam_ms', '-active_ms'])
    expect(
      (await list({ sort })).items.map((row) => row.id),
      sort,
    ).toEqual([student, examinee]);
  expect((await list({ sort: 'sat' })).items.map((row) => row.id)).toEqual([examinee, student]);
  expect((await list({ filter: { keyword: 's-77' } })).items).toMatchObject([{ id: student, name: '张三', class_name: '' }]);
  expect((await list({ filter: { class_id: 0 } })).total).toBe(2);
  expect(await head('/progress/getList', { sort: 'wisdom' })).toMatchObject({ code: 1001, data: { fields: [{ path: 'sort' }] } });
});

it('the overview sums the filtered students', async () => {
  const { time, student, plan, enter, head } = await school();
  enter(plan('exam', time.nowMs, [student]), student);
  expect((await head('/progress/getOverview', {})).data).toMatchObject({ students: 2, exams: 1, sat: 1, average: null, waiting: 0 });
  expect((await head('/progress/getOverview', { filter: { outcome: 'neverSat' } })).data).toMatchObject({ students: 1, sat: 0 });
});

it('lists the events of a student, newest first, within the school only', async () => {
  const { server, time, student, plan, head } = await school();
  const startMs = time.nowMs - 90 * minuteMs;
  const planId = plan('exam', startMs, [student]);
  const { data } = await head('/progress/getById', { id: student });
  expect(data).toMatchObject({
    id: student,
    absent: 1,
    events: [{ kind: 'joined' }, { kind: 'exam', plan_id: planId, at_ms: startMs, status: -2, points: null }],
  });
  const stranger = server.as(await server.openSession(2, server.schoolIds[1]));
  expect((await stranger('/progress/getById', { id: student })).code).toBe(1005);
  const { items } = (await stranger('/progress/getList', {})).data as { items: Row[] };
  expect(items.map((row) => row.id)).not.toContain(student);
  const classId = ((await server.as(await server.openSession(2))('/class/add', aClass)).data as Row).id;
  server.raw.prepare('UPDATE user SET class_id = ? WHERE id = ?').run(classId, student);
  const ofTheirClass = { filter: { class_id: classId } };
  expect(await head('/progress/getList', ofTheirClass)).toMatchObject({ data: { total: 1 } });
  expect(await stranger('/progress/getList', ofTheirClass)).toMatchObject({ data: { items: [], total: 0 } });
  expect(await stranger('/progress/getOverview', ofTheirClass)).toMatchObject({ data: { students: 0 } });
  expect((await head('/progress/getById', { id: 999_999 })).code).toBe(1005);
});

it('lists a person who becomes a student, and no longer one who stops being a student', async () => {
  const { server, student, list } = await school();
  server.raw.prepare('UPDATE user SET user_type = 6 WHERE id = ?').run(student);
  expect((await list()).total).toBe(1);
  server.raw.prepare('UPDATE user SET user_type = 8 WHERE id = ?').run(student);
  expect((await list()).total).toBe(2);
});
