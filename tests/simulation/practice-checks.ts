import type { OwnPracticeRecord } from '../../sync/domain/learning/practice-own.ts';
import { computeDueTimes, buildWrongBook } from '../../sync/domain/learning/wrong-book.ts';
import type { PracticeChange, SimPractice } from './sim-practice.ts';
import type { World } from './world.ts';

const inOrder = <T extends { readonly id: string }>(things: readonly T[]): T[] => things.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Serialises the fields in alphabetical order without `sent`, so that equal records of server and PC give equal texts. */
const plain = (thing: object): string =>
  JSON.stringify(
    Object.entries(thing)
      .filter(([name]) => name !== 'sent')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/**
 * Property 13: the server has each record that a practice page reported as saved once, and no others. All PCs know the same answers,
 * wrong-answer book and review times.
 */
export async function checkPractice(world: World, practice: SimPractice): Promise<void> {
  const server = world.server.learning;
  if (!server) return;
  for (const userId of practice.userIds) {
    const fault = (what: string): void => world.book.fault('13 practised', `${userId}: ${what}`);
    const [answers, own] = [await server.practisedOf(userId), await server.ownOf(userId)];
    const made = practice.answers.filter((one) => one.userId === userId);
    const there = new Map(answers.map((answer) => [answer.id, answer]));
    if (there.size !== answers.length) fault('an answer stands twice');
    for (const { id, questionId, correct, sittingId } of answers) {
      const given = made.find(({ thing }) => thing.id === id)?.thing;
      if (!given) fault(`nobody gave ${id}`);
      else if (!same([given.questionId, given.correct, given.sittingId], [questionId, correct, sittingId]))
        fault(`${id} was given otherwise`);
    }
    for (const { thing, kept, device, age } of made)
      if (kept && device.learning.practice.age === age && !there.has(thing.id)) fault(`${thing.id} at ${device.id} was called saved`);

    const held = [...own.papers, ...own.sittings, ...own.stars];
    const things = practice.things.filter((one) => one.userId === userId);
    for (const [id, changes] of Map.groupBy(things, ({ thing }) => thing.id))
      checkThing(
        held.find((thing) => thing.id === id),
        changes,
        fault,
      );
    for (const { id } of held) if (!things.some(({ thing }) => thing.id === id)) fault(`nobody made ${id}`);

    for (const device of world.devices) {
      const { cache, vault } = practice.kept(userId, device);
      const here = inOrder(await cache.answers(userId, vault));
      const mine = await cache.readOwn(userId, vault);
      const all = [...mine.papers, ...mine.sittings, ...mine.stars];
      for (const { id, sent } of [...here, ...all]) if (!sent) fault(`${id} still waits at ${device.id}`);
      if (!same(here.map(plain), inOrder(answers).map(plain))) fault(`${device.id} knows other answers than the server`);
      if (!same([...buildWrongBook(here)], [...buildWrongBook(answers)])) fault(`${device.id} has another wrong-answer book`);
      if (!same([...computeDueTimes(here)], [...computeDueTimes(answers)])) fault(`${device.id} asks again at other times`);
      if (!same(inOrder(all).map(plain), inOrder(held).map(plain))) fault(`${device.id} keeps other papers, sittings or favourites`);
    }
  }
}

/** Compares a practice record on the server (a learner's own paper, a sitting or a favourite) with all changes made to it, in their order. */
function checkThing(
  held: OwnPracticeRecord | undefined,
  changes: readonly PracticeChange<OwnPracticeRecord>[],
  fault: (what: string) => void,
): void {
  const undisturbed = ({ device, age }: PracticeChange<OwnPracticeRecord>): boolean => device.learning.practice.age === age;
  const saved = changes.filter((change) => change.kept && undisturbed(change));
  const id = changes[0]?.thing.id ?? '';
  if (!held) {
    if (saved.length > 0) fault(`${id} was called saved`);
    return;
  }
  // Ignore `changedMs`, which the server sets, and `endedMs`, which may come from another PC.
  const says = (thing: OwnPracticeRecord): string => plain({ ...thing, changedMs: 0, ...('endedMs' in thing ? { endedMs: null } : {}) });
  if (!changes.some(({ thing }) => says(thing) === says(held))) fault(`${id} was never made so`);
  const ended = saved.some(({ thing }) => 'endedMs' in thing && thing.endedMs !== null);
  if (ended && 'endedMs' in held && held.endedMs === null) fault(`${id} was ended, and runs again`);
  // If only one PC changed the record and its disk was never restored, the server must have the last saved change, or a later one that was
  // still being saved.
  const [first] = changes;
  if (!first || !changes.every((change) => change.device === first.device && undisturbed(change))) return;
  const last = changes.findLastIndex(({ kept }) => kept);
  if (last >= 0 && !changes.slice(last).some(({ thing }) => says(thing) === says(held))) fault(`${id} is not what it was changed to last`);
}
