import { beforeAll, describe, expect, it } from 'vitest';
import { requireDone, type RowReference } from '../server-fixture.ts';
import { draftMinuteMs, validPersonDraft, createPlanDraft } from '../fixtures/resource-drafts.ts';
import { addExamineeAccounts, startTwoSchools } from '../fixtures/two-schools.ts';

interface Whole extends RowReference {
  readonly partOf: number | null;
  readonly parts: readonly { readonly id: number; readonly part: string; readonly resit: boolean; readonly published: boolean }[];
}

describe('the parts of a plan', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  let people: number[];
  beforeAll(async () => {
    world = await startTwoSchools();
    people = await addExamineeAccounts(world.admin, 'part', 3);
  });
  const draft = (more: object) => ({ ...createPlanDraft(world.paper.id, people, world.server.time.nowMs), ...more });
  const whole = (id: number) => requireDone<Whole>(world.teacher('/exam/getById', { id }));

  it('have their own papers, times and people, are listed in order, and are published one by one', async () => {
    const { teacher, server } = world;
    const main = await requireDone(teacher('/exam/add', draft({ name: '电工四级 理论' })));
    const later = { startMs: server.time.nowMs + 600 * draftMinuteMs };
    const review = await requireDone(teacher('/exam/add', draft({ ...later, name: '综合评审', part: 'review', partOf: main.id })));
    // A part of an exam is always linked to the exam's first part, even if the input names another one.
    const resit = await requireDone(
      teacher('/exam/add', draft({ ...later, name: '理论补考', resit: true, examineeIds: people.slice(2), partOf: review.id })),
    );
    const skill = await requireDone(teacher('/exam/add', draft({ ...later, name: '操作技能', part: 'practical', partOf: main.id })));
    for (const one of [main, review, resit, skill])
      expect((await whole(one.id)).parts.map(({ id, part, resit: again }) => [id, part, again])).toEqual([
        [main.id, 'theory', false],
        [resit.id, 'theory', true],
        [skill.id, 'practical', false],
        [review.id, 'review', false],
      ]);
    expect((await whole(main.id)).partOf).toBeNull();
    expect((await whole(resit.id)).partOf).toBe(main.id);
    await requireDone(teacher('/exam/publish', skill));
    expect((await whole(main.id)).parts.map((one) => one.published)).toEqual([false, false, true, false]);
    const sealed = (id: number) => server.raw.prepare('SELECT count(*) FROM exam_package WHERE plan_id = ?').pluck().get(id);
    expect([sealed(skill.id), sealed(main.id)]).toEqual([1, 0]);
  });

  it('share the owner and the co-workers of the plan, and are hidden from other schools', async () => {
    const { teacher, server, admin } = world;
    const other = await requireDone(admin('/user/add', { ...validPersonDraft, name: '同事', login_name: 'partmate', user_type: 6 }));
    const main = await requireDone(teacher('/exam/add', draft({ name: '协作' })));
    await requireDone(teacher('/exam/setCoWorker', { id: main.id, userId: other.id, on: true }));
    // The administrator adds this part, but it belongs to the owner of the exam's first part.
    const part = await requireDone(admin('/exam/add', draft({ name: '协作 实操', part: 'practical', partOf: main.id })));
    const of = (id: number) =>
      server.raw.prepare("SELECT user_id FROM co_worker WHERE kind = 'plan' AND row_id = ? ORDER BY user_id").pluck().all(id);
    expect(of(part.id)).toEqual([other.id]);
    expect(server.raw.prepare('SELECT created_by FROM exam_plan WHERE id = ?').pluck().get(part.id)).toBe(server.idOf('type6'));
    await requireDone(teacher('/exam/setCoWorker', { id: part.id, userId: other.id, on: false }));
    expect([of(main.id), of(part.id)]).toEqual([[], []]);
    expect((await (await world.as(6, 1))('/exam/add', draft({ part: 'practical', partOf: main.id }))).code).toBe(1005);
    expect((await teacher('/exam/add', draft({ partOf: 987_654 }))).code).toBe(1005);
  });

  it('are listed as overlapping before publication if they share a time and an examinee', async () => {
    const { teacher } = world;
    const main = await requireDone(teacher('/exam/add', draft({ name: '撞场 理论' })));
    await requireDone(teacher('/exam/add', draft({ name: '撞场 实操', part: 'practical', examineeIds: people.slice(1), partOf: main.id })));
    const { items } = await requireDone<{ items: { kind: string; state: string; count: number; names: string[] }[] }>(
      teacher('/exam/getChecklist', { id: main.id }),
    );
    expect(items.find((one) => one.kind === 'overlaps')).toMatchObject({ state: 'hint', count: 2, names: ['考生2', '考生3'] });
  });
});
