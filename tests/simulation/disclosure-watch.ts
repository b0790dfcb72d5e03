import { getCountedAnswers, findWinningOps } from '../../sync/engine/ops/attempt-views.ts';
import { getOpCounting } from '../../sync/engine/ops/counting.ts';
import type { ChainOp } from './server-log.ts';
import { worldBeganMs } from './sim-server.ts';
import { simExamTimes } from './step.ts';
import type { World } from './world.ts';

interface Told {
  readonly serverEpoch: string;
  readonly pos: number;
  readonly atMs: number;
  readonly counted: ReadonlyMap<string, string>;
}

const textsOf = (world: World, attemptId: string): Map<string, string> => {
  const attempt = world.server.answerLog.projector.attempt(attemptId);
  return new Map(attempt ? [...getCountedAnswers(attempt.state)].map(([item, value]) => [item, JSON.stringify(value)]) : []);
};
/** Types of staff ops that may change a score. */
const persons: ReadonlySet<string> = new Set(['time.extend@1', 'handIn.reopen@1', 'ops.decide@1']);

const kept = new WeakMap<World, Map<string, Told>>();

function toldOf(world: World): Map<string, Told> {
  const told = kept.get(world) ?? new Map<string, Told>();
  kept.set(world, told);
  return told;
}

/** Releases the scores of all attempts. Tries again every 3 s while the server is away. */
export const releaseScores = (world: World): void => tellScores(world, world.attemptIds, 'released');

/** Releases the scores of some attempts, and remembers which answers counted then. `as`: kind under which `FaultCounts` counts the release. */
export function tellScores(world: World, attemptIds: readonly string[], as: 'released' | 'finishedOne'): void {
  const { server, time } = world;
  const again = (): void => void time.after(3_000, () => tellScores(world, attemptIds, as));
  if (!server.up) return again();
  server.disclose(attemptIds).then((done) => {
    if (!done || !server.up) return again();
    world.faults.hit(as);
    for (const attemptId of attemptIds) noteTold(world, attemptId);
  }, again);
}

function noteTold(world: World, attemptId: string): void {
  const { log } = world.server.answerLog;
  if (toldOf(world).get(attemptId)?.serverEpoch === log.serverEpoch) return;
  const counted = textsOf(world, attemptId);
  toldOf(world).set(attemptId, { serverEpoch: log.serverEpoch, pos: log.end(), atMs: world.time.nowMs, counted });
}

/**
 * Property 10: no op that arrives after the release of scores, or that arrived before the start, changes a score without a staff
 * decision. Compared with the answers that counted at the release, not with the rules.
 */
export function checkDisclosure(world: World, attemptId: string, ops: readonly ChainOp[]): void {
  const attempt = world.server.answerLog.projector.attempt(attemptId);
  if (!attempt) return;
  const best = findWinningOps(attempt.state);
  const at = new Map(ops.map((op) => [`${op.op.streamId}:${op.op.seq}`, op]));
  const decided = ops.some(({ op }) => op.type === 'ops.decide@1');
  for (const [item, { streamId, seq }] of best) {
    const receivedMs = at.get(`${streamId}:${seq}`)?.receivedMs ?? 0;
    if (!decided && receivedMs < worldBeganMs + simExamTimes.startMs)
      world.book.fault('10 told', `item ${item} of ${attemptId} counts as it came before the start`);
  }
  const told = toldOf(world).get(attemptId);
  if (!told || told.serverEpoch !== world.server.answerLog.log.serverEpoch) return;
  if (ops.some(({ op, pos, staff }) => staff && pos > told.pos && persons.has(op.type))) return;
  const { fixed } = getOpCounting(attempt.state);
  const completedSince = (fixed?.proof?.pos ?? 0) > told.pos;
  const now = textsOf(world, attemptId);
  for (const item of new Set([...told.counted.keys(), ...now.keys()])) {
    if (told.counted.get(item) === now.get(item)) continue;
    const ref = best.get(item);
    const sealed = at.get(ref ? `${ref.streamId}:${ref.seq}` : '')?.sealed ?? '';
    const writtenMs = world.book.sealed.get(sealed)?.atMs ?? Infinity;
    // An op that arrives after the release may count if a hand-in before the release lists it and proves it by its digest.
    if (completedSince && writtenMs <= told.atMs) continue;
    world.book.fault('10 told', `item ${item} of ${attemptId} was ${told.counted.get(item)} when scores were told, now ${now.get(item)}`);
  }
}
