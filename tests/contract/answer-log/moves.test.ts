import { describe, expect, it } from 'vitest';
import { syncCalls } from '../../../sync/contract/exams/sync.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import {
  createRoomAnswerOp,
  enterOp,
  startExamRoom,
  examRoomMinuteMs,
  type ExamineePc,
  createReader,
  type RoomExaminee,
} from '../fixtures/exam-room.ts';
import type { CallAnswer } from '../server-fixture.ts';

type Delivery = () => Promise<CallAnswer>;
type Room = Awaited<ReturnType<typeof startExamRoom>>;
interface History {
  /** Deliveries of batches that have not reached the server when the exam is over. The test makes them in every order. */
  readonly late: readonly Delivery[];
  /** All answers that the examinee ever gave, by item id. */
  readonly given: Readonly<Record<string, readonly string[]>>;
  /** PCs in the order in which the examinee used them. */
  readonly pcs: readonly ExamineePc[];
}
/** Delivers a named batch at once if its name is in `early`. Otherwise, or if the server refuses it, the batch is delivered after the exam. */
type Sent = (name: string, delivery: Delivery) => Promise<void>;
type Play = (room: Room, examinee: RoomExaminee, sent: Sent) => Promise<Omit<History, 'late'>>;

/** PC A delivers one answer and keeps two. PC B changes one of these two, adds one, and hands in. */
const aThenB: Play = async (room, examinee, sent) => {
  const a = await room.sit(examinee);
  await a.send(enterOp, createRoomAnswerOp(1, 'A'));
  await sent('rest of A', a.write(createRoomAnswerOp(2, 'A'), createRoomAnswerOp(3, 'A')));
  room.at(room.startMs + 10 * examRoomMinuteMs);
  const b = await room.sit(examinee, a);
  await sent('at B', b.write(enterOp, createRoomAnswerOp(3, 'B'), createRoomAnswerOp(4, 'A')));
  await sent('hand-in', await b.handIn());
  return { given: { 1: ['A'], 2: ['A'], 3: ['A', 'B'], 4: ['A'] }, pcs: [a, b] };
};

/**
 * The examinee moves from PC A to PC B and back to A. The stream of the first sitting stays on A, which starts another stream for the third sitting.
 */
const thereAndBack: Play = async (room, examinee, sent) => {
  const a = await room.sit(examinee);
  await a.send(enterOp, createRoomAnswerOp(1, 'A'));
  await sent('rest of A', a.write(createRoomAnswerOp(2, 'A')));
  const b = await room.sit(examinee, a);
  await b.send(enterOp);
  await sent('at B', b.write(createRoomAnswerOp(3, 'A')));
  room.at(room.startMs + 10 * examRoomMinuteMs);
  const again = await room.sit(examinee, b);
  await sent('at A again', again.write(enterOp, createRoomAnswerOp(4, 'A')));
  await sent('hand-in', await again.handIn());
  return { given: { 1: ['A'], 2: ['A'], 3: ['A'], 4: ['A'] }, pcs: [a, b, again] };
};

/** The examinee hands in at PC A without a network and then signs in at PC B. Once the hand-in arrives, no further move is allowed. */
const handInThenMove: Play = async (room, examinee, sent) => {
  const a = await room.sit(examinee);
  await a.send(enterOp, createRoomAnswerOp(1, 'A'));
  await sent('rest of A', a.write(createRoomAnswerOp(2, 'A'), createRoomAnswerOp(3, 'A')));
  const handIn = await a.handIn();
  room.at(room.startMs + 10 * examRoomMinuteMs);
  const b = await room.sit(examinee, a);
  await sent('hand-in at A', handIn);
  await b.send(enterOp, createRoomAnswerOp(3, 'B'));
  await sent('at B', b.write(createRoomAnswerOp(4, 'A')));
  await sent('hand-in at B', await b.handIn());
  return { given: { 1: ['A'], 2: ['A'], 3: ['A', 'B'], 4: ['A'] }, pcs: [a, b] };
};

const orders = <T>(all: readonly T[]): T[][] =>
  all.length <= 1 ? [[...all]] : all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));

/** Repeats the refused deliveries until all are accepted. A batch that arrives before its predecessor is refused and retried. */
async function deliver(late: readonly Delivery[]): Promise<void> {
  let waiting = [...late];
  for (let round = 0; waiting.length > 0 && round < late.length + 1; round += 1) {
    const refused: Delivery[] = [];
    for (const each of waiting) if ((await each()).code !== 0) refused.push(each);
    waiting = refused;
  }
  expect(waiting).toEqual([]);
}

/** Runs a scenario. Delivers the batches named in `early` as soon as they are written, and collects all other deliveries. */
async function played(
  play: Play,
  room: Room,
  examinee: RoomExaminee,
  early: ReadonlySet<string> = new Set(),
): Promise<History & { names: string[] }> {
  const late: Delivery[] = [];
  const names: string[] = [];
  const history = await play(room, examinee, async (name, delivery) => {
    names.push(name);
    // A batch whose predecessor has not arrived is refused now and delivered after the exam.
    if (!early.has(name) || (await delivery()).code !== 0) late.push(delivery);
  });
  return { ...history, late, names };
}
const subsets = <T>(all: readonly T[]): T[][] => all.reduce<T[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]]);

describe('SY15: attempts of examinees who moved to another PC', () => {
  it.each([
    ['A to B', aThenB],
    ['A to B and back', thereAndBack],
    ['handed in at A, then B', handInThenMove],
  ])(
    '%s: in any order of arrival all pages agree, and each answer counts or is listed as waiting',
    async (_name, play) => {
      const probe = await startExamRoom();
      probe.at(probe.startMs);
      const { names } = await played(play, probe, probe.examinees[0]);
      const histories = subsets(names).flatMap((early) =>
        orders(names.filter((name) => !early.includes(name)).map((_late, at) => at)).map((order) => ({ early, order })),
      );
      const room = await startExamRoom({ people: histories.length });
      const outcomes = new Map<string, Set<string>>();
      for (const [at, { early, order }] of histories.entries()) {
        const examinee = room.examinees[at] as RoomExaminee;
        room.at(room.startMs + examRoomMinuteMs);
        const { late, given, pcs } = await played(play, room, examinee, new Set(early));
        room.at(room.startMs + 30 * examRoomMinuteMs);
        // Batches in `early` that the server refused are delivered last.
        await deliver(late.map((delivery, place) => late[order[place] ?? place] ?? delivery));
        const key = early.join(' + ');
        outcomes.set(key, (outcomes.get(key) ?? new Set()).add(await agreedOutcome(room, examinee, { given, pcs, early })));
      }
      expect(outcomes.size).toBe(2 ** names.length);
      // For the same early batches, the counted answers do not depend on the order of the later deliveries.
      expect([...outcomes].filter(([, different]) => different.size > 1)).toEqual([]);
    },
    60_000,
  );

  it('the decision page accepts agreeing answers in one step and contradicting ones singly, with immediate effect', async () => {
    const room = await startExamRoom();
    const examinee = room.examinees[0];
    room.at(room.startMs + examRoomMinuteMs);
    const { late } = await played(aThenB, room, examinee);
    await deliver(late);
    const points = async () => (await room.board()).examinees[0]?.points;
    const before = await room.evidence(examinee);
    expect(before.items.map((item) => [item.itemId, item.group, item.proposal === null])).toEqual([
      ['2', 'agreeing', false],
      ['3', 'contradicting', false],
    ]);
    expect([await points(), (await room.board()).examinees[0]?.concerns.waiting.olderEpoch]).toEqual([4, 2]);

    const decide = (choices: object[], reason = '') =>
      room.staff('/exam/decide', { planId: room.planId, userId: examinee.userId, choices, reason });
    const [agreeing, contradicting] = before.items;
    await decide([{ itemId: '2', choose: agreeing?.proposal }]);
    expect(await points()).toBe(6);
    const old = contradicting?.versions.find((version) => version.epoch === 1);
    const against = [{ itemId: '3', choose: { streamId: old?.streamId, seq: old?.seq } }];
    expect(await decide(against)).toMatchObject({ code: 1001, data: { fields: [{ path: 'reason' }] } });
    expect(await decide(against, '换机前已答，监考在场')).toMatchObject({ code: 0, data: { written: 2 } });
    // Repeating a decision changes nothing. A later decision replaces it, and all decisions stay in the log.
    expect(await decide(against, '换机前已答，监考在场')).toMatchObject({ code: 0, data: { written: 0 } });
    expect([await points(), (await room.board()).examinees[0]?.concerns.waiting.olderEpoch]).toEqual([8, 0]);
    await decide([{ itemId: '3', choose: null }], '两版都不可信');
    expect(await points()).toBe(6);
    const after = await room.evidence(examinee);
    expect(after.items.map((item) => item.group)).toEqual([null, null]);
    expect(after.decisions.length).toBeGreaterThan(3);
    expect(after.decisions.every((one) => one.by === '用户6')).toBe(true);
    expect(await decide([{ itemId: '4', choose: { streamId: old?.streamId, seq: 999 } }], '没有这一版')).toMatchObject({ code: 1002 });
  });
});

interface Told extends Pick<History, 'given' | 'pcs'> {
  readonly early: readonly string[];
}

/**
 * Checks that the receipt, the news, the exam board of the staff and the staff's list of all answer versions agree, and that each answer either
 * counts or waits for a staff decision. Returns the counted answers as one text.
 */
async function agreedOutcome(room: Room, examinee: RoomExaminee, { given, pcs, early }: Told): Promise<string> {
  const counted = new Map(
    (await examinee.read(examCalls.myAnswers, { planId: room.planId })).answers.map((one) => [one.itemId, one.value[0] ?? '']),
  );
  const evidence = await room.evidence(examinee);
  const row = (await room.board()).examinees.find((one) => one.userId === examinee.userId);
  const heard = [];
  for (const { stream } of pcs) {
    const input = { ticket: stream.ticket, newsSeen: 0, serverEpoch: '', waitMs: 0 };
    heard.push((await createReader(room.server.post)(syncCalls.pull, input)).news);
  }
  const news = heard.at(-1);
  // A tab that is still open at an old PC shows the same receipt.
  for (const other of heard)
    expect([other?.receipt, other?.handedIn, other?.verdicts]).toEqual([news?.receipt, news?.handedIn, news?.verdicts]);

  const waiting = evidence.items.flatMap((item) =>
    item.versions.filter((version) => !version.counts).map((version) => ({ ...version, item: item.itemId })),
  );
  for (const [item, values] of Object.entries(given))
    for (const value of values) {
      const waits = waiting.some((version) => version.item === item && version.value[0] === value);
      // The new PC may replace an answer that arrived before the move. An answer that arrived after the move must count or wait for a staff decision.
      const changed = early.includes('rest of A') && value !== values.at(-1) && counted.get(item) === values.at(-1);
      expect({ item, value, told: waits || counted.get(item) === value || changed }).toMatchObject({ told: true });
    }
  const { olderEpoch = 0, afterHandIn = 0, afterDisclosure = 0 } = row?.concerns.waiting ?? {};
  expect(olderEpoch + afterHandIn + afterDisclosure).toBe(waiting.length);
  const told = (news?.verdicts ?? []).filter((run) => run.verdict === 'recordedNotCounted');
  for (const version of waiting)
    expect(told.some((run) => run.streamId === version.streamId && run.fromSeq <= version.seq && version.seq <= run.toSeq)).toBe(true);
  expect([row?.complete, row?.handedIn]).toEqual([news?.receipt != null, news?.handedIn]);
  expect(evidence.handIns.filter((handIn) => handIn.fixed).map((handIn) => handIn.seq)).toEqual(news?.receipt ? [news.receipt.seq] : []);
  return JSON.stringify([
    [...counted].map(String).toSorted(),
    waiting.map((version) => String([version.item, version.value, version.why])).toSorted(),
    row?.complete,
  ]);
}
