import { describe, expect, it } from 'vitest';
import { syncCalls } from '../../sync/contract/sync.ts';
import { examCalls } from '../../sync/contract/exam.ts';
import { answer, enters, examRoom, minuteMs, type Pc, reading, type Sitter } from './exam-room.ts';
import type { Answer } from './server-fixture.ts';

type Delivery = () => Promise<Answer>;
interface History {
  /** What is still on its way when the exam is over; delivered in every order. */
  readonly late: readonly Delivery[];
  /** Item → the answers the examinee ever gave to it. */
  readonly given: Readonly<Record<string, readonly string[]>>;
  readonly newest: Pc;
}
type Room = Awaited<ReturnType<typeof examRoom>>;

/** At A one answer arrives, two don't; then B, which answers one of them again and one more, and hands in. */
async function aThenB(room: Room, sitter: Sitter): Promise<History> {
  const a = await room.sit(sitter);
  await a.send(enters, answer(1, 'A'));
  const rest = a.write(answer(2, 'A'), answer(3, 'A'));
  room.at(room.startMs + 10 * minuteMs);
  const b = await room.sit(sitter, a);
  const atB = b.write(enters, answer(3, 'B'), answer(4, 'A'));
  return { late: [rest, atB, await b.handIn()], given: { 1: ['A'], 2: ['A'], 3: ['A', 'B'], 4: ['A'] }, newest: b };
}

/** A, B and back to A, which keeps its old ops and begins a stream of the third sitting. */
async function thereAndBack(room: Room, sitter: Sitter): Promise<History> {
  const a = await room.sit(sitter);
  await a.send(enters, answer(1, 'A'));
  const rest = a.write(answer(2, 'A'));
  const b = await room.sit(sitter, a);
  await b.send(enters);
  const atB = b.write(answer(3, 'A'));
  room.at(room.startMs + 10 * minuteMs);
  const again = await room.sit(sitter, b);
  const atA = again.write(enters, answer(4, 'A'));
  return { late: [rest, atB, atA, await again.handIn()], given: { 1: ['A'], 2: ['A'], 3: ['A'], 4: ['A'] }, newest: again };
}

/** Handed in at A without network, then signed in at B after all. */
async function handInThenMove(room: Room, sitter: Sitter): Promise<History> {
  const a = await room.sit(sitter);
  await a.send(enters, answer(1, 'A'));
  const rest = a.write(answer(2, 'A'), answer(3, 'A'));
  const handIn = await a.handIn();
  room.at(room.startMs + 10 * minuteMs);
  const b = await room.sit(sitter, a);
  await b.send(enters, answer(3, 'B'));
  const atB = b.write(answer(4, 'A'));
  return { late: [rest, handIn, atB, await b.handIn()], given: { 1: ['A'], 2: ['A'], 3: ['A', 'B'], 4: ['A'] }, newest: b };
}

const orders = <T>(all: readonly T[]): T[][] =>
  all.length <= 1 ? [[...all]] : all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));

/** Sends what can be sent until everything is there: what comes before what it continues is asked for again. */
async function deliver(late: readonly Delivery[]): Promise<void> {
  let waiting = [...late];
  for (let round = 0; waiting.length > 0 && round < late.length + 1; round += 1) {
    const refused: Delivery[] = [];
    for (const each of waiting) if ((await each()).code !== 0) refused.push(each);
    waiting = refused;
  }
  expect(waiting).toEqual([]);
}

describe('SY15: an examinee who moved', () => {
  it.each([
    ['A to B', aThenB],
    ['A to B and back', thereAndBack],
    ['handed in at A, then B', handInThenMove],
  ])(
    '%s: receipt, board and decision page agree in every order of delivery, and every answer counts or waits by name',
    async (_name, play) => {
      const probe = await examRoom();
      probe.at(probe.startMs);
      const count = (await play(probe, probe.sitters[0] as Sitter)).late.length;
      const all = orders(Array.from({ length: count }, (_, at) => at));
      const room = await examRoom({ people: all.length });
      const outcomes = new Set<string>();
      for (const [at, order] of all.entries()) {
        const sitter = room.sitters[at] as Sitter;
        room.at(room.startMs + minuteMs);
        const { late, given, newest } = await play(room, sitter);
        room.at(room.startMs + 30 * minuteMs);
        await deliver(order.map((each) => late[each] as Delivery));
        outcomes.add(await agreedOutcome(room, sitter, given, newest));
      }
      // Whatever order, the same counts.
      expect([...outcomes]).toHaveLength(1);
    },
  );

  it('is decided in one step where nothing contradicts, one by one where something does, and it counts at once', async () => {
    const room = await examRoom();
    const sitter = room.sitters[0] as Sitter;
    room.at(room.startMs + minuteMs);
    const { late } = await aThenB(room, sitter);
    await deliver(late);
    const points = async () => (await room.board()).examinees[0]?.points;
    const before = await room.evidence(sitter);
    expect(before.items.map((item) => [item.itemId, item.group, item.proposal === null])).toEqual([
      ['2', 'agreeing', false],
      ['3', 'contradicting', false],
    ]);
    expect([await points(), (await room.board()).examinees[0]?.concerns.waiting.olderEpoch]).toEqual([4, 2]);

    const decide = (choices: object[], reason = '') =>
      room.staff('/exam/decide', { planId: room.planId, userId: sitter.userId, choices, reason });
    const [agreeing, contradicting] = before.items;
    await decide([{ itemId: '2', choose: agreeing?.proposal }]);
    expect(await points()).toBe(6);
    const old = contradicting?.versions.find((version) => version.epoch === 1);
    const against = [{ itemId: '3', choose: { streamId: old?.streamId, seq: old?.seq } }];
    expect(await decide(against)).toMatchObject({ code: 1001, data: { fields: [{ path: 'reason' }] } });
    expect(await decide(against, '换机前已答，监考在场')).toMatchObject({ code: 0, data: { written: 2 } });
    // The same press again changes nothing; a later decision replaces it, and all of them are kept.
    expect(await decide(against, '换机前已答，监考在场')).toMatchObject({ code: 0, data: { written: 0 } });
    expect([await points(), (await room.board()).examinees[0]?.concerns.waiting.olderEpoch]).toEqual([8, 0]);
    await decide([{ itemId: '3', choose: null }], '两版都不可信');
    expect(await points()).toBe(6);
    const after = await room.evidence(sitter);
    expect(after.items.map((item) => item.group)).toEqual([null, null]);
    expect(after.decisions.length).toBeGreaterThan(3);
    expect(after.decisions.every((one) => one.by === '用户6')).toBe(true);
    expect(await decide([{ itemId: '4', choose: { streamId: old?.streamId, seq: 999 } }], '没有这一版')).toMatchObject({ code: 1002 });
  });
});

/** Receipt and news, board and evidence must tell the same; each answer counts or waits. What counts, as one text. */
async function agreedOutcome(room: Room, sitter: Sitter, given: History['given'], newest: Pc): Promise<string> {
  const counted = new Map(
    (await sitter.read(examCalls.myAnswers, { planId: room.planId })).answers.map((one) => [one.itemId, one.value[0] ?? '']),
  );
  const evidence = await room.evidence(sitter);
  const row = (await room.board()).examinees.find((one) => one.userId === sitter.userId);
  const input = { ticket: newest.stream.ticket, newsSeen: 0, serverEpoch: '', waitMs: 0 };
  const { news } = await reading(room.server.post)(syncCalls.pull, input);

  const waiting = evidence.items.flatMap((item) =>
    item.versions.filter((version) => !version.counts).map((version) => ({ ...version, item: item.itemId })),
  );
  for (const [item, values] of Object.entries(given))
    for (const value of values) {
      const waits = waiting.some((version) => version.item === item && version.value[0] === value);
      const superseded = counted.get(item) !== undefined && counted.get(item) !== value && !waits;
      expect({ item, value, told: waits || counted.get(item) === value || superseded }).toMatchObject({ told: true });
      // An answer of another PC never goes silently: it counts, or staff are asked.
      if (values.length > 1) expect(waits || counted.get(item) === value, `${item} ${value}`).toBe(true);
    }
  const { olderEpoch = 0, afterHandIn = 0, afterDisclosure = 0 } = row?.concerns.waiting ?? {};
  expect(olderEpoch + afterHandIn + afterDisclosure).toBe(waiting.length);
  const told = (news?.verdicts ?? []).filter((run) => run.verdict === 'recordedNotCounted');
  for (const version of waiting)
    expect(told.some((run) => run.streamId === version.streamId && run.fromSeq <= version.seq && version.seq <= run.toSeq)).toBe(true);
  expect([row?.complete, row?.handedIn]).toEqual([news?.receipt !== null, news?.handedIn]);
  expect(evidence.handIns.filter((handIn) => handIn.fixed).map((handIn) => handIn.seq)).toEqual(news?.receipt ? [news.receipt.seq] : []);
  return JSON.stringify([
    [...counted].map(String).toSorted(),
    waiting.map((version) => String([version.item, version.value, version.why])).toSorted(),
    row?.complete,
  ]);
}
