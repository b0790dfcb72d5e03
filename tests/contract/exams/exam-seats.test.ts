import { beforeAll, describe, expect, it } from 'vitest';
import { requireDone, type RowReference } from '../server-fixture.ts';
import { draftMinuteMs, createPlanDraft, createRoomDraft, validPersonDraft } from '../fixtures/resource-drafts.ts';
import { addExamineeAccounts, startTwoSchools } from '../fixtures/two-schools.ts';

interface Seating {
  readonly people: readonly {
    readonly userId: number;
    readonly roomId: number | null;
    readonly seatNo: number | null;
    readonly ticketNo: string;
  }[];
}

describe('the seating of a plan', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  const idNumber = '110101199003070054';
  let room: RowReference;
  let people: number[];
  beforeAll(async () => {
    world = await startTwoSchools();
    const { admin, teacher } = world;
    room = await requireDone(teacher('/examRoom/add', createRoomDraft(3, '小考场')));
    people = await addExamineeAccounts(admin, 'seat', 3, (n) => ({ id_number: n === 2 ? idNumber : null }));
  });
  const draft = (more: object) => ({ ...createPlanDraft(world.paper.id, people, world.server.time.nowMs), ...more });
  const seating = (id: number) => requireDone<Seating>(world.teacher('/exam/getSeating', { id }));

  it('reports no duplicate ticket numbers before seats are arranged, if numbers contain room and seat', async () => {
    const { teacher } = world;
    const plan = await requireDone(teacher('/exam/add', draft({ roomIds: [room.id], ticketPattern: 'Y{room}{seat}' })));
    const checks = async () =>
      (await requireDone<{ items: { kind: string; state: string }[] }>(teacher('/exam/getChecklist', { id: plan.id }))).items;
    expect(await checks()).toContainEqual(expect.objectContaining({ kind: 'ticketTwice', state: 'good' }));
    await requireDone(teacher('/exam/arrange', { ...plan, anew: false, fill: 'full', seed: 3 }));
    expect(await checks()).toContainEqual(expect.objectContaining({ kind: 'ticketTwice', state: 'good' }));
  });

  it('is required before a plan is published; board, notice and ticket then show the arranged seat', async () => {
    const { teacher, server } = world;
    const plan = await requireDone(teacher('/exam/add', draft({ roomIds: [room.id], ticketPattern: 'Z{room}{seat}' })));
    const refused = await teacher('/exam/publish', plan);
    expect([refused.code, refused.msg]).toEqual([1002, expect.stringContaining('3 名考生没有座位')]);
    const arranged = await requireDone<RowReference & { seated: number }>(
      teacher('/exam/arrange', { ...plan, anew: false, fill: 'full', seed: 3 }),
    );
    expect(arranged.seated).toBe(3);
    const before = await seating(plan.id);
    // Two examinees exchange their seats.
    const at = (seats: Seating, no: number) => seats.people.find((one) => one.seatNo === no)?.userId ?? 0;
    const [one, three] = [at(before, 1), at(before, 3)];
    const moved = await requireDone(
      teacher('/exam/moveSeat', { id: plan.id, version: arranged.version, userId: one, to: { roomId: room.id, seatNo: 3 } }),
    );
    const after = await seating(plan.id);
    expect([at(after, 3), at(after, 1), at(after, 2)]).toEqual([one, three, at(before, 2)]);
    expect((await teacher('/exam/moveSeat', { ...moved, userId: one, to: { roomId: room.id, seatNo: 4 } })).code).toBe(1005);

    await requireDone(teacher('/exam/publish', moved));
    const board = await requireDone<{ examinees: { userId: number; seatLabel: string; ticketNo: string }[] }>(
      teacher('/exam/getById', { id: plan.id }),
    );
    expect(board.examinees.find((each) => each.userId === one)).toMatchObject({ seatLabel: '小考场 03 号', ticketNo: 'Z0103' });
    // After publishing, neither the seats nor the size of the room can be changed. Its name can.
    const key = { id: plan.id, version: moved.version + 1 };
    expect((await teacher('/exam/arrange', { ...key, anew: true, fill: 'full', seed: 4 })).code).toBe(1002);
    expect((await teacher('/exam/moveSeat', { ...key, userId: one, to: null })).code).toBe(1002);
    expect((await teacher('/examRoom/modify', { ...createRoomDraft(2, '小考场'), ...room })).code).toBe(1002);
    expect((await teacher('/examRoom/remove', room)).code).toBe(1002);

    // An examinee with an admission number signs in with it and the ID number, and sees only their own seat.
    const ticket = board.examinees.find((each) => each.userId === people[1])?.ticketNo ?? '';
    const typed = { login_name: ticket, login_pwd: idNumber, school_id: server.schoolIds[0], login_type: 2 };
    const { token } = await requireDone<{ token: string }>(server.post('/user/login', typed));
    const mine = await requireDone<{ items: object[] }>(server.as(token)('/exam/myArrangement', {}));
    expect(mine.items).toMatchObject([{ me: { userId: people[1], ticketNo: ticket }, room: { name: '小考场' } }]);
    expect(JSON.stringify(mine)).not.toMatch(/考生[13]|variant/);
    expect((await server.post('/user/login', { ...typed, login_pwd: '11010119900307003X' })).code).not.toBe(0);

    // Another exam cannot use the room at the same time, but can afterwards.
    const second = await requireDone(teacher('/exam/add', draft({ roomIds: [room.id] })));
    const seated = await requireDone<RowReference>(teacher('/exam/arrange', { ...second, anew: false, fill: 'even', seed: 3 }));
    const taken = await teacher('/exam/publish', { id: seated.id, version: seated.version });
    expect([taken.code, taken.msg]).toEqual([1002, expect.stringContaining('小考场')]);
    const later = draft({ roomIds: [room.id], startMs: server.time.nowMs + 300 * draftMinuteMs });
    const moved2 = await requireDone(teacher('/exam/modify', { ...later, id: seated.id, version: seated.version }));
    expect((await teacher('/exam/publish', moved2)).code).toBe(0);
  });

  it('imports rooms from a spreadsheet completely, or not at all if a row is invalid', async () => {
    const { teacher, server } = world;
    const line = { row: 2, place: '东湖校区', name: '甲', location: '101', rows: '6', columns: '5', machines: '1-{n}' };
    const lines = [line, { ...line, row: 3, name: '乙', columns: '两列' }, { ...line, row: 4 }, { ...line, row: 5, place: '' }];
    const refused = await teacher('/examRoom/addMany', { lines });
    expect([refused.code, refused.msg]).toEqual([1001, '有 3 处要改，一个考场都没有导入']);
    const { fields } = refused.data as { fields: { message: string }[] };
    expect(fields.map((field) => field.message.slice(0, 6))).toEqual(['第 3 行的', '第 4 行的', '第 5 行没']);
    const count = (): unknown => server.raw.prepare("SELECT count(*) FROM exam_place WHERE name = '东湖校区'").pluck().get();
    expect(count()).toBe(0);
    expect(await requireDone(teacher('/examRoom/addMany', { lines: [line, { ...line, row: 3, name: '乙' }] }))).toEqual({
      rooms: 2,
      places: 1,
    });
    expect((await teacher('/examRoom/addMany', { lines: [line] })).code).toBe(1001);
    expect(count()).toBe(1);
  });

  it('survives a change of the plan except for removed examinees; a plan without rooms needs no seats', async () => {
    const { teacher } = world;
    const startMs = world.server.time.nowMs + 900 * draftMinuteMs;
    const plan = await requireDone(teacher('/exam/add', draft({ roomIds: [room.id], startMs })));
    const { version } = await requireDone<RowReference>(teacher('/exam/arrange', { ...plan, anew: false, fill: 'full', seed: 9 }));
    const before = await seating(plan.id);
    const changed = await requireDone(
      teacher('/exam/modify', { ...draft({ roomIds: [room.id], startMs }), examineeIds: people.slice(1), id: plan.id, version }),
    );
    const seatsOf = (one: Seating) => one.people.map(({ userId, seatNo }) => [userId, seatNo]);
    expect(seatsOf(await seating(plan.id))).toEqual(seatsOf(before).filter(([userId]) => userId !== people[0]));
    const online = await requireDone(teacher('/exam/modify', { ...draft({ roomIds: [], startMs }), ...changed }));
    expect((await seating(plan.id)).people.every((one) => one.roomId === null)).toBe(true);
    expect((await teacher('/exam/publish', online)).code).toBe(0);
  });

  it('lets only assigned invigilators confirm, who are notified once the plan is published', async () => {
    const { teacher, server, as } = world;
    const startMs = server.time.nowMs + 2000 * draftMinuteMs;
    const plan = await requireDone(teacher('/exam/add', draft({ roomIds: [room.id], startMs })));
    const staff = { planId: plan.id, roomId: room.id, on: true };
    expect((await teacher('/exam/setStaff', { ...staff, userId: people[0] })).code).toBe(1005);
    const watcher = await as(5, 0);
    const duties = async () => (await requireDone<{ items: object[] }>(watcher('/exam/myDuties', {}))).items;
    expect(await requireDone(teacher('/exam/setStaff', { ...staff, userId: server.idOf('type5') }))).toEqual({ changed: true });
    expect(await requireDone(teacher('/exam/setStaff', { ...staff, userId: server.idOf('type5') }))).toEqual({ changed: false });
    expect(await duties()).toEqual([]);
    expect((await watcher('/exam/confirmDuty', { planId: plan.id })).code).toBe(1005);
    const { version } = await requireDone<RowReference>(teacher('/exam/arrange', { ...plan, anew: false, fill: 'full', seed: 9 }));
    await requireDone(teacher('/exam/publish', { id: plan.id, version }));
    expect(await duties()).toMatchObject([
      { planId: plan.id, duty: 'invigilator', rooms: [{ name: '小考场', people: 3 }], confirmedMs: null },
    ]);
    const first = await requireDone(watcher('/exam/confirmDuty', { planId: plan.id }));
    server.time.nowMs += draftMinuteMs;
    expect(await requireDone(watcher('/exam/confirmDuty', { planId: plan.id }))).toEqual(first);
    expect((await teacher('/exam/confirmDuty', { planId: plan.id })).code).toBe(1005);
  });

  it('accepts a teacher as invigilator only if the school administrator has given the role', async () => {
    const { admin: office, teacher, server } = world;
    const startMs = server.time.nowMs + 3000 * draftMinuteMs;
    const plan = await requireDone(teacher('/exam/add', draft({ roomIds: [room.id], startMs })));
    const colleague = { ...validPersonDraft, name: '兼任老师', login_name: 'alsowatches', user_type: 6 };
    const { id } = await requireDone(office('/user/add', colleague));
    const options = async () =>
      requireDone<Record<'items' | 'others', { id: number }[]>>(teacher('/exam/getStaffOptions', { duty: 'invigilator' }));
    const has = (people: { id: number }[]) => people.some((one) => one.id === id);
    const before = await options();
    expect([has(before.items), has(before.others)]).toEqual([false, true]);
    // Only a teacher's account can get the additional role of an invigilator, so a marker's account is not offered.
    expect([...before.items, ...before.others].map((one) => one.id)).not.toContain(server.idOf('type4'));
    const staff = { planId: plan.id, roomId: room.id, userId: id, on: true };
    expect((await teacher('/exam/setStaff', staff)).code).toBe(1005);
    const { version } = await requireDone<RowReference>(office('/user/getById', { id }));
    const allowed = { ...validPersonDraft, name: '兼任老师', login_name: 'alsowatches', extra_roles: ['invigilator'], id, version };
    expect((await teacher('/user/modify', allowed)).code).toBe(1005);
    await requireDone(office('/user/modify', allowed));
    const after = await options();
    expect([has(after.items), has(after.others)]).toEqual([true, false]);
    expect(await requireDone(teacher('/exam/setStaff', staff))).toEqual({ changed: true });
  });
});
