import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { userTypes } from '../../../sync/contract/roles.ts';
import { decodeUtf8 } from '../../../sync/crypto/bytes.ts';
import { formatPackageBinding } from '../../../sync/crypto/canonical.ts';
import { openWithGcm } from '../../../sync/crypto/gcm.ts';
import { importReleasedKey } from '../../../sync/crypto/paper-text.ts';
import { createSeededRandom } from '../../../server/seeded-random.ts';
import { allCalls } from '../fixtures/every-call.ts';
import {
  createRoomAnswerOp,
  examRoomDurationMs,
  enterOp,
  startExamRoom,
  examRoomMinuteMs,
  type ExamineePc,
  type RoomExaminee,
  handInAndDeliver,
  formatWithoutRandomParts,
} from '../fixtures/exam-room.ts';

type Room = Awaited<ReturnType<typeof startExamRoom>>;
type Told = 'never' | 'afterRelease';
interface Telling {
  readonly tells: Told;
  /** Makes the input of the call. A call without input is not made, because it changes the account or is part of the attack itself (push, pull). */
  readonly input?: (room: Room) => object;
}
const never: Telling = { tells: 'never' };
const ofPlan = (tells: Told): Telling => ({ tells, input: ({ planId }) => ({ planId }) });

/** Every call that an examinee may make, and when it may reveal answer keys or scores. */
const telling: Readonly<Record<string, Telling>> = {
  '/exam/myList': { tells: 'never', input: () => ({}) },
  '/exam/getPackage': ofPlan('never'),
  '/exam/enter': { tells: 'never', input: ({ planId }) => ({ planId, deviceId: randomUUID() }) },
  '/exam/release': ofPlan('never'),
  '/exam/myAnswers': ofPlan('never'),
  '/exam/myScore': ofPlan('afterRelease'),
  '/score/myReview': ofPlan('never'),
  '/score/askReview': never,
  '/certificate/getById': never,
  '/certificate/getPrinted': never,
  '/certificate/verify': never,
  '/exam/registerMachine': never,
  // A room's machine makes these calls with its own ticket. They return only the sealed package and its opening time.
  ...Object.fromEntries(['Work', 'Package', 'Report'].map((what) => [`/exam/machine${what}`, never])),
  '/exam/readRevision': { tells: 'never', input: ({ planId }) => ({ planId, revision: 2 }) },
  '/exam/myArrangement': { tells: 'never', input: () => ({}) },
  '/task/again': { tells: 'never', input: ({ planId }) => ({ planId, tryNo: 2 }) },
  '/task/myScore': ofPlan('never'),
  ...Object.fromEntries(
    ['myCategories', 'getPack', 'myAnswers', 'myOwn'].map((verb) => [`/exercise/${verb}`, { tells: 'never' as const, input: () => ({}) }]),
  ),
  ...Object.fromEntries(['record', 'keepOwn'].map((verb) => [`/exercise/${verb}`, never])),
  '/record/getList': { tells: 'afterRelease', input: () => ({}) },
  '/sync/push': never,
  '/sync/pull': never,
  '/sync/piece': never,
  '/sync/time': { tells: 'never', input: () => ({}) },
  '/user/login': never,
  '/directory/getPublic': { tells: 'never', input: () => ({ school_id: 1 }) },
  ...Object.fromEntries(['begin', 'finish', 'signIn'].map((verb) => [`/directory/${verb}`, never])),
  '/lti/begin': never,
  '/lti/finish': never,
  '/user/logout': never,
  '/user/isExist': { tells: 'never', input: () => ({ login_name: 'sitter0', website: 'demo' }) },
  '/user/addRS': never,
  '/user/getInfo': { tells: 'never', input: () => ({}) },
  '/user/getMe': { tells: 'never', input: () => ({}) },
  '/user/modifyMe': never,
  '/user/changePassword': never,
  '/user/getSessions': { tells: 'never', input: () => ({}) },
  '/user/removeSession': never,
  '/school/getByWebsite': { tells: 'never', input: () => ({ website: 'demo' }) },
  '/batch/getShown': { tells: 'never', input: () => ({ website: 'demo' }) },
  '/declaration/getOpen': { tells: 'never', input: () => ({}) },
  ...Object.fromEntries(['getMine', 'save', 'submit', 'withdraw'].map((verb) => [`/declare/${verb}`, never])),
  '/learn/myList': { tells: 'never', input: () => ({}) },
  ...Object.fromEntries(['getById', 'keepNotes', 'record'].map((verb) => [`/learn/${verb}`, never])),
  '/info/myList': { tells: 'never', input: () => ({}) },
  '/info/read': never,
  '/info/setRead': never,
  '/system/getPublic': { tells: 'never', input: () => ({}) },
  '/system/reportFault': { tells: 'never', input: () => ({ name: 'TypeError', message: 'x', frames: [], page: '/', browser: '' }) },
};

const examinees: readonly string[] = [...userTypes[7].roles, ...userTypes[8].roles];
const theirs = allCalls.filter(({ access }) => typeof access === 'string' || access.some((role) => examinees.includes(role)));

const asking = Object.keys(telling).filter((path) => telling[path]?.input !== undefined);

/** Makes these calls as the examinee and collects the responses. Default: every call of the table `telling` that has an input. */
async function everythingTold(room: Room, examinee: RoomExaminee, calls = asking): Promise<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const path of calls) told[path] = formatWithoutRandomParts(await examinee.post(path, telling[path]?.input?.(room) ?? {}));
  return told;
}

/** Creates two rooms with the same examinee, answers and times. They differ only in the answer keys of the paper. */
const twoWorlds = () => Promise.all([startExamRoom({ right: 'A' }), startExamRoom({ right: 'B' })]);

describe('SY23: before scores are released', () => {
  it('the table lists every call that an examinee may make', () => {
    expect(Object.keys(telling).toSorted()).toEqual(theirs.map((call) => call.path).toSorted());
  });

  // Each run makes 250 attacks (`attack`) within 20 minutes: the examinee pushes a guess, at times hands in, and reads the server's replies.
  it.each([
    ['before the start', 0],
    ['in its first third', 60],
    ['in its second third', 80],
    ['to its end', 100],
  ])('250 attacks %s with hand-ins, new tabs and higher lamports learn nothing about the keys from any call', async (_when, fromMinute) => {
    const rooms = await twoWorlds();
    const transcripts = await Promise.all(rooms.map((room) => attack(room, 250, fromMinute * examRoomMinuteMs)));
    expect(transcripts[0]).toHaveLength(250);
    expect(transcripts[1]).toEqual(transcripts[0]);
  });

  it('the opened paper is identical for different keys: it contains no key, analysis or option score', async () => {
    const papers = [];
    for (const room of await twoWorlds()) {
      room.at(room.startMs);
      await room.sit(room.examinees[0]);
      const sealed = await room.examinees[0].read(examCalls.getPackage, { planId: room.planId });
      const { contentKey } = await room.examinees[0].read(examCalls.release, { planId: room.planId });
      const binding = formatPackageBinding(sealed.planId, sealed.variant, sealed.version);
      papers.push(decodeUtf8(await openWithGcm(await importReleasedKey(contentKey), sealed.sealed, binding)));
    }
    expect(papers[0]).toContain('第 1 题');
    expect(papers[1]).toBe(papers[0]);
  });

  it('no call reveals keys or scores before the release, however late; afterwards only the listed calls do', async () => {
    const rooms = await twoWorlds();
    for (const room of rooms) {
      room.at(room.startMs + examRoomMinuteMs);
      const pc = await room.sit(room.examinees[0]);
      await pc.send(enterOp, createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'A'), createRoomAnswerOp(3, 'B'));
      await handInAndDeliver(pc);
    }
    for (const at of [examRoomDurationMs - examRoomMinuteMs, examRoomDurationMs + 6 * examRoomMinuteMs, 2 * examRoomDurationMs]) {
      const told = [];
      for (const room of rooms) {
        room.at(room.startMs + at);
        told.push(await everythingTold(room, room.examinees[0]));
      }
      expect(told[1]).toEqual(told[0]);
    }
    const after: Record<string, string>[] = [];
    for (const room of rooms) {
      await room.release();
      after.push(await everythingTold(room, room.examinees[0]));
    }
    const differ = Object.keys(telling).filter((path) => after[0]?.[path] !== after[1]?.[path]);
    expect(after[0]?.['/exam/myScore']).toContain('"points"');
    expect(differ).toEqual(Object.keys(telling).filter((path) => telling[path]?.tells === 'afterRelease'));
  });
});

/**
 * Lets the examinee try `tries` times within 20 minutes to learn the answer keys: they push guesses, hand in, open new tabs and read what the server
 * replies. Starts `afterMs` after publication. Returns these replies.
 */
async function attack(room: Room, tries: number, afterMs: number): Promise<string[]> {
  const examinee = room.examinees[0];
  const fromMs = room.server.time.nowMs + afterMs;
  const stepMs = (20 * examRoomMinuteMs - 1) / tries;
  room.at(fromMs);
  let pc = await room.sit(examinee);
  const all = [pc];
  const heard: string[] = [];
  for (let each = 0; each < tries; each += 1) {
    room.at(fromMs + Math.round(each * stepMs));
    if (each % 25 === 24) {
      const tab = await room.tab(pc);
      tab.stream.raiseLamport(pc.stream.lamport + 1000);
      all.push((pc = tab));
    }
    const guess = createRoomAnswerOp((each % 4) + 1, (['A', 'B', 'C'] as const)[each % 3] ?? 'A');
    const again = pc.write(...(each === 0 ? [enterOp, guess] : [guess]));
    const pushed = await again();
    const handed = each % 3 === 2 ? await (await pc.handIn(...all))() : null;
    // Wait for the projections before the pull, so that its reply depends only on the ops. The first push is answered before
    // that, so only its code is compared.
    await room.server.deps.answerLog.projector.waitUntilProjected();
    const told = await everythingTold(room, examinee, ['/exam/myScore', asking[each % asking.length] ?? '']);
    const { ticket } = pc.stream;
    const pulled = await room.server.post('/sync/pull', { ticket, newsSeen: 0, serverEpoch: '', waitMs: 0 });
    heard.push(formatWithoutRandomParts([pushed.code, handed?.code, await again(), told, pulled]));
  }
  return heard;
}

describe('SY23: after scores are released', () => {
  const right = [1, 2, 3, 4].map((item) => createRoomAnswerOp(item, 'A'));
  const wrong = [1, 2, 3, 4].map((item) => createRoomAnswerOp(item, 'C'));
  const points = async (room: Room): Promise<number> => (await room.examinees[0].read(examCalls.myScore, { planId: room.planId })).points;

  /** Creates an attempt with only wrong answers, handed in or not, and releases its scores. `more` runs before the hand-in. */
  async function released(handIn: boolean, more: (pc: ExamineePc, room: Room) => Promise<unknown> = () => Promise.resolve()) {
    const room = await startExamRoom();
    room.at(room.startMs + examRoomMinuteMs);
    const pc = await room.sit(room.examinees[0]);
    await pc.send(enterOp, ...wrong);
    await more(pc, room);
    if (handIn) await (await pc.handIn())();
    room.at(room.endMs + 10 * examRoomMinuteMs);
    await room.release();
    expect(await points(room)).toBe(0);
    return { room, pc };
  }
  it.each([[true], [false]])('1 000 answers that first arrive after the release earn nothing (handed in before: %s)', async (handIn) => {
    const { room, pc } = await released(handIn);
    let tab = pc;
    // The examinee sends a hundred right answers ten times, every other time from a new tab, and hands in each time.
    const hundred = Array.from({ length: 25 }, () => right).flat();
    for (let each = 0; each < 10; each += 1) {
      room.at(room.server.time.nowMs + examRoomMinuteMs);
      if (each % 2 === 1) tab = await room.tab(tab);
      tab.stream.raiseLamport(tab.stream.lamport + each);
      expect((await tab.send(...hundred)).code).toBe(0);
      await handInAndDeliver(tab, pc, tab);
    }
    expect(await points(room)).toBe(0);
    const row = (await room.board()).examinees[0];
    expect([row?.points, (row?.concerns.waiting.afterDisclosure ?? 0) + (row?.concerns.waiting.afterHandIn ?? 0) > 0]).toEqual([0, true]);
    // Staff may still decide that a late answer counts.
    const evidence = await room.evidence(room.examinees[0]);
    const choices = evidence.items.map((item) => ({
      itemId: item.itemId,
      choose: item.versions.find((version) => version.value[0] === 'A') ?? null,
    }));
    expect(choices).toHaveLength(4);
    const named = choices.map(({ itemId, choose }) => ({ itemId, choose: choose && { streamId: choose.streamId, seq: choose.seq } }));
    expect(
      await room.staff('/exam/decide', { planId: room.planId, userId: room.examinees[0].userId, choices: named, reason: '监考证实' }),
    ).toMatchObject({ code: 0 });
    expect(await points(room)).toBe(8);
  });

  it.each([1, 2, 3, 4])('250 random attacks after the release earn nothing (seed %i)', async (seed) => {
    const chance = createSeededRandom(seed);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
    // The attempt was handed in before the release if the seed is even.
    const { room, pc } = await released(seed % 2 === 0);
    const tabs = [pc];
    const codes = new Set<number>();
    for (let each = 0; each < 250; each += 1) {
      room.at(room.server.time.nowMs + 1000 + Math.round(chance() * examRoomMinuteMs));
      const from = pick(tabs);
      const way = chance();
      if (way < 0.1) tabs.push(await room.tab(from));
      // The disk of the PC is cloned: original and copy continue the stream from the same op.
      else if (way < 0.2) tabs.push(room.twin(from));
      else if (way < 0.3) {
        const grant = await room.examinees[0].post(examCalls.enter.path, { planId: room.planId, deviceId: randomUUID(), moveHere: true });
        if (grant.code === 0) tabs.push(await room.tab(from, (grant.data as { epoch: number }).epoch));
      }
      const to = pick(tabs);
      if (chance() < 0.3) to.stream.raiseLamport(to.stream.lamport + Math.round(chance() * 10_000));
      codes.add((await to.send(...(chance() < 0.2 ? [enterOp] : []), ...right)).code);
      if (chance() < 0.3) codes.add((await (await to.handIn(...tabs.filter(() => chance() < 0.5), to))()).code);
      if (each % 25 === 24) expect(await points(room)).toBe(0);
    }
    // The pushes were accepted, so the attack took place. A move is possible only if the attempt was not handed in.
    expect(codes).toContain(0);
    expect(tabs.some((tab) => tab.stream.header.epoch > 1)).toBe(seed % 2 === 1);
    const row = (await room.board()).examinees[0];
    expect([row?.points, (row?.receivedOps ?? 0) > 500]).toEqual([0, true]);
  });

  it('a hand-in from before the release that lists ops not yet written earns nothing for them', async () => {
    let late: (() => Promise<unknown>) | undefined;
    const { room } = await released(false, async (pc) => {
      const streamId = pc.stream.header.streamId;
      const claim = { manifest: { [streamId]: 40 }, digest: 'A'.repeat(43), by: 'examinee', elapsedMs: 5, extensionMs: 0 };
      await pc.send({ type: 'attempt.handIn@2', payload: claim });
      late = async () => {
        while (pc.stream.head.seq < 40) await pc.send(...right);
      };
    });
    await late?.();
    expect(await points(room)).toBe(0);
  });

  it('an op that an earlier hand-in proves by its digest counts whenever it arrives', async () => {
    let delivered: (() => Promise<unknown>) | undefined;
    const { room } = await released(false, async (pc, here) => {
      const written = await here.tab(pc);
      delivered = written.write(...right);
      await handInAndDeliver(pc, pc, written);
    });
    await delivered?.();
    expect(await points(room)).toBe(8);
  });
});
