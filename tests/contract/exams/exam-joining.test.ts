import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PlanNotice, SealedPackage } from '../../../sync/contract/exams/sitting.ts';
import { requireDone, type RowReference } from '../server-fixture.ts';
import { draftMinuteMs, createPlanDraft, createRoomDraft } from '../fixtures/resource-drafts.ts';
import { addExamineeAccounts, startTwoSchools } from '../fixtures/two-schools.ts';

/** Adds an examinee who enrolled late or was forgotten to a published exam. */
describe('examinees added after publishing', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  let people: number[];
  let room: RowReference;
  let plan: RowReference;
  beforeAll(async () => {
    world = await startTwoSchools();
    people = await addExamineeAccounts(world.admin, 'join', 5);
    const { teacher, server } = world;
    const accessible = [{ row: 1, column: 3, kind: 'accessible' }];
    room = await requireDone(teacher('/examRoom/add', createRoomDraft(4, '四座考场', accessible)));
    const draft = {
      ...createPlanDraft(world.paper.id, people.slice(0, 2), server.time.nowMs),
      roomIds: [room.id],
      ticketPattern: 'J{room}{seat}',
    };
    const made = await requireDone(teacher('/exam/add', draft));
    const { version } = await requireDone<RowReference>(teacher('/exam/arrange', { ...made, anew: false, fill: 'full', seed: 3 }));
    plan = await requireDone(teacher('/exam/publish', { id: made.id, version }));
  });
  const rows = () =>
    world.server.raw
      .prepare('SELECT user_id, seat_label, ticket_no, variant, attempt_id FROM exam_examinee WHERE plan_id = ? ORDER BY position')
      .all(plan.id) as { user_id: number; seat_label: string; ticket_no: string; variant: string; attempt_id: string | null }[];
  const noticeOf = async (userId: number): Promise<PlanNotice | undefined> => {
    const post = await world.server.callOf(userId);
    return (await requireDone<{ items: PlanNotice[] }>(post('/exam/myList', {}))).items.find((one) => one.planId === plan.id);
  };

  it('get a free seat, paper and number; the other examinees keep theirs and are not notified', async () => {
    const { teacher, server } = world;
    const [, , third = 0, fourth = 0] = people;
    const before = rows();
    const later = await requireDone<RowReference>(teacher('/exam/amend', { ...plan, reason: '须知', notice: '带证件' }));
    const joined = await requireDone<RowReference & { revision: number }>(
      teacher('/exam/amend', { id: plan.id, version: later.version, reason: '补报名', join: [third] }),
    );
    expect(joined.revision).toBe(3);
    expect(rows().slice(0, 2)).toEqual(before);
    const taken = new Set(before.map((row) => row.seat_label));
    const mine = rows().at(-1);
    expect(mine?.user_id).toBe(third);
    expect(taken.has(mine?.seat_label ?? '')).toBe(false);
    // The wheelchair-accessible seat (03) is assigned only when no other seat is free.
    expect(mine?.seat_label).not.toBe('四座考场 03 号');
    expect(mine?.ticket_no).toBe(`J01${mine?.seat_label.slice(5, 7)}`);
    const notice = await noticeOf(third);
    expect(notice).toMatchObject({
      revision: 3,
      seatLabel: mine?.seat_label,
      news: { read: false, items: [{ revision: 3, what: ['joined'] }] },
    });
    expect((await noticeOf(people[0] ?? 0))?.news?.items.map((one) => one.revision)).toEqual([2]);

    // Added examinees take the exam like the others: package, seat, content key at the start.
    const post = await server.callOf(third);
    expect((await requireDone<SealedPackage>(post('/exam/getPackage', { planId: plan.id }))).variant).toBe(mine?.variant);
    await requireDone(post('/exam/enter', { planId: plan.id, deviceId: randomUUID(), moveHere: false }));
    expect((await post('/exam/release', { planId: plan.id })).code).toBe(1002);

    // Refuses a person who is already in the exam, is listed twice, or does not exist; the refusal names them and nothing is written. The
    // room has one free seat.
    const version = joined.version;
    const all = rows();
    const again = (join: number[]) => teacher('/exam/amend', { id: plan.id, version, reason: '再加', join });
    expect((await again([third])).code).toBe(1002);
    expect((await again([fourth, fourth])).code).toBe(1002);
    expect((await again([987_654])).code).toBe(1005);
    const full = await again([fourth, people[4] ?? 0]);
    expect([full.code, full.msg]).toEqual([1002, '考场没有空座位了，请先换到更大的考场']);
    expect(rows()).toEqual(all);
    expect((await requireDone<RowReference>(teacher('/exam/getById', { id: plan.id }))).version).toBe(version);
    await requireDone(again([fourth]));
    expect(rows().at(-1)?.seat_label).toBe('四座考场 03 号');
    server.time.nowMs += 61 * draftMinuteMs;
    expect((await teacher('/exam/amend', { id: plan.id, version: version + 1, reason: '迟了', join: [people[4]] })).code).toBe(1002);
  });
});
