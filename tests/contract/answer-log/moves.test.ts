import { describe, expect, it } from 'vitest';
import { syncCalls } from '../../../sync/contract/sync.ts';
import { examCalls } from '../../../sync/contract/exam.ts';
import { answer, enters, examRoom, minuteMs, type Pc, reading, type Sitter } from '../fixtures/exam-room.ts';
import type { Answer } from '../server-fixture.ts';

type Delivery = () => Promise<Answer>;
type Room = Awaited<ReturnType<typeof examRoom>>;
interface History {
  /** What is still on its way when the exam is over; delivered in every order. */
  readonly late: readonly Delivery[];
  /** Item → the answers the examinee ever gave to it. */
  readonly given: Readonly<Record<string, readonly string[]>>;
  /** In the order they were sat at. */
  readonly pcs: readonly Pc[];
}
/** Delivers what of these may be early at once, before the examinee does anything else; the rest is late. */
type Sent = (name: string, delivery: Delivery) => Promise<void>;
type Play = (room: Room, sitter: Sitter, sent: Sent) => Promise<Omit<History, 'late'>>;

/** At A one answer arrives, two are on their way; then B, which answers one of them again and one more, and hands in. */
const aThenB: Play = async (room, sitter, sent) => {
  const a = await room.sit(sitter);
  await a.send(enters, answer(1, 'A'));
  await sent('rest of A', a.write(answer(2, 'A'), answer(3, 'A')));
  room.at(room.startMs + 10 * minuteMs);
  const b = await room.sit(sitter, a);
  await sent('at B', b.write(enters, answer(3, 'B'), answer(4, 'A')));
  await sent('hand-in', await b.handIn());
  return { given: { 1: ['A'], 2: ['A'], 3: ['A', 'B'], 4: ['A'] }, pcs: [a, b] };
};

/** A, B and back to A, which keeps its old ops and begins a stream of the third sitting. */
const thereAndBack: Play = async (room, sitter, sent) => {
  const a = await room.sit(sitter);
  await a.send(enters, answer(1, 'A'));
  await sent('rest of A', a.write(answer(2, 'A')));
  const b = await room.sit(sitter, a);
  await b.send(enters);
  await sent('at B', b.write(answer(3, 'A')));
  room.at(room.startMs + 10 * minuteMs);
  const again = await room.sit(sitter, b);
  await sent('at A again', again.write(enters, answer(4, 'A')));
  await sent('hand-in', await again.handIn());
  return { given: { 1: ['A'], 2: ['A'], 3: ['A'], 4: ['A'] }, pcs: [a, b, again] };
};

/** Handed in at A without network, then signed in at B after all. Once the hand-in is there, nobody moves any more. */
const handInThenMove: Play = async (room, sitter, sent) => {
  const a = await room.sit(sitter);
  await a.send(enters, answer(1, 'A'));
  await sent('rest of A', a.write(answer(2, 'A'), answer(3, 'A')));
  const handIn = await a.handIn();
  room.at(room.startMs + 10 * minuteMs);
  const b = await room.sit(sitter, a);
  await sent('hand-in at A', handIn);
  await b.send(enters, answer(3, 'B'));
  await sent('at B', b.write(answer(4, 'A')));
  await sent('hand-in at B', await b.handIn());
  return { given: { 1: ['A'], 2: ['A'], 3: ['A', 'B'], 4: ['A'] }, pcs: [a, b] };
};

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

/** Plays it, with what is named in `early` delivered as soon as it is written. */
async function played(
  play: Play,
  room: Room,
  sitter: Sitter,
  early: ReadonlySet<string> = new Set(),
): Promise<History & { names: string[] }> {
  const late: Delivery[] = [];
  const names: string[] = [];
  const history = await play(room, sitter, async (name, delivery) => {
    names.push(name);
    // What continues something late is asked for again, later.
    if (!early.has(name) || (await delivery()).code !== 0) late.push(delivery);
  });
  return { ...history, late, names };
}
const subsets = <T>(all: readonly T[]): T[][] => all.reduce<T[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]]);

describe('SY15: an examinee who moved', () => {
  it.each([
    ['A to B', aThenB],
    ['A to B and back', thereAndBack],
    ['handed in at A, then B', handInThenMove],
  ])(
    '%s: receipt, board and decision page agree whatever came before a move and in whatever order the rest, and every answer counts or waits by name',
    async (_name, play) => {
      const probe = await examRoom();
      probe.at(probe.startMs);
      const { names } = await played(play, probe, probe.sitters[0]);
      const histories = subsets(names).flatMap((early) =>
        orders(names.filter((name) => !early.includes(name)).map((_late, at) => at)).map((order) => ({ early, order })),
      );
      const room = await examRoom({ people: histories.length });
      const outcomes = new Map<string, Set<string>>();
      for (const [at, { early, order }] of histories.entries()) {
        const sitter = room.sitters[at] as Sitter;
        room.at(room.startMs + minuteMs);
        const { late, given, pcs } = await played(play, room, sitter, new Set(early));
        room.at(room.startMs + 30 * minuteMs);
        // What was refused as early comes last.
        await deliver(late.map((delivery, place) => late[order[place] ?? place] ?? delivery));
        const key = early.join(' + ');
        outcomes.set(key, (outcomes.get(key) ?? new Set()).add(await agreedOutcome(room, sitter, { given, pcs, early })));
      }
      expect(outcomes.size).toBe(2 ** names.length);
      // Whatever order, the same counts.
      expect([...outcomes].filter(([, different]) => different.size > 1)).toEqual([]);
    },
    60_000,
  );

  it('is decided in one step where nothing contradicts, one by one where something does, and it counts at once', async () => {
    const room = await examRoom();
    const sitter = room.sitters[0];
    room.at(room.startMs + minuteMs);
    const { late } = await played(aThenB, room, sitter);
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

interface Told extends Pick<History, 'given' | 'pcs'> {
  readonly early: readonly string[];
}

/** Receipt and news, board and evidence must tell the same; each answer counts or waits. What counts, as one text. */
async function agreedOutcome(room: Room, sitter: Sitter, { given, pcs, early }: Told): Promise<string> {
  const counted = new Map(
    (await sitter.read(examCalls.myAnswers, { planId: room.planId })).answers.map((one) => [one.itemId, one.value[0] ?? '']),
  );
  const evidence = await room.evidence(sitter);
  const row = (await room.board()).examinees.find((one) => one.userId === sitter.userId);
  const heard = [];
  for (const { stream } of pcs) {
    const input = { ticket: stream.ticket, newsSeen: 0, serverEpoch: '', waitMs: 0 };
    heard.push((await reading(room.server.post)(syncCalls.pull, input)).news);
  }
  const news = heard.at(-1);
  // Whoever is left standing at an old PC reads the same receipt there.
  for (const other of heard)
    expect([other?.receipt, other?.handedIn, other?.verdicts]).toEqual([news?.receipt, news?.handedIn, news?.verdicts]);

  const waiting = evidence.items.flatMap((item) =>
    item.versions.filter((version) => !version.counts).map((version) => ({ ...version, item: item.itemId })),
  );
  for (const [item, values] of Object.entries(given))
    for (const value of values) {
      const waits = waiting.some((version) => version.item === item && version.value[0] === value);
      // What was here before the move was theirs to change at the new PC, like any answer; what was not never goes silently.
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
