import { listStandingHandIns } from '../../sync/engine/ops/attempt-views.ts';
import { tellScores } from './disclosure-watch.ts';
import type { SimPerson } from './person.ts';
import type { World } from './world.ts';

const handInsOf = (world: World, attemptId: string): { streamId: string; seq: number }[] => {
  const attempt = world.server.answerLog.projector.attempt(attemptId);
  return attempt ? listStandingHandIns(attempt.state).map(({ streamId, seq }) => ({ streamId, seq })) : [];
};

/**
 * Gives homework back as `task/giveBack` does: first extends the time, then lifts the hand-ins. Skips homework that is not handed in or
 * is finished.
 */
export async function returnHomework(world: World, attemptId: string, n: number): Promise<void> {
  const { server } = world;
  if (!server.up) return;
  const handIns = handInsOf(world, attemptId);
  if (handIns.length === 0 || world.finished.has(attemptId)) return;
  world.faults.hit('givenBack');
  const incidentId = `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
  if (!(await server.append(attemptId, 'time.extend@1', { incidentId, ms: 120_000 }))) return;
  await server.append(attemptId, 'handIn.reopen@1', { handIns, reason: 'two answers to correct' });
}

/** Finishes the marking of one homework and releases its score. Skips homework that is not handed in. */
export function finishHomework(world: World, attemptId: string): void {
  if (!world.server.up || handInsOf(world, attemptId).length === 0) return;
  world.finished.add(attemptId);
  tellScores(world, [attemptId], 'finishedOne');
}

/** Starts another try of a mock test as `task/again` does: releases the score of the old attempt, then seats the examinee in a new one. */
export async function startAnotherTry(world: World, person: SimPerson): Promise<void> {
  const { server } = world;
  const { device } = person;
  if (!server.up || device === undefined || device.link.offline || handInsOf(world, person.attemptId).length === 0) return;
  if (!(await server.disclose([person.attemptId])) || person.next !== undefined) return;
  world.faults.hit('triedAgain');
  tellScores(world, [person.attemptId], 'released');
  const next = world.addTry(person);
  // The examinee leaves the page of the old attempt.
  for (const { tab } of world.openTabs(person, device)) device.closeTab(tab);
  person.device = undefined;
  await world.sit(next, device);
}
