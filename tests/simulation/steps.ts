import { transferAnswerFile } from './answer-files.ts';
import { attachFile } from './attach-step.ts';
import { releaseScores } from './disclosure-watch.ts';
import { finishHomework, returnHomework, startAnotherTry } from './homework-steps.ts';
import { listStandingHandIns } from '../../sync/engine/ops/attempt-views.ts';
import { givePaperSheet, enterSheetAnswers } from './sheets.ts';
import { standInSteps } from './stand-ins.ts';
import { roomSteps } from './room-steps.ts';
import { runOldClient } from './old-client.ts';
import {
  simExamTimes,
  simItemIds,
  simRecording,
  type LearnStep,
  type PracticeStep,
  type RoomStep,
  type StaffAction,
  type StandInStep,
  type Step,
} from './step.ts';
import { SeededChance } from './seeded-chance.ts';
import { stealSession } from './thief.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimPerson } from './person.ts';
import type { World } from './world.ts';

type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;
type Acts = {
  readonly [K in Exclude<Step['kind'], RoomStep['kind'] | StandInStep['kind'] | LearnStep['kind'] | PracticeStep['kind']>]: (
    world: World,
    step: StepOf<K>,
  ) => void;
};

const deviceOf = (world: World, n: number) => world.devices[n % world.devices.length];
/** Returns the n-th person of the plan, with the attempt of their newest try. */
const personOf = (world: World, n: number): SimPerson | undefined => world.personAt(n);

/**
 * Makes an answer, which is empty in one of twenty cases. Other answers are unique texts, so that checks can search for them where they
 * must not be.
 */
const value = (world: World): string[] => (world.chance.happens(0.05) ? [] : [`wenkao-${world.takeNumber()}-${world.chance.int(0, 1e9)}`]);

/** Restarts a browser as after a reboot, without a sign-in. Makes no request and no random draws except those of the tab itself. */
function restart(world: World, device: SimDevice): void {
  const person = world.persons.find((p) => p.device === device);
  const tab = world.openTab(device);
  if (person) void world.openSession(person, tab);
}

function seat(world: World, { person: p, device: d }: { readonly person: number; readonly device: number }): void {
  const [person, device] = [personOf(world, p), deviceOf(world, d)];
  if (!person || !device) return;
  if (world.persons.some((other) => other !== person && other.device === device)) world.faults.hit('nextUser');
  // The previous examinee is signed out, and their tabs are closed.
  for (const other of world.persons) {
    if (other.device !== device) continue;
    for (const { tab } of world.openTabs(other, device)) device.closeTab(tab);
    other.device = undefined;
  }
  void world.sit(person, device);
  // Taking a seat needs the network, which may fail afterwards. Then the new PC does not know the lamports of the old one.
  if (!device.link.offline && world.chance.happens(0.4)) {
    world.time.after(20, () => void (device.link.offline = true));
    world.time.after(world.chance.int(30_000, 400_000), () => void (device.link.offline = false));
  }
}

/** Starts the browser again within two minutes. */
function startAgain(world: World, device: SimDevice): void {
  const person = world.persons.find((p) => p.device === device);
  world.time.after(world.chance.int(3_000, 120_000), () => {
    if (device.tabs.length === 0) void (person ? world.sit(person, device) : world.openTab(device));
  });
}

/** Applies each kind of step to the world. Its consequences happen in virtual time. */
const acts: Acts & typeof standInSteps = {
  ...standInSteps,
  seat,
  tab(world, { device: d }) {
    const device = deviceOf(world, d);
    const person = world.persons.find((p) => p.device === device);
    if (device && person) void world.openSession(person, world.openTab(device));
  },
  closeTab(world, { device: d }) {
    const device = deviceOf(world, d);
    const tab = device?.tabs[0];
    if (device && tab && device.tabs.length > 1) device.closeTab(tab);
  },
  crash(world, { device: d }) {
    const device = deviceOf(world, d);
    if (!device || device.tabs.length === 0) return;
    world.faults.hit('deviceCrash');
    device.crash();
    startAgain(world, device);
  },
  snapshot(world, { device: d }) {
    const device = deviceOf(world, d);
    if (!device) return;
    // The PC is switched off while the image of its disk is taken.
    device.crash();
    device.snapshots.push(device.snapshot());
    world.time.after(3_000, () => restart(world, device));
  },
  rewind(world, { device: d, sameRandomness }) {
    const device = deviceOf(world, d);
    const snapshot = device?.snapshots.at(-1);
    if (!device || !snapshot) return;
    world.faults.hit('profileRewound');
    device.rewind(snapshot, sameRandomness);
    const person = world.persons.find((p) => p.device === device);
    world.time.after(world.chance.int(10_000, 90_000), () =>
      sameRandomness || !person ? restart(world, device) : void world.sit(person, device),
    );
  },
  clone(world, { device: d, sameRandomness }) {
    const device = deviceOf(world, d);
    const person = world.persons.find((p) => p.device === device);
    if (!device || !person) return;
    world.faults.hit('profileCloned');
    // Copy a virtual machine while it is off and start both at once: the same disk, and perhaps the same random numbers from here on.
    device.crash();
    const copy = world.addDevice(device.clockOffMs, device);
    if (!sameRandomness) copy.randomness = copy.parts.chance.copy();
    restart(world, device);
    if (world.chance.happens(0.5)) {
      copy.link.offline = true;
      world.time.after(world.chance.int(30_000, 900_000), () => void (copy.link.offline = false));
    }
    void world.openSession(person, world.openTab(copy));
    if (world.chance.happens(0.5)) world.time.after(5_000, () => void world.openSession(person, world.openTab(copy)));
  },
  freeze(world, { device: d }) {
    if (deviceOf(world, d)?.freezeLeader(world.chance.int(12_000, 200_000), world.chance.int(0, 20_000))) world.faults.hit('leaderFrozen');
  },
  thief(world, { device: d }) {
    const device = deviceOf(world, d);
    if (!device || device.link.overheard.length === 0) return;
    world.faults.hit('ticketStolen');
    void stealSession(world.server, device.link.overheard, world.chance);
  },
  oldClient(world, { device: d }) {
    const device = deviceOf(world, d);
    const person = world.persons.find((p) => p.device === device);
    if (!device || !person) return;
    world.faults.hit('oldClient');
    const answers = [world.chance.pick(simItemIds), world.chance.pick(simItemIds)].map((item): [string, string] => [
      item,
      value(world)[0] ?? '',
    ]);
    void runOldClient(world.openTab(device), world.vaultOf(person, device), person.attemptId, answers, world.chance.happens(0.3)).catch(
      () => undefined,
    );
  },
  offline(world, { device: d, ms }) {
    const device = deviceOf(world, d);
    if (!device) return;
    device.link.offline = true;
    world.time.after(ms, () => void (device.link.offline = false));
  },
  quota(world, { device: d, ms }) {
    const device = deviceOf(world, d);
    if (device) device.quotaUntilMs = world.time.nowMs + ms;
  },
  journalRefuses(world, { device: d, ms }) {
    const copies = deviceOf(world, d)?.copies;
    if (copies) copies.journalRefusesUntilMs = world.time.nowMs + ms;
  },
  tear(world, { device: d, harm }) {
    const device = deviceOf(world, d);
    if (!device?.tear(harm)) return;
    world.faults.hit(harm === 'tail' || harm === 'empty' ? 'databaseTorn' : 'journalTorn');
    startAgain(world, device);
  },
  exportAnswers(world, { device: d }) {
    const device = deviceOf(world, d);
    if (device) void transferAnswerFile(world, device, SeededChance.of(world.time.nowMs, `file of ${device.id}`));
  },
  clockJump(world, { device: d, ms }) {
    const device = deviceOf(world, d);
    if (!device) return;
    world.faults.hit('clockJump');
    device.clockOffMs += ms;
  },
  answer(world, { person: p, item, burst }) {
    const person = personOf(world, p);
    const open = person && world.tabOf(person);
    if (open?.session && world.time.nowMs < simExamTimes.startMs) world.faults.hit('early');
    for (let n = 0; open?.session && n < burst; n += 1) void open.session.setAnswer(item, value(world));
  },
  attach(world, { person: p, item, bytes }) {
    const person = personOf(world, p);
    const open = person && world.tabOf(person);
    if (person && open?.files) void attachFile(world, person, open.files, item, bytes);
  },
  takeBack(world, { person: p, item }) {
    const person = personOf(world, p);
    const open = person && world.tabOf(person);
    const file = open?.files?.views().get(item)?.[0];
    if (!file) return;
    world.faults.hit('fileTakenBack');
    void open.files?.removeFile(file.itemId);
  },
  flag(world, { person: p, item, on }) {
    const person = personOf(world, p);
    const open = person && world.tabOf(person);
    void open?.session?.setFlag(item, on);
  },
  leave(world, { person: p, how }) {
    const person = personOf(world, p);
    const open = person && world.tabOf(person);
    void open?.session?.recordLeaving(how).then((said) => said === 'saved' && world.faults.hit('leftPaper'));
    // The examinee also starts the recording in the first question, so that ops about playbacks are sent over the faulty network too.
    void open?.session?.recordPlay(simRecording, 9);
  },
  handIn(world, { person: p, by }) {
    const person = personOf(world, p);
    const open = person && world.tabOf(person);
    void open?.session?.handIn(by, world.time.nowMs);
  },
  serverCrash(world, { ms, loseProjections }) {
    if (!world.server.up) return;
    world.faults.hit('serverCrash');
    world.server.crash(ms);
    if (loseProjections) world.server.loseProjections();
  },
  commitFault: (world, { fault }) => world.server.armCommitFault(fault),
  backUp: (world) => world.server.backUp(),
  restore(world) {
    if (world.server.up && world.server.restore(world.chance.int(500, 30_000))) world.faults.hit('backupRestored');
  },
  movedBack(world, step) {
    world.faults.hit('movedBack');
    seat(world, step);
  },
  handedInThenMoved(world, step) {
    world.faults.hit('handedInThenMoved');
    seat(world, step);
  },
  release: (world) => releaseScores(world),
  giveBack(world, { person: p, n }) {
    const person = personOf(world, p);
    if (person) void returnHomework(world, person.attemptId, n);
  },
  finish(world, { person: p }) {
    const person = personOf(world, p);
    if (person) finishHomework(world, person.attemptId);
  },
  tryAgain(world, { person: p }) {
    const person = personOf(world, p);
    if (person) void startAnotherTry(world, person);
  },
  oracle(world, { cheat }) {
    world.faults.hit('oracleCheat');
    world.cheats[cheat]?.oracle();
  },
  prepare: (world, { cheat }) => world.cheats[cheat]?.prepare(),
  strike(world, { cheat }) {
    world.faults.hit('lateCheat');
    world.cheats[cheat]?.strike();
  },
  staff(world, { person: p, what, n }) {
    const person = personOf(world, p);
    if (person && world.server.up) staffActs[what](world, person.attemptId, n);
  },
};

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const staffActs: Readonly<Record<StaffAction, (world: World, attemptId: string, n: number) => void>> = {
  extend: (world, id, n) => void world.server.append(id, 'time.extend@1', { incidentId: idOf(n % 3), ms: 60_000 * (1 + (n % 2)) }),
  mark: (world, id, n) => void world.server.append(id, 'conduct.mark@1', { markId: idOf(10 + (n % 3)), reason: `seen ${n}` }),
  revoke: (world, id, n) => void world.server.append(id, 'conduct.revoke@1', { markIds: [idOf(10 + (n % 3))] }),
  absent: (world, id) => void world.server.append(id, 'attendance.absent@1', {}),
  reopen(world, id) {
    const attempt = world.server.answerLog.projector.attempt(id);
    const handIns = attempt ? listStandingHandIns(attempt.state).map(({ streamId, seq }) => ({ streamId, seq })) : [];
    if (handIns.length > 0) void world.server.append(id, 'handIn.reopen@1', { handIns, reason: 'fire alarm' });
  },
  decide(world, id, n) {
    const streams =
      world.server.answerLog.projector.attempt(id)?.state.streams.filter((s) => s.author === 'examinee' && s.got.length > 0) ?? [];
    if (streams.length === 0) return;
    const { id: streamId, got } = world.chance.pick(streams);
    // A decision about ops that have arrived is accepted; one that includes ops still to come is refused.
    const ahead = 3 + 2 * n;
    const toSeq = Math.min(ahead, got.at(-1) ?? 0);
    if (ahead > toSeq) void world.server.append(id, 'ops.decide@1', { streamId, fromSeq: 1 + n, toSeq: ahead, count: n % 2 === 0 });
    if (toSeq > n) void world.server.append(id, 'ops.decide@1', { streamId, fromSeq: 1 + n, toSeq, count: n % 2 === 0 });
  },
  sheet: (world, id) => givePaperSheet(world, id),
  typeIn: (world, id, n) => enterSheetAnswers(world, id, n, value(world)),
  marking(world, id, n) {
    const streams = world.server.answerLog.projector.attempt(id)?.state.streams.filter((s) => s.got.length > 0) ?? [];
    const heads = Object.fromEntries(streams.map((s) => [s.id, s.got.at(-1) ?? 0]));
    void world.server.append(id, 'marking.set@1', { to: n % 3 === 0 ? 'none' : n % 3 === 1 ? 'marking' : 'finished', heads });
  },
};

const isOfRoom = (step: Step): step is RoomStep & { readonly atMs: number } => step.kind in roomSteps;

/** Applies one step, except steps of learning and practice, which have their own persons. */
export function applyStep(world: World, step: Exclude<Step, { kind: LearnStep['kind'] | PracticeStep['kind'] }>): void {
  if (isOfRoom(step)) {
    const { room } = world;
    if (room) (roomSteps[step.kind] as (world: World, of: typeof room, step: RoomStep) => void)(world, room, step);
    return;
  }
  (acts[step.kind] as (world: World, step: Step) => void)(world, step);
}
