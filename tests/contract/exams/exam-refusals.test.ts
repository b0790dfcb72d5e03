import { beforeAll, describe, expect, it } from 'vitest';
import type { PlanCheck } from '../../../sync/contract/exams/exam-seating.ts';
import { requireDone, type RowReference } from '../server-fixture.ts';
import { draftMinuteMs, validPaperDraft, createPlanDraft, createRoomDraft } from '../fixtures/resource-drafts.ts';
import { addExamineeAccounts, startTwoSchools } from '../fixtures/two-schools.ts';

/** Makes mistakes while an exam is organised. Each is reported with the reason and changes nothing. */
describe('invalid input to an exam plan', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  let people: number[];
  let startMs: number;
  beforeAll(async () => {
    world = await startTwoSchools();
    people = await addExamineeAccounts(world.admin, 'bad', 3);
    startMs = world.server.time.nowMs;
  });
  const draft = (more: object) => {
    // Give every plan a different time, so that none overlaps another.
    startMs += 500 * draftMinuteMs;
    return { ...createPlanDraft(world.paper.id, people, world.server.time.nowMs), startMs, ...more };
  };
  const rows = (sql: string, ...args: unknown[]): unknown[] => world.server.raw.prepare<unknown[]>(sql).all(...args);
  const kept = (planId: number) => ({
    plan: rows('SELECT version, published_ms, revision FROM exam_plan WHERE id = ?', planId),
    people: rows('SELECT user_id, attempt_id, ticket_no, seat_label FROM exam_examinee WHERE plan_id = ? ORDER BY position', planId),
    packages: rows('SELECT count(*) AS n FROM exam_package WHERE plan_id = ?', planId),
    items: rows('SELECT count(*) AS n FROM exam_item WHERE plan_id = ?', planId),
    papers: rows('SELECT id, version, status FROM paper ORDER BY id'),
    uses: rows('SELECT id, used_count, version FROM question ORDER BY id'),
  });
  const musts = async (id: number): Promise<string[]> =>
    (await requireDone<{ items: PlanCheck[] }>(world.teacher('/exam/getChecklist', { id }))).items.flatMap((one) =>
      one.state === 'must' ? one.kind : [],
    );

  it('a paper without questions: the checklist names it, and publishing is refused and changes nothing', async () => {
    const { teacher } = world;
    const empty = await requireDone(teacher('/paper/add', { ...validPaperDraft, name: '未组卷' }));
    const plan = await requireDone(teacher('/exam/add', draft({ paperId: empty.id })));
    expect(await musts(plan.id)).toEqual(['paper']);
    const before = kept(plan.id);
    const refused = await teacher('/exam/publish', plan);
    expect([refused.code, refused.msg]).toEqual([1002, '试卷还没有抽题，不能发布']);
    expect(kept(plan.id)).toEqual(before);
  });

  it('missing seats and duplicate ticket numbers: publishing names all of them and changes nothing', async () => {
    const { teacher } = world;
    const room = await requireDone(teacher('/examRoom/add', createRoomDraft(2, '两座考场')));
    const plan = await requireDone(teacher('/exam/add', draft({ roomIds: [room.id], ticketPattern: 'Z{dd}' })));
    expect(await musts(plan.id)).toEqual(['ticketPattern', 'ticketTwice', 'capacity', 'unseated']);
    const before = kept(plan.id);
    const refused = await teacher('/exam/publish', plan);
    expect(refused.code).toBe(1002);
    for (const word of ['准考证号重复', '座位不够，缺 1 个', '3 名考生没有座位（考生1、考生2、考生3）'])
      expect(refused.msg).toContain(word);
    expect(kept(plan.id)).toEqual(before);
  });

  it('removing the room of a draft or published plan is refused with the name of the plan', async () => {
    const { teacher } = world;
    const room = await requireDone(teacher('/examRoom/add', createRoomDraft(3, '要拆的考场')));
    const plan = await requireDone(teacher('/exam/add', draft({ name: '占着考场', roomIds: [room.id] })));
    const arranged = await requireDone<RowReference>(teacher('/exam/arrange', { ...plan, anew: false, fill: 'full', seed: 3 }));
    const seats = () => rows('SELECT * FROM exam_seat WHERE plan_id = ? ORDER BY user_id', plan.id);
    const before = seats();
    expect(before).toHaveLength(3);
    for (const state of ['draft', 'published']) {
      const refused = await teacher('/examRoom/remove', room);
      expect([state, refused.code, refused.msg]).toEqual([state, 1002, expect.stringContaining('占着考场')]);
      expect(seats()).toEqual(before);
      if (state === 'draft') await requireDone(teacher('/exam/publish', { id: plan.id, version: arranged.version }));
    }
  });

  it('duplicate, unknown or foreign examinees and contradicting times are refused by field, and no plan is made', async () => {
    const { teacher } = world;
    const count = (): unknown => world.server.raw.prepare('SELECT count(*) FROM exam_plan').pluck().get();
    const before = count();
    const [one = 0, two = 0] = people;
    const stranger = rows('SELECT id FROM user WHERE school_id = ? AND login_name = ?', world.server.schoolIds[1], 'type8')[0] as {
      id: number;
    };
    for (const [more, path, code] of [
      [{ examineeIds: [one, two, one] }, 'examineeIds.2', 1001],
      [{ examineeIds: [one, 987_654] }, 'examineeIds.1', 1005],
      [{ examineeIds: [one, stranger.id] }, 'examineeIds.1', 1005],
      [{ paperId: 987_654 }, 'paperId', 1005],
      [{ entryLimitMs: 61 * draftMinuteMs }, 'entryLimitMs', 1001],
      [{ earliestHandInMs: 61 * draftMinuteMs }, 'earliestHandInMs', 1001],
      [{ roomIds: [987_654] }, 'roomIds.0', 1005],
      [{ part: 'speaking' }, 'part', 1001],
    ] as const) {
      const refused = await teacher('/exam/add', draft(more));
      const { fields } = refused.data as { fields: { path: string }[] };
      expect([refused.code, fields.map((field) => field.path)]).toEqual([code, [path]]);
    }
    expect(count()).toBe(before);
  });

  it('setPhotos with a person outside the plan is refused at that row, and changes no photo', async () => {
    const { teacher, examinee } = world;
    const plan = await requireDone(teacher('/exam/add', draft({})));
    const avatars = () =>
      rows('SELECT id, avatar, version FROM user WHERE school_id = (SELECT school_id FROM exam_plan WHERE id = ?) ORDER BY id', plan.id);
    const photo = `/uploads/${'ab'.repeat(16)}.png`;
    const before = avatars();
    const set = (ids: readonly number[]) =>
      teacher('/exam/setPhotos', { planId: plan.id, items: ids.map((userId) => ({ userId, photo })) });
    const refused = await set([people[0] ?? 0, examinee]);
    expect([refused.code, (refused.data as { fields: { path: string }[] }).fields.map((one) => one.path)]).toEqual([
      1005,
      ['items.1.userId'],
    ]);
    expect(
      (await teacher('/exam/setPhotos', { planId: plan.id, items: [{ userId: people[0], photo: 'https://elsewhere.test/a.png' }] })).code,
    ).toBe(1001);
    expect(avatars()).toEqual(before);
    expect(await requireDone(set(people.slice(0, 2)))).toEqual({ changed: 2 });
    expect(await requireDone(set(people.slice(0, 2)))).toEqual({ changed: 0 });
    expect(
      (await requireDone<{ people: { userId: number; photo: string }[] }>(teacher('/exam/getSeating', { id: plan.id }))).people.map(
        (one) => one.photo,
      ),
    ).toEqual([photo, photo, '']);
  });
});
