import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { homeworkStatus } from '../../../sync/contract/codes.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { classResource } from '../../../sync/contract/people/class.ts';
import { requireDone } from '../server-fixture.ts';
import { enterOp, ExamineePc, createReader, type RoomExaminee, handInAndDeliver } from '../fixtures/exam-room.ts';
import { createRoomAnswerOp, dayMs, examRoomMinuteMs, startAssignmentRoom } from '../fixtures/assignment-room.ts';

type Room = Awaited<ReturnType<typeof startAssignmentRoom>>;

/** Opens the homework at a PC whose clock is wrong. `wallMs`: time that this clock shows. */
async function lyingPc({ server, planId }: Pick<Room, 'server' | 'planId'>, student: RoomExaminee, wallMs: number): Promise<ExamineePc> {
  const grant = await student.read(examCalls.enter, { planId, deviceId: randomUUID() });
  return new ExamineePc(server, await DeviceStream.open(server.deps.keys, student.userId, wallMs, grant.attemptId, grant.epoch));
}

const lateRules = { refused: { lateMs: 0 }, marked: { lateMs: 2 * dayMs }, shareOff: { lateMs: 2 * dayMs } };
type LateRule = keyof typeof lateRules;

let people = 0;
interface Scene {
  readonly rule: LateRule;
  /** Hours from the assignment until each of three pushes reaches the server: two answers, then the hand-in. */
  readonly arrives: readonly number[];
}
/** Runs a scene. Returns what the teacher and the student see. `wall`: hours from the start of the assignment that the PC's clock shows. */
async function told(house: Room, { rule, arrives }: Scene, wall: number) {
  const { server, teacher } = house;
  const startMs = server.time.nowMs;
  const userId = await server.addUser(7, `liar${(people += 1)}`);
  const post: RoomExaminee['post'] = async (path, body) => (await server.callOf(userId))(path, body);
  const student: RoomExaminee = { userId, post, read: createReader(post) };
  const { lateMs } = lateRules[rule];
  const draft = { ...house.draft, startMs, dueMs: startMs + 3 * dayMs, lateRule: rule, lateMs, userIds: [userId] };
  const { id: planId } = await teacher(assignmentCalls.add, draft);
  const pc = await lyingPc({ server, planId }, student, startMs + wall * 3_600_000);
  await pc.send(enterOp);
  const [first = 0, second = 0, last = 0] = arrives.toSorted((a, b) => a - b);
  const sends = [
    [first, pc.write(createRoomAnswerOp(1, 'A'))],
    [second, pc.write(createRoomAnswerOp(2, 'A'))],
    [last, await pc.handIn()],
  ] as const;
  for (const [hours, send] of sends) {
    house.at(startMs + hours * 3_600_000);
    await send();
  }
  house.at(startMs + 10 * dayMs);
  const { student: stands, items, markable } = await teacher(assignmentCalls.getWork, { planId, userId });
  const { finishedMs: _, enteredMs: __, userId: ___, name: ____, ...standing } = stands;
  return { standing: { ...standing, handedInMs: standing.handedInMs === null ? null : standing.handedInMs - startMs }, items, markable };
}

describe('homework that arrives late', () => {
  it('is late by the server’s clock, whatever the device’s clock says', async () => {
    const house = await startAssignmentRoom('homework');
    const scene = fc.record({
      rule: fc.constantFrom<LateRule>('refused', 'marked', 'shareOff'),
      arrives: fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 3, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(scene, fc.integer({ min: -10_000, max: 10_000 }), async (at, wall) => {
        const [honest, lying] = [await told(house, at, 1), await told(house, at, wall)];
        expect(lying).toEqual(honest);
        const handedIn = Math.max(...at.arrives) * 3_600_000;
        const dueMs = 3 * dayMs;
        const closeMs = dueMs + lateRules[at.rule].lateMs;
        expect(honest.standing.late).toBe(handedIn > dueMs);
        if (handedIn <= closeMs) expect(honest.standing).toMatchObject({ handedInMs: handedIn, late: handedIn > dueMs });
      }),
      { numRuns: 12 },
    );
  });

  it('after the closing time is stored and shown as such, and counts once the teacher accepts it', async () => {
    const room = await startAssignmentRoom('homework', { rules: { lateRule: 'refused', lateMs: 0 } });
    const pc = await lyingPc(room, room.students[0], room.draft.startMs);
    await pc.send(enterOp, createRoomAnswerOp(1, 'A'));
    const rest = pc.write(createRoomAnswerOp(2, 'A'));
    const handIn = await pc.handIn();
    room.at(room.draft.dueMs + 60 * examRoomMinuteMs);
    // The log accepts answers at any time and discards none.
    expect((await rest()).code).toBe(0);
    expect((await handIn()).code).toBe(0);
    const work = await room.work(room.students[0]);
    expect(work.items.map((item) => item.answer)).toEqual([['A'], ['A'], [], []]);
    expect(work.student).toMatchObject({ late: true, afterClose: 1 });
    const finish = { planId: room.planId, userIds: [room.students[0].userId] };
    expect(await room.teacher(assignmentCalls.finish, finish)).toMatchObject({ finished: 0, left: [{ why: 'afterClose' }] });
    expect((await room.students[0].post('/task/myScore', { planId: room.planId })).code).toBe(1002);
    expect(await room.teacher(assignmentCalls.finish, { ...finish, takeLate: true })).toMatchObject({ finished: 1, left: [] });
  });
});

describe('an assignment that is withdrawn while students answer it', () => {
  it('shows the reason; answers are stored and shown to the teacher, but neither marked nor returned', async () => {
    const room = await startAssignmentRoom('homework');
    const student = room.students[0];
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'A'));
    const offline = pc.write(createRoomAnswerOp(2, 'B'));
    const colleague = await room.server.callOf(await room.server.addUser(6, 'colleague'));
    expect((await colleague('/task/withdraw', { id: room.planId, reason: '别人的' })).code).toBe(1005);
    expect((await student.post('/task/withdraw', { id: room.planId, reason: '不想做' })).code).toBe(1003);
    const reason = '题目有误，重新布置';
    const once = await room.teacher(assignmentCalls.withdraw, { id: room.planId, reason });
    // The teacher clicks again, or the call is repeated after a lost reply.
    expect(await room.teacher(assignmentCalls.withdraw, { id: room.planId, reason })).toEqual(once);
    expect((await room.notice(student))?.withdrawn).toMatchObject({ reason });
    expect((await student.post('/exam/enter', { planId: room.planId, deviceId: randomUUID() })).data).toMatchObject({ withdrawn: reason });

    // The PC that was being used learns of the withdrawal later: its remaining ops still arrive and get a receipt.
    expect((await offline()).code).toBe(0);
    await handInAndDeliver(pc);
    const work = await room.work(student);
    expect(work.items.map((item) => item.answer)).toEqual([['A'], ['B'], [], []]);
    const key = { planId: room.planId, userId: student.userId, answersVersion: work.answersVersion };
    for (const [path, input] of [
      ['/task/mark', { ...key, items: [{ itemId: '1', points: 1, comment: '' }] }],
      ['/task/giveBack', { ...key, reason: '改', untilMs: room.draft.dueMs }],
      ['/task/finish', { planId: room.planId, userIds: [student.userId], fullForRest: true }],
      ['/task/withdraw', { id: room.planId, reason: '另一个原因' }],
    ] as const)
      expect((await room.staff(path, input)).code, path).toBe(1002);
    expect((await student.post('/task/myScore', { planId: room.planId })).code).toBe(1002);
    const listed = await room.teacher(assignmentCalls.getList, {});
    expect(listed.items).toMatchObject([{ withdrawn: { reason }, counts: { awaitingMarking: 1 } }]);
  });

  it('cannot be withdrawn once points were shown', async () => {
    const room = await startAssignmentRoom('homework');
    const pc = await room.open(room.students[0]);
    await pc.send(createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(pc);
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [room.students[0].userId] });
    expect((await room.staff('/task/withdraw', { id: room.planId, reason: '撤' })).code).toBe(1002);
    expect(await room.students[0].read(assignmentCalls.myScore, { planId: room.planId })).toMatchObject({ points: 2 });
  });

  it('a withdrawn mock test cannot be opened, shows no key, and allows no further try', async () => {
    const room = await startAssignmentRoom('test');
    const student = room.students[0];
    const pc = await room.open(student);
    await pc.send(createRoomAnswerOp(1, 'B'));
    await handInAndDeliver(pc);
    await room.teacher(assignmentCalls.withdraw, { id: room.planId, reason: '漏题' });
    for (const [path, input] of [
      ['/task/myScore', { planId: room.planId }],
      ['/task/again', { planId: room.planId, tryNo: 2 }],
      ['/exam/release', { planId: room.planId }],
      ['/exam/getPackage', { planId: room.planId }],
      ['/exam/enter', { planId: room.planId, deviceId: randomUUID() }],
    ] as const)
      expect((await student.post(path, input)).code, path).toBe(1002);
  });
});

describe('changing the times of open homework', () => {
  it('applies to students who have begun: an earlier end makes their hand-in late, and a later end undoes that', async () => {
    const room = await startAssignmentRoom('homework');
    const pc = await room.open(room.students[0]);
    await pc.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'));
    const change = async (dueMs: number) => {
      const { version } = await room.teacher(assignmentCalls.getById, { id: room.planId });
      const { name, lateRule, lateMs, latePercent, analysisRule, notice } = room.draft;
      return room.teacher(assignmentCalls.modify, {
        id: room.planId,
        version,
        name,
        dueMs,
        lateRule,
        lateMs,
        latePercent,
        analysisRule,
        notice,
      });
    };
    const earlier = room.server.time.nowMs + examRoomMinuteMs;
    await change(earlier);
    expect((await room.notice(room.students[0]))?.task?.dueMs).toBe(earlier);
    room.at(earlier + examRoomMinuteMs);
    await handInAndDeliver(pc);
    const handedIn = await room.work(room.students[0]);
    expect(handedIn.items.map((item) => item.answer)).toEqual([['A'], ['B'], [], []]);
    expect(handedIn.student).toMatchObject({ status: homeworkStatus.awaitingMarking, late: true, afterClose: 0 });
    await change(room.draft.dueMs);
    expect((await room.work(room.students[0])).student).toMatchObject({ late: false });
  });
});

describe('points that were already shown', () => {
  it('never decrease by a later change of times or late rules, but may increase', async () => {
    const room = await startAssignmentRoom('homework');
    const pc = await room.open(room.students[0]);
    await pc.send(createRoomAnswerOp(1, 'A'));
    room.at(room.draft.dueMs - 60 * examRoomMinuteMs);
    await handInAndDeliver(pc);
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [room.students[0].userId] });
    const points = async () => (await room.students[0].read(assignmentCalls.myScore, { planId: room.planId })).points;
    expect(await points()).toBe(2);
    const change = async (to: object) => {
      const { version } = await room.teacher(assignmentCalls.getById, { id: room.planId });
      const { name, dueMs, lateRule, lateMs, latePercent, analysisRule, notice } = room.draft;
      const all = { id: room.planId, version, name, dueMs, lateRule, lateMs, latePercent, analysisRule, notice, ...to };
      return (await room.staff('/task/modify', all)).code;
    };
    const earlier = room.draft.dueMs - 120 * examRoomMinuteMs;
    expect(await change({ dueMs: earlier, latePercent: 0 })).toBe(1002);
    expect(await change({ dueMs: earlier })).toBe(1002);
    expect(await points()).toBe(2);
    // These changes are allowed because no student loses points: late work is only flagged, or a late student gets more time.
    expect(await change({ dueMs: earlier, lateRule: 'marked' })).toBe(0);
    expect(await change({ lateRule: 'shareOff' })).toBe(0);
    expect(await points()).toBe(2);
  });
});

describe('homework during a change of device or class', () => {
  it('continues at a second device, and late answers of the first one are stored without effect', async () => {
    const room = await startAssignmentRoom('homework');
    const student = room.students[0];
    const home = await room.open(student);
    await home.send(createRoomAnswerOp(3, 'C'), createRoomAnswerOp(1, 'C'));
    const late = home.write(createRoomAnswerOp(1, 'B'), createRoomAnswerOp(4, 'B'));
    const grant = await student.read(examCalls.enter, { planId: room.planId, deviceId: randomUUID(), moveHere: true });
    const stream = await DeviceStream.open(room.server.deps.keys, student.userId, room.server.time.nowMs, grant.attemptId, grant.epoch);
    stream.raiseLamport(home.stream.lamport);
    const school = new ExamineePc(room.server, stream);
    await school.send(enterOp, createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'A'));
    expect((await late()).code).toBe(0);
    expect((await late()).code).toBe(0);
    const { items, student: standing } = await room.work(student);
    expect(items.map((item) => item.answer)).toEqual([['A'], ['A'], ['C'], []]);
    expect(standing).toMatchObject({ answered: 3, waiting: 2 });

    // The teacher sees the versions of each answer and decides which one counts.
    const of = { planId: room.planId, userId: student.userId };
    const evidence = await room.teacher(assignmentCalls.getEvidence, of);
    const item = evidence.items.find((each) => each.itemId === '4');
    const [written] = item?.versions ?? [];
    expect(written?.value).toEqual(['B']);
    if (!written) throw new Error('nothing was written');
    const choices = [{ itemId: '4', choose: { streamId: written.streamId, seq: written.seq } }];
    const decision = { ...of, choices, reason: '在旧电脑上写完的' };
    const colleague = await room.server.callOf(await room.server.addUser(6, 'colleague'));
    expect((await colleague('/task/decide', decision)).code).toBe(1005);
    expect((await student.post('/task/decide', decision)).code).toBe(1003);
    expect((await room.staff('/exam/decide', decision)).code).toBe(1005);
    expect((await room.teacher(assignmentCalls.decide, decision)).written).toBeGreaterThan(0);
    // The teacher clicks again: the repeated decision writes nothing.
    expect(await room.teacher(assignmentCalls.decide, decision)).toEqual({ written: 0 });
    const decided = await room.work(student);
    expect(decided.items.map((each) => each.answer)).toEqual([['A'], ['A'], ['C'], ['B']]);
    await handInAndDeliver(school);
    await room.teacher(assignmentCalls.finish, { planId: room.planId, userIds: [student.userId] });
    expect((await room.staff('/task/decide', { ...decision, reason: '又改' })).code).toBe(1002);
  });

  it('stays with a student who changes class, and is given to a student who joins while it is open', async () => {
    const room = await startAssignmentRoom('homework', { people: 3 });
    const [leaver, joiner, later] = room.students;
    const admin = await room.server.callAs(2);
    const classOf = async (name: string) => (await requireDone(admin('/class/add', { ...createExampleDraft(classResource), name }))).id;
    const [one, two] = [await classOf('一班'), await classOf('二班')];
    const move = async (student: RoomExaminee, classId: number) =>
      requireDone((await room.server.callAs(2))('/class/assign', { class_id: classId, user_ids: [student.userId] }));
    await move(leaver, one);
    await move(joiner, two);
    const set = await room.teacher(assignmentCalls.add, { ...room.draft, name: '一班的', userIds: [], classIds: [one] });
    expect(set.students).toBe(1);
    await move(leaver, two);
    await move(joiner, one);
    const listOf = async (student: RoomExaminee) =>
      (await student.read(examCalls.myList, {})).items.filter((item) => item.planId === set.id);
    expect(await listOf(leaver)).toMatchObject([{ task: { status: homeworkStatus.notDone } }]);
    const grant = await leaver.read(examCalls.enter, { planId: set.id, deviceId: randomUUID() });
    expect(grant.attemptId).not.toBe('');
    expect(await listOf(joiner)).toMatchObject([{ task: { status: homeworkStatus.notDone } }]);
    // Two calls at the same moment assign the homework once.
    await Promise.all([move(joiner, one), move(joiner, one)]);
    const whole = await room.teacher(assignmentCalls.getById, { id: set.id });
    expect(whole.students.map(({ userId, className }) => [userId, className])).toEqual([
      [leaver.userId, '二班'],
      [joiner.userId, '一班'],
    ]);
    const pc = await room.open(joiner, set.id);
    await pc.send(createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(pc);
    expect(await listOf(joiner)).toMatchObject([{ task: { status: homeworkStatus.awaitingMarking } }]);
    // Homework that is over or withdrawn is not assigned to new members.
    room.at(room.draft.dueMs + 5 * dayMs);
    await move(later, one);
    expect(await listOf(later)).toEqual([]);
  });
});
