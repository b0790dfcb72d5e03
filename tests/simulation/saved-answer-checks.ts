import type { ChainOp } from './server-log.ts';
import type { SimPerson } from './person.ts';
import type { World } from './world.ts';
import { getCountedAnswers, findAttemptConcerns } from '../../sync/engine/ops/attempt-views.ts';

/**
 * When one tab stops using the database and uses the journals, another tab may for this time, in milliseconds, still write to the database
 * and use the same lamport (SY25).
 */
const sameMomentMs = 10;
/** Two ops with one lamport are excused if a tab switched between database and journal within this time, in milliseconds. */
const turnedMs = 50;

/**
 * Checks the promise to examinees without using the sync rules: on one disk, lamports rise in the order of commits (SY5). If an examinee
 * used one PC that was never restored, and staff decided nothing about the answers, then the value saved last counts for each question.
 */
export function checkSavedAnswers(world: World, person: SimPerson, chain: readonly ChainOp[]): void {
  const { book, faults, server } = world;
  const commits = book.committed.filter(({ op }) => op.attemptId === person.attemptId);
  let isShared = false;
  const highest = new Map<string, { lamport: number; atMs: number; journalAlone: boolean }>();
  for (const { op, device, atMs, journalAlone } of commits) {
    const before = highest.get(device) ?? { lamport: 0, atMs: 0, journalAlone: false };
    const turned = (): boolean => book.turned.some((each) => each.device === device && Math.abs(each.atMs - atMs) < turnedMs);
    const atOnce = (journalAlone || before.journalAlone) && atMs - before.atMs < sameMomentMs && turned();
    if (op.lamport <= before.lamport) {
      if (!atOnce && !book.stalled.has(op.hash)) book.fault('2 order', `lamport ${op.lamport} twice on ${device}`);
      isShared = true;
    }
    if (op.lamport > before.lamport) highest.set(device, { lamport: op.lamport, atMs, journalAlone });
  }

  const onePlace =
    highest.size === 1 &&
    world.devices.filter((d) => [...d.disk.ops.keys()].some((id) => commits.some((c) => c.op.streamId === id))).length === 1;
  const isLost = isShared || commits.some(({ op }) => book.wiped.has(op.hash));
  const meddled = faults.counts.has('backupRestored') || faults.counts.has('profileRewound') || faults.counts.has('forkedStream');
  const decided = chain.some(({ op }) => op.type === 'ops.decide@1' || op.type === 'epoch.grant@1');
  const attempt = server.answerLog.projector.attempt(person.attemptId);
  // Answers that arrived after the release of scores wait for a staff decision.
  const waits = attempt && findAttemptConcerns(attempt.state).waiting.afterDisclosure > 0;
  if (!onePlace || meddled || isLost || decided || !attempt || waits) return;
  const last = new Map<string, string>();
  for (const { op } of commits) {
    if (op.type !== 'answer.set@1') continue;
    const payload = book.sealed.get(op.sealed)?.payload as { i: string; v: string[] } | undefined;
    if (!payload) throw new Error(`op ${op.streamId}/${op.seq} was committed but never sealed`);
    last.set(payload.i, JSON.stringify(payload.v));
  }
  const counted = getCountedAnswers(attempt.state);
  for (const [item, value] of last) {
    const is = JSON.stringify(counted.get(item));
    if (is !== value) book.fault('1 once', `item ${item} was last saved as ${value}, and ${is} counts`);
  }
}
