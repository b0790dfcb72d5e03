import { beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '../fixtures/every-call.ts';
import { createPlanDraft, createRoomDraft, validSupervisionReport } from '../fixtures/resource-drafts.ts';
import { addExamineeAccounts, startTwoSchools } from '../fixtures/two-schools.ts';
import { type PostCall, requireDone, type RowReference } from '../server-fixture.ts';

interface Supervision {
  readonly revision: number;
  readonly report: object | null;
  readonly rooms: readonly { readonly name: string; readonly people: number; readonly toMark: number }[];
}

describe('an internal supervisor', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  let plan: RowReference;
  let room: RowReference;
  let supervisor: PostCall;
  let supervisorId: number;
  beforeAll(async () => {
    world = await startTwoSchools();
    const { admin, teacher, paper, server } = world;
    room = await requireDone(teacher('/examRoom/add', createRoomDraft(3, '第一考场')));
    const people = await addExamineeAccounts(admin, 'watched', 3);
    const draft = { ...createPlanDraft(paper.id, people, server.time.nowMs), roomIds: [room.id], ticketPattern: 'S{room}{seat}' };
    const added = await requireDone(teacher('/exam/add', draft));
    const arranged = await requireDone(teacher('/exam/arrange', { ...added, anew: true, fill: 'full', seed: 1 }));
    plan = await requireDone(teacher('/exam/publish', { id: arranged.id, version: arranged.version }));
    supervisorId = server.idOf('type5');
    supervisor = await server.callAs(5);
  });
  const appoint = (userId: number, on = true) => world.teacher('/exam/setSupervisor', { planId: plan.id, userId, on });
  const look = (call = supervisor) => call('/exam/getSupervision', { planId: plan.id });

  it('sees nothing before the appointment, and is notified of the duty after it', async () => {
    expect((await look()).code).toBe(1005);
    await requireDone(appoint(supervisorId));
    expect(await requireDone(appoint(supervisorId))).toEqual({ changed: false });
    const { items } = await requireDone<{ items: { planId: number; duty: string }[] }>(supervisor('/exam/myDuties', {}));
    expect(items).toMatchObject([{ planId: plan.id, duty: 'supervisor' }]);
    await requireDone(supervisor('/exam/confirmDuty', { planId: plan.id }));
  });

  it('sees the rooms with their counts, but no answers, keys or scores', async () => {
    const seen = await requireDone<Supervision>(look());
    expect(seen.rooms).toMatchObject([{ name: '第一考场', people: 3, entered: 0, handedIn: 0, marked: 0, papers: null }]);
    // All fields of the server's reply. A new field must be added to this list, after a check that it shows no score.
    expect(Object.keys(seen).toSorted()).toEqual([
      'endMs',
      'name',
      'part',
      'released',
      'report',
      'reportedMs',
      'revision',
      'rooms',
      'startMs',
    ]);
    expect(Object.keys(seen.rooms[0] ?? {}).toSorted()).toEqual(
      [
        'roomId',
        'name',
        'location',
        'invigilators',
        'people',
        'entered',
        'handedIn',
        'absent',
        'cheating',
        'toMark',
        'marked',
        'papers',
      ].toSorted(),
    );
  });

  it('is refused every call that changes the exam or shows keys', async () => {
    const { server } = world;
    const teacherId = await server.addUser(6, 'watching');
    server.raw.prepare(`UPDATE user SET extra_roles = '["invigilator"]' WHERE id = ?`).run(teacherId);
    await requireDone(appoint(teacherId));
    const watching = await server.callOf(teacherId);
    expect((await look(watching)).code).toBe(0);
    const ofPlan = allCalls.filter(
      ({ path, rows, changes }) =>
        path !== '/exam/reportSupervision' && rows?.some((claim) => claim.of === 'plan' && (changes || claim.act === 'keys')) === true,
    );
    const ofRooms = allCalls.filter(({ path }) => path.startsWith('/invigilation/') && path !== '/invigilation/getRooms');
    expect(ofPlan.length).toBeGreaterThan(30);
    for (const call of [supervisor, watching])
      for (const { path } of [...ofPlan, ...ofRooms]) {
        // Make the input valid, but let it name the plan that the caller supervises.
        const input = world.inputOf(path);
        const names = path.startsWith('/exam/') ? ['id', 'planId'] : ['planId'];
        const here = Object.fromEntries(names.flatMap((name) => (name in input ? [[name, plan.id]] : [])));
        const { code } = await call(path, { ...input, ...here });
        expect([path, [1002, 1003, 1005, 1006].includes(code)]).toEqual([path, true]);
      }
    await requireDone(appoint(teacherId, false));
    expect((await look(watching)).code).toBe(1005);
  });

  it('submits a report; a report based on an outdated revision is refused', async () => {
    const report = (seen: number, observed: string) =>
      supervisor('/exam/reportSupervision', { planId: plan.id, seen, report: { ...validSupervisionReport, observed } });
    const both = await Promise.all([report(0, '秩序良好'), report(0, '秩序良好，通风不足')]);
    expect(both.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, 1006]);
    await requireDone(report(1, '秩序良好。\n通风已改善。'));
    const { supervisors } = await requireDone<{ supervisors: object[] }>(world.teacher('/exam/getSeating', { id: plan.id }));
    expect(supervisors).toMatchObject([
      { id: supervisorId, otherDuty: null, revision: 2, report: { observed: '秩序良好。\n通风已改善。' } },
    ]);
  });

  it('cannot be removed by the organisers after reporting', async () => {
    expect(await appoint(supervisorId, false)).toMatchObject({ code: 1002, msg: '督导员已提交报告，不能移除，报告须留存' });
    expect((await look()).code).toBe(0);
  });

  it('may have no other part in the exam, neither when appointed nor later', async () => {
    const { teacher, server } = world;
    const makerId = server.idOf('type6');
    server.raw.prepare(`UPDATE user SET extra_roles = '["invigilator"]' WHERE id = ?`).run(makerId);
    expect(await appoint(makerId)).toMatchObject({ code: 1002, msg: '督导员不能兼任：此人组织这场考试' });
    expect((await appoint(server.idOf('type7'))).code).toBe(1005);
    const staff = (on: boolean) => teacher('/exam/setStaff', { planId: plan.id, roomId: room.id, userId: supervisorId, on });
    await requireDone(staff(true));
    expect(await look()).toMatchObject({ code: 1002, msg: '督导员不能兼任：此人在这场考试监考' });
    await requireDone(staff(false));
    expect((await look()).code).toBe(0);
  });

  it('cannot be of another school', async () => {
    const foreign = await world.as(5, 1);
    expect((await look(foreign)).code).toBe(1005);
    expect((await appoint(world.server.idOf('type5', 1))).code).toBe(1005);
  });
});
