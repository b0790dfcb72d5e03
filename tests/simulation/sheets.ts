import { simItemIds } from './step.ts';
import type { World } from './world.ts';

/** Gives an examinee a paper sheet to continue on. A repeated request gives the same sheet. */
export function givePaperSheet(world: World, attemptId: string): void {
  const given = (): void => world.faults.hit('sheetGiven');
  void world.server.answerLog.writer.grantSheet(attemptId, 900).then(given, () => undefined);
}

/** Types in an answer as one of two clerks, from any sheet the examinee ever had. It may happen long after scores are released. */
export function enterSheetAnswers(world: World, attemptId: string, n: number, written: string[]): void {
  const { projector, writer } = world.server.answerLog;
  const sheets = (projector.attempt(attemptId)?.state.grants ?? []).filter((grant) => grant.paper === true);
  if (sheets.length === 0) return;
  const { epoch } = world.chance.pick(sheets);
  const payload = { i: world.chance.pick(simItemIds), v: written };
  const typed = (): void => world.faults.hit('sheetTyped');
  void writer.append(attemptId, { type: 'paper.set@1', actor: 900 + (n % 2), epoch, payload }).then(typed, () => undefined);
}
