import { watchKinds } from '../../sync/contract/exams/lockdown.ts';
import { attachmentLimits } from '../../sync/engine/ops/attachment.ts';
import type { FaultKind } from './fault-kinds.ts';
import { SeededChance } from './seeded-chance.ts';
import type { LinkFaults } from './sim-network.ts';
import { replicaDamages } from './replica-damages.ts';
import { drawLearning, type LearnPlan } from './learn-plan.ts';
import { drawPractice, type PracticePlan } from './practice-plan.ts';
import { regressions } from './regressions.ts';
import { drawRelay, drawRoom, drawSpare, type RoomPlan } from './room-plan.ts';
import { simExamTimes, simItemIds, type SimKind, type StaffAction, type Step } from './step.ts';

export interface SimPlan {
  readonly seed: number;
  readonly kind: SimKind;
  readonly persons: number;
  readonly devices: number;
  /** Number of examinees who cheat with a modified client (`cheat.ts`). Each has an exam attempt, besides the attempts of `persons`. */
  readonly cheats: number;
  readonly clockOffMs: readonly number[];
  /** True if the browsers mirror the database in a journal (SY25); false for browsers too old for that. */
  readonly mirrored: boolean;
  readonly link: LinkFaults;
  /** Tablets of the exam room, and attempts that sit in another room; null if the simulated run has no room. */
  readonly room: RoomPlan | null;
  readonly relay: boolean;
  /** Learners who watch lessons; null if nobody does in this simulated run. */
  readonly learning: LearnPlan | null;
  /** Learners who practise; null if nobody does in this simulated run. */
  readonly practice: PracticePlan | null;
  /** True if the server has only a replica of a log that several servers may share; false if it has a log of its own. */
  readonly sharedLog: boolean;
  readonly steps: readonly Step[];
}

const day = 86_400_000;
/** Regression seeds from before homework and mock tests existed. They stay exams, so that they still reproduce their bug. */
const examsOnly = new Set(regressions.filter(({ kinds }) => kinds !== true).map(({ seed }) => seed));
/** Regression seeds from before rooms existed. They stay without rooms, so that they still reproduce their bug. */
const roomless = new Set(regressions.filter(({ room }) => room !== true).map(({ seed }) => seed));

/** Draws the plan of one simulated run from its seed: actions of people, and faults. */
export function drawPlan(seed: number): SimPlan {
  const chance = SeededChance.of(seed, 'plan');
  const persons = chance.int(1, 2);
  const devices = chance.int(2, 3);
  const steps: Step[] = [];
  const at = (): number => chance.int(simExamTimes.startMs, simExamTimes.startMs + simExamTimes.durationMs);
  const device = (): number => chance.int(0, devices - 1);
  const person = (): number => chance.int(0, persons - 1);
  /** Adds 1 to `most` steps with this probability, else none. */
  const maybe = (probability: number, most: number, make: () => Step): void => {
    if (!chance.happens(probability)) return;
    for (let n = chance.int(1, most); n > 0; n -= 1) steps.push(make());
  };

  for (let p = 0; p < persons; p += 1) steps.push({ atMs: chance.int(0, 50_000), kind: 'seat', person: p, device: p });
  for (let n = chance.int(72, 168); n > 0; n -= 1) {
    const burst = chance.happens(0.2) ? chance.int(2, 4) : 1;
    if (chance.happens(0.9)) steps.push({ atMs: at(), kind: 'answer', person: person(), item: chance.pick(simItemIds), burst });
    else steps.push({ atMs: at(), kind: 'flag', person: person(), item: chance.pick(simItemIds), on: chance.happens(0.6) });
  }
  for (let p = 0; p < persons; p += 1) {
    if (!chance.happens(0.85)) continue;
    const by = chance.happens(0.6) ? 'examinee' : 'timeout';
    steps.push({ atMs: simExamTimes.startMs + chance.int(12 * 60, 21 * 60) * 1_000, kind: 'handIn', person: p, by });
    const handedInMs = steps.at(-1)?.atMs ?? 0;
    maybe(0.3, 2, () => ({
      atMs: handedInMs + chance.int(-60_000, 180_000),
      kind: 'staff',
      person: p,
      what: 'extend',
      n: chance.int(0, 5),
    }));
    maybe(0.1, 1, () => ({ atMs: simExamTimes.startMs + chance.int(12 * 60, 22 * 60) * 1_000, kind: 'handIn', person: p, by: 'examinee' }));
  }

  maybe(0.5, 2, () => ({ atMs: at(), kind: 'tab', device: device() }));
  maybe(0.3, 2, () => ({ atMs: at(), kind: 'closeTab', device: device() }));
  maybe(0.5, 3, () => ({ atMs: at(), kind: 'crash', device: device() }));
  maybe(0.35, 2, () => ({ atMs: at(), kind: 'seat', person: person(), device: device() }));
  maybe(0.45, 3, () => ({ atMs: at(), kind: 'offline', device: device(), ms: chance.int(5_000, 15 * 60_000) }));
  maybe(0.2, 2, () => ({ atMs: at(), kind: 'quota', device: device(), ms: chance.int(1_000, 120_000) }));
  maybe(0.25, 2, () => ({ atMs: at(), kind: 'clockJump', device: device(), ms: chance.int(-3 * day, 3 * day) }));
  if (chance.happens(0.25)) {
    const atMs = at();
    steps.push({ atMs, kind: 'tab', device: 0 });
    for (let n = chance.int(1, 3); n > 0; n -= 1) steps.push({ atMs: atMs + chance.int(5_000, 120_000), kind: 'freeze', device: 0 });
  }
  maybe(0.2, 3, () => ({ atMs: at(), kind: 'thief', device: device() }));
  maybe(0.15, 1, () => ({ atMs: at(), kind: 'oldClient', device: device() }));
  maybe(0.35, 3, () => ({ atMs: at(), kind: 'serverCrash', ms: chance.int(100, 60_000), loseProjections: chance.happens(0.4) }));
  maybe(0.4, 3, () => ({
    atMs: at(),
    kind: 'commitFault',
    fault: chance.pick(['crashBeforeCommit', 'crashAfterCommit', 'serverDiskFull'] as const),
  }));
  if (chance.happens(0.3)) {
    for (let n = chance.int(1, 3); n > 0; n -= 1) steps.push({ atMs: at(), kind: 'backUp' });
    for (let n = chance.int(1, 2); n > 0; n -= 1) steps.push({ atMs: chance.int(5, 24) * 60_000, kind: 'restore' });
  }
  if (chance.happens(0.25)) {
    steps.push({ atMs: at(), kind: 'snapshot', device: 0 });
    steps.push({ atMs: at(), kind: 'rewind', device: 0, sameRandomness: chance.happens(0.6) });
  }
  maybe(0.2, 1, () => ({ atMs: at(), kind: 'clone', device: device(), sameRandomness: chance.happens(0.7) }));
  const acts = ['extend', 'extend', 'mark', 'revoke', 'absent', 'reopen', 'decide', 'marking'] as const;
  maybe(0.45, 4, () => ({
    atMs: chance.int(60_000, simExamTimes.endMs),
    kind: 'staff',
    person: person(),
    what: chance.pick(acts),
    n: chance.int(0, 5),
  }));

  const rate = (probability: number, most: number): number => (chance.happens(probability) ? chance.next() * most : 0);
  const link: Partial<Record<FaultKind, number>> = {
    requestLost: rate(0.4, 0.3),
    requestTwice: rate(0.35, 0.4),
    requestDelayed: rate(0.4, 0.4),
    replyLostAfterCommit: rate(0.4, 0.4),
    captivePortal: rate(0.25, 0.4),
  };
  const clockOffMs = Array.from({ length: devices }, () =>
    chance.happens(0.3) ? chance.int(-20 * day, 20 * day) : chance.int(-3_000, 3_000),
  );
  const cheats = drawCheats(SeededChance.of(seed, 'cheats'), persons, devices, steps);
  drawAttached(SeededChance.of(seed, 'attached'), persons, steps);
  if (!regressions.some((kept) => kept.seed === seed)) {
    drawLeaving(SeededChance.of(seed, 'leaving'), persons, steps);
    drawSheets(SeededChance.of(seed, 'sheets'), persons, steps);
  }
  const mirrored = drawTears(SeededChance.of(seed, 'copies'), devices, steps);
  drawExports(SeededChance.of(seed, 'exports'), devices, steps);
  const kind = examsOnly.has(seed) ? 'exam' : drawKind(SeededChance.of(seed, 'kind'), persons, steps);
  // Homework and mock tests have no room.
  const room = kind !== 'exam' || roomless.has(seed) ? null : drawRoom(SeededChance.of(seed, 'room'), persons, steps);
  const relay = kind === 'exam' && !roomless.has(seed) && drawRelay(SeededChance.of(seed, 'relay'), steps);
  if (kind === 'exam' && !roomless.has(seed)) drawSpare(SeededChance.of(seed, 'spare'), persons, steps);
  const kept = regressions.find((each) => each.seed === seed);
  const learning = kept ? null : drawLearning(SeededChance.of(seed, 'learning'), devices, steps);
  const practice = kept && kept.practice !== true ? null : drawPractice(SeededChance.of(seed, 'practice'), devices, steps);
  const inOrder = steps.toSorted((a, b) => a.atMs - b.atMs);
  // Every fourth seed runs with an answer log that servers may share. `--shared` runs every seed with one; the drawn steps stay the same.
  const sharedLog = process.env['WENKAO_SIM_LOG'] === 'shared' || (kept === undefined && seed % 4 === 0);
  return { seed, kind, persons, devices, cheats, clockOffMs, mirrored, link, room, relay, learning, practice, sharedLog, steps: inOrder };
}

/**
 * Draws whether the run simulates an exam, homework or a mock test, with the steps special to it. Homework is given back, corrected, handed
 * in again, and released for each examinee separately. A mock test is tried again.
 */
function drawKind(chance: SeededChance, persons: number, steps: Step[]): SimKind {
  if (chance.happens(0.68)) return 'exam';
  const kind = chance.pick(['homework', 'test'] as const);
  const more = (person: number, fromMs: number): void => {
    for (let n = chance.int(3, 12); n > 0; n -= 1) {
      const atMs = fromMs + chance.int(2_000, 150_000);
      steps.push({ atMs, kind: 'answer', person, item: chance.pick(simItemIds), burst: 1 });
    }
    if (chance.happens(0.3))
      steps.push({
        atMs: fromMs + 30_000,
        kind: 'attach',
        person,
        item: chance.pick(simItemIds),
        bytes: chance.int(1, 2 * attachmentLimits.chunkBytes),
      });
    if (chance.happens(0.8)) steps.push({ atMs: fromMs + chance.int(60_000, 200_000), kind: 'handIn', person, by: 'examinee' });
  };
  for (let person = 0; person < persons; person += 1) {
    const handedInMs = chance.int(5, 12) * minute;
    steps.push({ atMs: handedInMs, kind: 'handIn', person, by: 'examinee' });
    let atMs = handedInMs;
    for (let n = chance.int(1, 2); n > 0; n -= 1) {
      atMs += chance.int(20_000, 4 * minute);
      steps.push({ atMs, kind: kind === 'homework' ? 'giveBack' : 'tryAgain', person, n });
      more(person, atMs);
    }
    if (kind === 'homework' && chance.happens(0.95)) steps.push({ atMs: atMs + chance.int(3, 7) * minute, kind: 'finish', person, n: 0 });
  }
  return kind;
}

/** Draws photos on some answers, of one chunk or a few, up to the last minute. Some are removed again. */
function drawAttached(chance: SeededChance, persons: number, steps: Step[]): void {
  if (!chance.happens(0.3)) return;
  const at = (): number => simExamTimes.startMs + chance.int(0, simExamTimes.durationMs);
  for (let n = chance.int(1, 4); n > 0; n -= 1) {
    const file = {
      person: chance.int(0, persons - 1),
      item: chance.pick(simItemIds),
      bytes: chance.int(1, 2.5 * attachmentLimits.chunkBytes),
    };
    const atMs = at();
    steps.push({ atMs, kind: 'attach', ...file });
    if (chance.happens(0.5)) steps.push({ atMs: atMs + chance.int(5_000, 400_000), kind: 'takeBack', ...file });
  }
}

/** Draws an examinee who leaves the exam page again and again, before and after handing in. */
function drawLeaving(chance: SeededChance, persons: number, steps: Step[]): void {
  if (!chance.happens(0.2)) return;
  const person = chance.int(0, persons - 1);
  for (let n = chance.int(1, 8); n > 0; n -= 1)
    steps.push({ atMs: simExamTimes.startMs + chance.int(0, simExamTimes.endMs), kind: 'leave', person, how: chance.pick(watchKinds) });
}

/**
 * Draws an examinee who continues on a paper sheet. Staff type it in during the exam, long after it, and after scores are released. Some
 * examinees return to a PC.
 */
function drawSheets(chance: SeededChance, persons: number, steps: Step[]): void {
  if (!chance.happens(0.18)) return;
  const person = chance.int(0, persons - 1);
  const atMs = simExamTimes.startMs + chance.int(minute, simExamTimes.durationMs);
  const act = (what: StaffAction, afterMs: number): Step => ({ atMs: atMs + afterMs, kind: 'staff', person, what, n: chance.int(0, 5) });
  steps.push(act('sheet', 0));
  if (chance.happens(0.4)) steps.push({ atMs: atMs + chance.int(minute, 5 * minute), kind: 'seat', person, device: chance.int(0, 1) });
  for (let n = chance.int(2, 6); n > 0; n -= 1) steps.push(act('typeIn', chance.int(30_000, 20 * minute)));
}

/** Draws full disks, journals that cannot be written, and damaged or lost replicas. Returns whether the PCs of this run have two replicas. */
function drawTears(chance: SeededChance, devices: number, steps: Step[]): boolean {
  if (!chance.happens(0.4)) return false;
  const device = (): number => chance.int(0, devices - 1);
  const at = (): number => chance.int(simExamTimes.startMs, simExamTimes.startMs + simExamTimes.durationMs);
  for (let n = chance.int(1, 4); n > 0; n -= 1)
    steps.push({ atMs: at(), kind: 'tear', device: device(), harm: chance.pick(replicaDamages) });
  for (let n = chance.int(0, 2); n > 0; n -= 1)
    steps.push({ atMs: at(), kind: 'journalRefuses', device: device(), ms: chance.int(5_000, 300_000) });
  for (let n = chance.int(0, 2); n > 0; n -= 1) steps.push({ atMs: at(), kind: 'quota', device: device(), ms: chance.int(5_000, 300_000) });
  return true;
}

/** Draws a PC, mostly offline, whose answers are exported to a file. */
function drawExports(chance: SeededChance, devices: number, steps: Step[]): void {
  if (!chance.happens(0.25)) return;
  const device = chance.int(0, devices - 1);
  const atMs = chance.int(3, 20) * minute;
  if (chance.happens(0.7)) steps.push({ atMs: atMs - 2 * minute, kind: 'offline', device, ms: chance.int(4, 15) * minute });
  for (let n = chance.int(1, 2); n > 0; n -= 1) steps.push({ atMs: atMs + chance.int(0, 3 * minute), kind: 'exportAnswers', device });
}

const minute = 60_000;

/** Items that no later step answers, so that an early answer that is not resubmitted is noticed. */
const earlyItems = ['13', '14', '15'] as const;

/** Draws answers before the start, moves between two PCs, cheating examinees, and the release of scores. Returns the number who cheat. */
function drawCheats(chance: SeededChance, persons: number, devices: number, steps: Step[]): number {
  const person = chance.int(0, persons - 1);
  if (chance.happens(0.25)) {
    for (let n = chance.int(1, 6); n > 0; n -= 1) {
      const atMs = chance.int(20_000, simExamTimes.startMs - 1);
      if (chance.happens(0.9)) steps.push({ atMs, kind: 'answer', person, item: chance.pick(earlyItems), burst: 1 });
      else steps.push({ atMs, kind: 'flag', person, item: chance.pick(simItemIds), on: true });
    }
    if (chance.happens(0.2))
      steps.push({ atMs: simExamTimes.startMs - 500, kind: 'handIn', person, by: chance.pick(['examinee', 'timeout'] as const) });
  }
  if (chance.happens(0.22)) {
    const atMs = chance.int(5, 14) * minute;
    const [here, there] = [person, (person + 1) % devices];
    const offline = (device: number, afterMs: number): Step => ({
      atMs: atMs + afterMs,
      kind: 'offline',
      device,
      ms: chance.int(1, 9) * minute,
    });
    if (chance.happens(0.5)) {
      steps.push(offline(here, 0), { atMs: atMs + 30_000, kind: 'seat', person, device: there });
      steps.push(offline(there, 60_000), { atMs: atMs + 2 * minute, kind: 'movedBack', person, device: here });
    } else {
      steps.push(offline(here, 0), { atMs: atMs + 30_000, kind: 'handIn', person, by: 'examinee' });
      steps.push({ atMs: atMs + minute, kind: 'handedInThenMoved', person, device: there });
    }
  }
  const released = chance.happens(0.4);
  const releasedMs = chance.int(18, 23) * minute;
  if (released) steps.push({ atMs: releasedMs, kind: 'release' });
  const cheats = chance.happens(0.3) ? chance.int(1, 2) : 0;
  for (let cheat = 0; cheat < cheats; cheat += 1) {
    if (chance.happens(0.6))
      for (let n = chance.int(2, 6); n > 0; n -= 1) steps.push({ atMs: chance.int(1_000, 24 * minute), kind: 'oracle', cheat });
    if (!released) continue;
    for (let n = chance.int(1, 2); n > 0; n -= 1) steps.push({ atMs: chance.int(2 * minute, releasedMs - 1_000), kind: 'prepare', cheat });
    for (let n = chance.int(2, 5); n > 0; n -= 1) steps.push({ atMs: releasedMs + chance.int(1_000, 100_000), kind: 'strike', cheat });
  }
  return cheats;
}
