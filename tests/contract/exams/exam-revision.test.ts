import { beforeAll, describe, expect, it } from 'vitest';
import { openByReleaseCode } from '../../../sync/crypto/release-code.ts';
import { openPaper } from '../../../sync/crypto/paper-package.ts';
import { importReleasedKey } from '../../../sync/crypto/paper-text.ts';
import type { PlanNotice, SealedPackage } from '../../../sync/contract/exams/sitting.ts';
import { type PostCall, requireDone, type RowReference } from '../server-fixture.ts';
import { draftMinuteMs, createPlanDraft, createRoomDraft } from '../fixtures/resource-drafts.ts';
import { addExamineeAccounts, startTwoSchools } from '../fixtures/two-schools.ts';

interface Seating {
  readonly people: readonly {
    readonly userId: number;
    readonly roomId: number | null;
    readonly seatNo: number | null;
    readonly seatLabel: string;
  }[];
}

describe('a published plan', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  let rooms: RowReference[];
  let people: number[];
  beforeAll(async () => {
    world = await startTwoSchools();
    const { teacher } = world;
    rooms = [];
    for (const name of ['甲考场', '乙考场', '丙考场']) rooms.push(await requireDone(teacher('/examRoom/add', createRoomDraft(3, name))));
    people = await addExamineeAccounts(world.admin, 'rev', 2);
  });
  const roomId = (at: number): number => rooms[at]?.id ?? 0;
  const draftIn = (room: number, more: object = {}) => ({
    ...createPlanDraft(world.paper.id, people, world.server.time.nowMs),
    roomIds: [roomId(room)],
    ...more,
  });
  const arranged = async (draft: object): Promise<RowReference> => {
    const plan = await requireDone(world.teacher('/exam/add', draft));
    return requireDone(world.teacher('/exam/arrange', { ...plan, anew: false, fill: 'full', seed: 3 }));
  };
  const seating = (id: number) => requireDone<Seating>(world.teacher('/exam/getSeating', { id }));
  const noticeOf = async (post: PostCall, id: number): Promise<PlanNotice | undefined> =>
    (await requireDone<{ items: PlanNotice[] }>(post('/exam/myList', {}))).items.find((one) => one.planId === id);
  const examinee = (at: number): Promise<PostCall> => world.server.callOf(people[at] ?? 0);

  it('does not share its rooms: of two plans published at once one is refused and leaves nothing behind', async () => {
    const { teacher } = world;
    const plans = [await arranged(draftIn(0)), await arranged(draftIn(0))];
    const answers = await Promise.all(plans.map((plan) => teacher('/exam/publish', { id: plan.id, version: plan.version })));
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 1002]);
    const lost = plans[answers.findIndex((answer) => answer.code !== 0)];
    expect(answers.find((answer) => answer.code !== 0)?.msg).toContain('考场');
    expect(world.server.raw.prepare('SELECT count(*) FROM exam_package WHERE plan_id = ?').pluck().get(lost?.id)).toBe(0);
  });

  it('keeps fields that an outdated page does not send when the draft is modified', async () => {
    const plan = await requireDone(world.teacher('/exam/add', draftIn(1, { ticketPattern: 'K{n}' })));
    const old = createPlanDraft(world.paper.id, people, world.server.time.nowMs);
    await requireDone(world.teacher('/exam/modify', { ...old, ...plan, name: '旧页面' }));
    expect(await requireDone(world.teacher('/exam/getById', { id: plan.id }))).toMatchObject({
      name: '旧页面',
      roomIds: [roomId(1)],
      ticketPattern: 'K{n}',
    });
  });

  it('changes only by revisions, each shown to the people concerned until they confirm it', async () => {
    const { teacher, server } = world;
    const draft = draftIn(1);
    const plan = await requireDone(teacher('/exam/publish', await arranged(draft)));
    const mine = await examinee(0);
    expect(await noticeOf(mine, plan.id)).toMatchObject({ revision: 1, news: null });

    const later = draft.startMs + 30 * draftMinuteMs;
    const first = await requireDone<RowReference & { revision: number }>(
      teacher('/exam/amend', { ...plan, reason: '停电检修', startMs: later }),
    );
    expect(first.revision).toBe(2);
    expect(await noticeOf(mine, plan.id)).toMatchObject({
      revision: 2,
      startMs: later,
      news: { read: false, items: [{ revision: 2, reason: '停电检修', what: ['startMs'] }] },
    });
    await requireDone(mine('/exam/readRevision', { planId: plan.id, revision: 2 }));
    expect((await noticeOf(mine, plan.id))?.news?.read).toBe(true);
    expect(await requireDone(teacher('/exam/getRevisions', { id: plan.id }))).toMatchObject({
      revision: 2,
      items: [{ revision: 2, reason: '停电检修', changes: { startMs: { from: draft.startMs, to: later } } }],
      readers: { asked: 2, read: 1, unread: ['考生2'] },
    });

    // One examinee gets another seat. Only this examinee is notified.
    const seats = await seating(plan.id);
    const seat = seats.people.find((one) => one.userId === people[0]);
    const free = [1, 2, 3].find((no) => !seats.people.some((one) => one.seatNo === no)) ?? 0;
    const second = await requireDone<RowReference>(
      teacher('/exam/amend', {
        id: plan.id,
        version: first.version,
        reason: '换座',
        seats: [{ userId: people[0], roomId: roomId(1), seatNo: free }],
      }),
    );
    expect((await noticeOf(mine, plan.id))?.seatLabel).toBe(`乙考场 0${free} 号`);
    expect((await noticeOf(mine, plan.id))?.news).toMatchObject({ read: false, items: [{ what: ['seats'] }, { what: ['startMs'] }] });
    expect((await noticeOf(await examinee(1), plan.id))?.news?.items.map((one) => one.revision)).toEqual([2]);
    expect(seat?.seatNo).not.toBe(free);

    // One room replaces another. The seat numbers stay, and from now on the package is opened by the release code of the new room.
    await requireDone(
      teacher('/exam/amend', { id: plan.id, version: second.version, reason: '考场停用', rooms: [{ from: roomId(1), to: roomId(2) }] }),
    );
    expect((await noticeOf(mine, plan.id))?.seatLabel).toBe(`丙考场 0${free} 号`);
    const version = (await requireDone<RowReference>(teacher('/exam/getById', { id: plan.id }))).version;
    const again = async (more: object) => (await teacher('/exam/amend', { id: plan.id, version, reason: '再改', ...more })).code;
    expect(await again({})).toBe(1002);
    expect(await again({ startMs: later })).toBe(1002);
    expect(await again({ startMs: server.time.nowMs - 1 })).toBe(1001);
    expect(await again({ entryLimitMs: draft.durationMs + 1 })).toBe(1001);
    expect(await again({ seats: [{ userId: people[0], roomId: roomId(2), seatNo: 4 }] })).toBe(1005);
    expect(await again({ rooms: [{ from: roomId(2), to: 999_999 }] })).toBe(1005);
    expect((await requireDone<RowReference>(teacher('/exam/getById', { id: plan.id }))).version).toBe(version);
  });

  it('needs another confirmation of duty by its staff after a change', async () => {
    const { teacher, server } = world;
    const watch = await server.callAs(5);
    const draft = draftIn(2, { startMs: server.time.nowMs + 48 * 60 * draftMinuteMs });
    const plan = await arranged(draft);
    await requireDone(teacher('/exam/setStaff', { planId: plan.id, roomId: roomId(2), userId: server.idOf('type5'), on: true }));
    const published = await requireDone(teacher('/exam/publish', { id: plan.id, version: plan.version }));
    await requireDone(watch('/exam/confirmDuty', { planId: plan.id }));
    server.time.nowMs += 1000;
    await requireDone(teacher('/exam/amend', { ...published, reason: '提前', startMs: server.time.nowMs + 10 * 60 * draftMinuteMs }));
    const duty = async () =>
      (
        await requireDone<{ items: { planId: number; confirmedMs: number; news: { ms: number; what: string[] }[] }[] }>(
          watch('/exam/myDuties', {}),
        )
      ).items.find((one) => one.planId === plan.id);
    const seen = await duty();
    expect([seen?.news.map((one) => one.what), (seen?.confirmedMs ?? 0) < (seen?.news[0]?.ms ?? 0)]).toEqual([[['startMs']], true]);
    await requireDone(watch('/exam/confirmDuty', { planId: plan.id }));
    expect((await duty())?.confirmedMs).toBe(server.time.nowMs);
  });

  it('is delivered ahead to the room’s registered PCs and follows changes, but cannot be opened with their data', async () => {
    const { teacher, server } = world;
    const time = server.time.nowMs + 12 * 60 * draftMinuteMs;
    const plan = await requireDone(teacher('/exam/publish', await arranged(draftIn(0, { startMs: time }))));
    const machine = server.post;
    const newCode = async (of: number) => {
      await requireDone(teacher('/exam/closeRoomCode', { roomId: roomId(of) }));
      return (await requireDone<{ code: string }>(teacher('/exam/openRoomCode', { roomId: roomId(of) }))).code;
    };
    let made = 0;
    const register = async (roomCode: string, seatNo: number) => {
      const ticket = String((made += 1)).repeat(43);
      await requireDone(machine('/exam/registerMachine', { roomCode, seatNo, ticket }));
      return { ticket };
    };
    const code = await newCode(0);
    const { ticket } = await register(code, 1);
    const spare = await register(code, 0);
    const work = async () =>
      (
        await requireDone<{ plans: { planId: number; revision: number; variant: string }[] }>(machine('/exam/machineWork', { ticket }))
      ).plans.find((one) => one.planId === plan.id);
    expect(await work()).toMatchObject({ revision: 1, variant: 'A' });
    const sealed = await requireDone<SealedPackage>(machine('/exam/machinePackage', { ticket, planId: plan.id }));
    const theirs = await requireDone<SealedPackage>((await examinee(0))('/exam/getPackage', { planId: plan.id }));
    expect({ ...sealed, codeWrap: null }).toEqual({ ...theirs, codeWrap: null });
    // An attacker finds no stem, answer key, analysis or score in the package, and the machine's ticket does not give the content key.
    const bytes = JSON.stringify(sealed) + Buffer.from(sealed.sealed, 'base64url').toString('latin1');
    for (const secret of ['机密题干', 'contentKey', 'analysis', 'right', 'partial', 'points']) expect(bytes).not.toContain(secret);
    expect((await machine('/exam/release', { planId: plan.id })).code).not.toBe(0);
    for (const wrong of ['', ticket.slice(1), 'x'.repeat(43)])
      for (const path of ['/exam/machineWork', '/exam/machinePackage', '/exam/machineReport'])
        expect((await machine(path, { ticket: wrong, planId: plan.id, report })).code, path).toBe(1003);

    const board = () =>
      requireDone<{ revision: number; machines: { seatNo: number; report: object | null }[]; signed: { revision: number } | null }>(
        teacher('/exam/getReadiness', { id: plan.id, roomId: roomId(0) }),
      );
    await requireDone(machine('/exam/machineReport', { ticket, planId: plan.id, report }));
    expect((await board()).machines.map(({ seatNo, report: said }) => [seatNo, said === null])).toEqual([
      [0, true],
      [1, false],
    ]);
    const sign = (exceptions: string) => teacher('/exam/signReadiness', { id: plan.id, roomId: roomId(0), exceptions });
    expect((await sign('')).code).toBe(1002);
    await requireDone(sign('2 号当晚补发'));
    expect((await board()).signed?.revision).toBe(1);

    // The plan is changed. The machine gets the new revision; the signature that the room is ready still names the earlier revision.
    await requireDone(teacher('/exam/amend', { ...plan, reason: '推迟', startMs: time + draftMinuteMs }));
    expect(await work()).toMatchObject({ revision: 2 });
    expect([(await board()).revision, (await board()).signed?.revision]).toEqual([2, 1]);
    // Registering another machine at the seat invalidates the first one's ticket. A machine of another room gets no package of this exam.
    server.time.nowMs += 1;
    await register(await newCode(0), 1);
    expect((await machine('/exam/machineWork', { ticket })).code).toBe(1003);
    const other = await register(await newCode(2), 1);
    expect((await machine('/exam/machinePackage', { ...other, planId: plan.id })).code).toBe(1005);
    expect((await machine('/exam/machinePackage', { ...spare, planId: plan.id })).code).toBe(0);
  });

  it('opens offline only by its room’s code, which the invigilator sees shortly before the start', async () => {
    const { teacher, server } = world;
    const watch = await server.callAs(5);
    const plan = await arranged(draftIn(1, { startMs: server.time.nowMs + 24 * 60 * draftMinuteMs }));
    await requireDone(teacher('/exam/setStaff', { planId: plan.id, roomId: roomId(1), userId: server.idOf('type5'), on: true }));
    expect((await teacher('/exam/showReleaseCodes', { planId: plan.id })).code).toBe(1002);
    await requireDone(teacher('/exam/publish', { id: plan.id, version: plan.version }));
    const sealed = await requireDone<SealedPackage>((await examinee(0))('/exam/getPackage', { planId: plan.id }));
    const { rooms: items } = await requireDone<{ rooms: { roomId: number; code: string }[] }>(
      teacher('/exam/showReleaseCodes', { planId: plan.id }),
    );
    expect(items).toEqual([expect.objectContaining({ roomId: roomId(1), name: '乙考场' })]);
    if (sealed.codeWrap === null) throw new Error('no code opens it');
    const key = await openByReleaseCode(sealed.codeWrap, items[0]?.code ?? '', sealed);
    expect((await openPaper(sealed, await importReleasedKey(key ?? ''))).planId).toBe(plan.id);
    expect(await openByReleaseCode(sealed.codeWrap, '0000-0000-0000', sealed)).toBeUndefined();

    expect((await watch('/exam/myReleaseCodes', { planId: plan.id })).code).toBe(1002);
    server.time.nowMs += 23.5 * 60 * draftMinuteMs;
    const held = await requireDone<{ items: { code: string }[] }>((await server.callAs(5))('/exam/myReleaseCodes', { planId: plan.id }));
    expect(held.items.map((one) => one.code)).toEqual(items.map((one) => one.code));
    expect((await (await server.callAs(6))('/exam/myReleaseCodes', { planId: plan.id })).code).toBe(1005);
  });
});

const report = { revision: 1, holds: 'A', persisted: true, offsetMs: 300, worker: 'index-1.js', untrusted: false, drill: null };
