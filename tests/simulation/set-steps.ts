import { standingHandIns } from '../../sync/engine/attempt-views.ts';
import { tellScores } from './disclosure-watch.ts';
import type { Person } from './person.ts';
import type { World } from './world.ts';

const handInsOf = (world: World, attemptId: string): { streamId: string; seq: number }[] => {
  const attempt = world.server.ingest.projector.attempt(attemptId);
  return attempt ? standingHandIns(attempt.state).map(({ streamId, seq }) => ({ streamId, seq })) : [];
};

/** As `task/giveBack` does it: more time first, then the hand-ins are lifted. What is not handed in, or finished, is not given back. */
export async function giveBack(world: World, attemptId: string, n: number): Promise<void> {
  const { server } = world;
  if (!server.up) return;
  const handIns = handInsOf(world, attemptId);
  if (handIns.length === 0 || world.finished.has(attemptId)) return;
  world.faults.hit('givenBack');
  const incidentId = `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
  if (!(await server.append(attemptId, 'time.extend@1', { incidentId, ms: 120_000 }))) return;
  await server.append(attemptId, 'handIn.reopen@1', { handIns, reason: 'two answers to correct' });
}

/** The score of one is told; of what is not handed in nothing is. */
export function finishOne(world: World, attemptId: string): void {
  if (!world.server.up || handInsOf(world, attemptId).length === 0) return;
  world.finished.add(attemptId);
  tellScores(world, [attemptId], 'finishedOne');
}

/** As `task/again` does it: what is left of the old try is told and done with, and a new attempt takes the seat. */
export async function tryAgain(world: World, person: Person): Promise<void> {
  const { server } = world;
  const { device } = person;
  if (!server.up || device === undefined || device.link.offline || handInsOf(world, person.attemptId).length === 0) return;
  if (!(await server.disclose([person.attemptId])) || person.next !== undefined) return;
  world.faults.hit('triedAgain');
  tellScores(world, [person.attemptId], 'released');
  const next = world.addTry(person);
  // The page of the old try is left.
  for (const { tab } of world.openTabs(person, device)) device.closeTab(tab);
  person.device = undefined;
  await world.sit(next, device);
}
