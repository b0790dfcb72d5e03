import { serialiseState } from '../../sync/engine/ops/canonical-state.ts';
import type { AnswerLog } from '../../server/answer-log/answer-log.ts';
import type { World } from './world.ts';

/** Property 3 (SY13): a projection rebuilt from the log alone equals the one that followed the log. */
export async function checkRebuilt(world: World): Promise<void> {
  let rebuilt: AnswerLog | undefined;
  void world.server.beginAnew().then(async (opened) => {
    await opened.projector.waitUntilProjected();
    rebuilt = opened;
  });
  await world.time.runUntil(world.time.nowMs + 60_000);
  if (!rebuilt) return world.book.fault('3 rebuilt', 'projecting anew never ended');
  for (const attemptId of world.logIds) {
    const [was, is] = [textOf(world.server.answerLog, attemptId), textOf(rebuilt, attemptId)];
    if (was !== is) world.book.fault('3 rebuilt', `${attemptId}: followed ${was}, anew ${is}`);
  }
}

function textOf(answerLog: AnswerLog, attemptId: string): string {
  const attempt = answerLog.projector.attempt(attemptId);
  if (!attempt) return 'nothing';
  const { newsVersion, receipts, complete } = attempt;
  // Leave out the signature, which is random each time. The signed fields must be equal.
  const signed = receipts.map(({ signature: _, ...fields }) => fields);
  return JSON.stringify([newsVersion, complete, signed, serialiseState(attempt.state)]);
}
