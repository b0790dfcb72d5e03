import type { SeededChance } from './seeded-chance.ts';
import { simExamTimes, simRoomCommandKinds, type SimRoomCommandKind, type Step } from './step.ts';

export interface RoomPlan {
  /** Number of tablets. If there are three, the last belongs to an invigilator who is not on duty in this room. */
  readonly tablets: number;
  /** Number of attempts that sit in another room, counted from the end of the list of attempts, where those of cheating examinees are. */
  readonly outsiders: number;
}

const minute = 60_000;

/**
 * Draws the steps of an exam room, or returns null for no room: commands, a tablet that dies and another that takes over, and codes for
 * extra time that are read out and typed.
 */
export function drawRoom(chance: SeededChance, persons: number, steps: Step[]): RoomPlan | null {
  if (!chance.happens(0.45)) return null;
  const { startMs, durationMs } = simExamTimes;
  const at = (): number => startMs + chance.int(0, durationMs);
  const of = (): number => (chance.happens(0.25) ? -1 : chance.int(0, 3));
  steps.push({ atMs: chance.int(0, 50_000), kind: 'tablet', tablet: 0 });
  const both = chance.happens(0.4);
  if (both) steps.push({ atMs: chance.int(0, 5 * minute), kind: 'tablet', tablet: 1 });
  const act = (atMs: number, what: SimRoomCommandKind, tablet: number, lies = false): Step => ({
    atMs,
    kind: 'roomAct',
    tablet,
    what,
    of: of(),
    lies,
  });
  const tablet = (): number => (both && chance.happens(0.4) ? 1 : 0);
  for (let n = chance.int(3, 9); n > 0; n -= 1) steps.push(act(at(), chance.pick(simRoomCommandKinds), tablet()));
  if (chance.happens(0.5)) {
    const atMs = at();
    const holder = tablet();
    steps.push(act(atMs, 'pause', holder), act(atMs + chance.int(10_000, 5 * minute), 'resume', holder, chance.happens(0.4)));
  }
  for (let n = chance.happens(0.75) ? chance.int(1, 3) : 0; n > 0; n -= 1) {
    const atMs = at();
    const code = chance.int(0, 9);
    steps.push(act(atMs, 'grant', tablet()));
    const typed = (afterMs: number, theirs: boolean): Step => ({
      atMs: atMs + afterMs,
      kind: 'typeGrant',
      person: chance.int(0, persons - 1),
      of: code,
      theirs,
    });
    steps.push(typed(chance.int(2_000, 60_000), true));
    if (chance.happens(0.4)) steps.push(typed(chance.int(60_000, 120_000), true));
    if (chance.happens(0.4)) steps.push(typed(chance.int(60_000, 120_000), false));
  }
  for (let n = chance.happens(0.6) ? chance.int(1, 2) : 0; n > 0; n -= 1)
    steps.push({ atMs: at(), kind: 'tabletOffline', tablet: tablet(), ms: chance.int(1, 25) * minute });
  if (chance.happens(0.4)) {
    const atMs = at();
    steps.push({ atMs, kind: 'tabletDies', tablet: 0 }, { atMs: atMs + chance.int(5_000, 120_000), kind: 'takeOver', tablet: 1 });
    for (let n = chance.int(1, 3); n > 0; n -= 1)
      steps.push(act(atMs + chance.int(2 * minute, 6 * minute), chance.pick(simRoomCommandKinds), 1));
  }
  if (chance.happens(0.5)) steps.push(act(chance.int(19, 24) * minute - 1, 'close', tablet(), chance.happens(0.3)));
  const stranger = chance.happens(0.3);
  if (stranger) {
    steps.push({ atMs: chance.int(0, 5 * minute), kind: 'tablet', tablet: 2 });
    for (let n = chance.int(1, 4); n > 0; n -= 1) steps.push(act(at() + 5 * minute, chance.pick(simRoomCommandKinds), 2, true));
  }
  return { tablets: stranger ? 3 : 2, outsiders: chance.happens(0.3) ? 1 : 0 };
}

/** Draws outages of the room's connection to the server, some until the end of the exam. Returns whether the room has a relay. */
export function drawRelay(chance: SeededChance, steps: Step[]): boolean {
  if (!chance.happens(0.2)) return false;
  for (let n = chance.int(1, 2); n > 0; n -= 1)
    steps.push({ atMs: chance.int(0, 18 * minute), kind: 'uplinkDown', ms: chance.int(2, 20) * minute });
  for (let n = chance.happens(0.4) ? chance.int(1, 2) : 0; n > 0; n -= 1)
    steps.push({ atMs: chance.int(2, 22) * minute, kind: 'relayCrash', ms: chance.int(500, 60_000), losesDisk: chance.happens(0.4) });
  return true;
}

/** Draws a spare PC (SY15, SY18). It fetches the data of all seats beforehand; later an examinee continues there, usually without a network. */
export function drawSpare(chance: SeededChance, persons: number, steps: Step[]): void {
  if (!chance.happens(0.2)) return;
  steps.push({ atMs: chance.int(55_000, 4 * minute), kind: 'spareKit' });
  const atMs = chance.int(5, 16) * minute;
  const person = chance.int(0, persons - 1);
  steps.push({
    atMs,
    kind: 'spareStart',
    person,
    dies: chance.happens(0.7),
    offlineMs: chance.happens(0.7) ? chance.int(1, 20) * minute : 0,
  });
}
