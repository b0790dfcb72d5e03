import type { ServerKeys } from '../../server/answer-log/log/server-keys.ts';
import { checkEnd } from './checks.ts';
import type { FaultKind } from './fault-kinds.ts';
import type { SimPlan } from './plan.ts';
import { simExamTimes } from './step.ts';
import { describeEndState, findDifferences } from './end-state.ts';
import type { SimDatabase } from './sim-database.ts';
import type { LogComparison } from './sim-server.ts';
import { watchSaveIndicators } from './save-indicator-watch.ts';
import { watchGrants } from './room-checks.ts';
import { SimLearning } from './sim-learning.ts';
import { SimPractice } from './sim-practice.ts';
import { applyStep } from './steps.ts';
import { World } from './world.ts';

export interface HistoryOutcome {
  readonly violations: readonly string[];
  readonly faults: ReadonlyMap<FaultKind, number>;
  readonly ops: number;
  readonly devices: number;
  readonly steps: number;
  /** State of the server at the end (`describeEndState`). Empty unless the seed is simulated with two kinds of answer log to compare them. */
  readonly endState: readonly string[];
}

/** Kinds under which `FaultCounts` counts simulated runs of homework and of mock tests. Runs of exams are not counted. */
const kindNames = { homework: 'homework', test: 'mockTest' } as const;
const minute = 60_000;
const drainMinutes = 40;

/** Simulates a plan to its end, ends all faults, waits until all queues are empty, and checks the properties. Uncaught errors count as violations. */
export async function runHistory(plan: SimPlan, keys: ServerKeys, comparison?: LogComparison): Promise<HistoryOutcome> {
  const world = new World(plan, keys, comparison);
  let endState: readonly string[] = [];
  if (plan.kind !== 'exam') world.faults.hit(kindNames[plan.kind]);
  const escaped = (fault: unknown): void =>
    world.book.fault('uncaught', fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
  process.on('unhandledRejection', escaped);
  try {
    await world.server.firstOpen.promise;
    for (const step of plan.steps) {
      await world.time.runUntil(step.atMs);
      if (SimLearning.takes(step)) world.learning?.act(step);
      else if (SimPractice.takes(step)) world.practice?.act(step);
      else applyStep(world, step);
      world.elapsed.look();
      watchSaveIndicators(world);
      watchGrants(world);
    }
    await world.time.runUntil(simExamTimes.endMs);
    await heal(world);
    await checkEnd(world);
    if (comparison) endState = describeEndState(world);
  } catch (fault) {
    escaped(fault);
  } finally {
    process.off('unhandledRejection', escaped);
    await world.server.close();
  }
  const { book, faults, devices, time } = world;
  const { length: ops } = book.committed;
  return { violations: book.violations, faults: faults.counts, ops, devices: devices.length, steps: time.steps, endState };
}

/**
 * Simulates a plan twice: over a log in SQLite and over PostgreSQL. Different end states are a violation. If the plan has a shared log, the
 * first run uses one in memory instead of SQLite.
 */
export async function compareLogs(plan: SimPlan, keys: ServerKeys, database: SimDatabase): Promise<HistoryOutcome> {
  const sqlite = await runHistory(plan, keys, {});
  const postgres = await runHistory(plan, keys, { database });
  const differences = findDifferences(sqlite.endState, postgres.endState);
  const violations = [
    ...sqlite.violations.map((text) => `over SQLite: ${text}`),
    ...postgres.violations.map((text) => `over PostgreSQL: ${text}`),
    ...differences.map((text) => `the end states differ: ${text}`),
  ];
  return { ...postgres, violations };
}

/**
 * Ends all faults: the network works, the server stays up, and nobody writes any more. First, tabs without a signed-in user deliver. Then
 * the owners of retired streams come back once.
 */
async function heal(world: World): Promise<void> {
  world.healing = true;
  world.uplink.downUntilMs = 0;
  for (const device of world.everyDevice) {
    device.crash();
    device.link.offline = false;
    device.link.faults = {};
    device.quotaUntilMs = 0;
    if (device.copies) device.copies.journalRefusesUntilMs = 0;
  }
  world.server.armCommitFault(undefined);
  await world.time.runUntil(world.time.nowMs + 2 * minute);
  world.server.start();
  world.relay?.start();
  for (const device of world.everyDevice) world.openTab(device);
  world.learning?.comeHome();
  world.practice?.comeHome();
  await world.time.runUntil(world.time.nowMs + 3 * minute);
  await ownersReturn(world);
  for (let n = 0; n < drainMinutes; n += 1) {
    await world.time.runUntil(world.time.nowMs + minute);
    if (await isQuiet(world)) return;
  }
}

/** Lets the owners of retired streams sign in again (SY7): only their vaults open these streams, so only they can resubmit the undelivered values. */
async function ownersReturn(world: World): Promise<void> {
  for (const device of world.devices) {
    for (const person of world.persons) {
      const streams = [...device.disk.streams.values()].filter((row) => row.attemptId === person.attemptId);
      if (streams.some((row) => row.condemned)) void world.openSession(person, world.openTab(device));
    }
  }
  await world.time.runUntil(world.time.nowMs + 2 * minute);
}

async function isQuiet(world: World): Promise<boolean> {
  for (const device of world.everyDevice) {
    const tab = device.tabs[0];
    if (!tab) return false;
    const rows = tab.store.undelivered();
    await world.time.runUntil(world.time.nowMs + 1_000);
    if ((await rows).length > 0) return false;
  }
  // PCs send attached files separately from the ops: every chunk must have reached this server too.
  const { serverEpoch } = world.server.answerLog.log;
  if (world.devices.some((device) => [...device.chunks.values()].some((chunk) => chunk.heldBy !== serverEpoch))) return false;
  if ((world.relay?.waiting() ?? 0) > 0) return false;
  if (world.learning?.isQuiet() === false || world.practice?.isQuiet() === false) return false;
  if (world.room?.awaitsJudgement(world.server.answerLog)) return false;
  return world.server.up && world.server.answerLog.projector.stats().behind === 0;
}
