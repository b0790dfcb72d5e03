import { beforeAll, describe, expect, it } from 'vitest';
import { createPlanDraft, createRoomDraft, validPaperHandling } from '../fixtures/resource-drafts.ts';
import { addExamineeAccounts, startTwoSchools } from '../fixtures/two-schools.ts';
import { seedMs } from '../../fixtures/server/seeded-schools.ts';
import { requireDone, type RowReference } from '../server-fixture.ts';

describe('the register of handed-out papers', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  let plan: RowReference;
  let room: RowReference;
  let otherRoom: RowReference;
  beforeAll(async () => {
    world = await startTwoSchools();
    const { admin, teacher, paper, server } = world;
    room = await requireDone(teacher('/examRoom/add', createRoomDraft(3, '第一考场')));
    otherRoom = await requireDone(teacher('/examRoom/add', createRoomDraft(3, '第二考场')));
    const people = await addExamineeAccounts(admin, 'papers', 3, () => ({}));
    const draft = { ...createPlanDraft(paper.id, people, server.time.nowMs), roomIds: [room.id], ticketPattern: 'P{room}{seat}' };
    const added = await requireDone(teacher('/exam/add', draft));
    const arranged = await requireDone(teacher('/exam/arrange', { ...added, anew: true, fill: 'full', seed: 1 }));
    plan = await requireDone(teacher('/exam/publish', { id: arranged.id, version: arranged.version }));
  });
  const record = (seen: number, part: object = {}, roomId = room.id) =>
    world.teacher('/exam/setPaperRegister', { planId: plan.id, roomId, seen, handling: { ...validPaperHandling, ...part } });
  const register = async () =>
    (
      await requireDone<{ papers: { revision: number; returned: number | null; updatedBy: string }[] }>(
        world.teacher('/exam/getSeating', { id: plan.id }),
      )
    ).papers;

  it('saves one of two concurrent records, and refuses the other with a conflict', async () => {
    const both = await Promise.all([record(0, { handedOut: 3 }), record(0, { handedOut: 4 })]);
    expect(both.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, 1006]);
    expect(both.find((one) => one.code === 1006)?.msg).toMatch(/刚刚登记过这个考场，请核对后再保存$/);
    expect(await register()).toMatchObject([{ roomId: room.id, revision: 1, returned: null }]);
  });

  it('records returned and sealed papers, and requires a remark if the numbers differ', async () => {
    const back = {
      handedOut: 4,
      returned: 3,
      returnedBy: '钱进',
      returnedMs: seedMs - 1_200_000,
      sealedBy: '孙晓燕',
      sealedMs: seedMs - 600_000,
    };
    expect((await record(1, back)).code).toBe(1001);
    expect((await record(1, { ...back, returnedBy: '', remark: '1 份作废' })).code).toBe(1001);
    await requireDone(record(1, { ...back, remark: '1 份作废' }));
    expect(await register()).toMatchObject([{ ...back, remark: '1 份作废', revision: 2 }]);
  });

  it('refuses times more than a few minutes in the future, and names each', async () => {
    const { nowMs } = world.server.time;
    const back = { returned: 30, returnedBy: '钱进', returnedMs: nowMs + 6 * 60_000, sealedBy: '孙晓燕', sealedMs: nowMs + 3_600_000 };
    const refused = await record(0, back, otherRoom.id);
    expect(refused).toMatchObject({ code: 1001, msg: expect.stringMatching(/^收取时间、密封时间不能晚于现在（服务器时间 /) as string });
    expect((refused.data as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual([
      'handling.returnedMs',
      'handling.sealedMs',
    ]);
    expect((await record(0, { handedOutMs: nowMs + 6 * 60_000 }, otherRoom.id)).code).toBe(1001);
    // The time is accepted, so the room is checked: it belongs to no part of this plan.
    expect((await record(0, { handedOutMs: nowMs + 4 * 60_000 }, otherRoom.id)).code).toBe(1005);
  });

  it('refuses a room of another plan, and a draft plan', async () => {
    expect((await record(0, {}, otherRoom.id)).code).toBe(1005);
    const draft = await requireDone(world.teacher('/exam/add', createPlanDraft(world.paper.id, [], world.server.time.nowMs)));
    const early = { planId: draft.id, roomId: room.id, seen: 0, handling: validPaperHandling };
    expect((await world.teacher('/exam/setPaperRegister', early)).code).toBe(1002);
  });

  it('moves with the examinees to another room', async () => {
    const { version } = await requireDone(world.teacher('/exam/getById', { id: plan.id }));
    const rooms = [{ from: room.id, to: otherRoom.id }];
    await requireDone(world.teacher('/exam/amend', { id: plan.id, version, reason: '停电', rooms }));
    expect(await register()).toMatchObject([{ roomId: otherRoom.id, revision: 2 }]);
  });
});
