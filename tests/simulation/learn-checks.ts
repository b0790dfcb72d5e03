import { subtractSpans, sumSpanLengths, type Span, mergeSpans } from '../../sync/domain/learning/learned-spans.ts';
import { simCourse } from './sim-learning-server.ts';
import type { SimLearning } from './sim-learning.ts';
import type { World } from './world.ts';

const most = 3;
const shown = (spans: readonly Span[]): string => JSON.stringify(spans.slice(0, most));

/**
 * Property 12: the recorded progress is the union of the stretches that were really played. Saved progress is never lost, no stretch counts
 * twice, and nobody learns faster than real time allows.
 */
export async function checkLearning(world: World, learning: SimLearning): Promise<void> {
  const server = world.server.learning;
  if (!server) return;
  for (const userId of learning.userIds) {
    const fault = (what: string): void => world.book.fault('12 learned', `${userId}: ${what}`);
    const rows = await server.progressOf(userId);
    const film = rows.find((row) => row.coursewareId === simCourse.film);
    const known = film?.spans ?? [];
    const watched = learning.watched.filter((one) => one.userId === userId && one.counts);
    // Round outwards: both ends of a stretch are rounded to a millisecond.
    const played = mergeSpans(watched.map(({ fromMs, playedMs, rate }): Span => [Math.floor(fromMs), Math.ceil(fromMs + playedMs * rate)]));
    const invented = subtractSpans(known, played);
    if (sumSpanLengths(invented) > 0) fault(`counts what nobody played: ${shown(invented)}`);
    if ((film?.learnedMs ?? 0) !== sumSpanLengths(mergeSpans(known)))
      fault(`${film?.learnedMs} ms of ${sumSpanLengths(mergeSpans(known))} are counted`);
    checkSaved(world, learning, userId, known);
    await checkHeld(world, learning, userId);
    checkAnswers(learning, userId, rows.find((row) => row.coursewareId === simCourse.quiz)?.results ?? [], fault);
    const spent = mergeSpans(watched.map(({ saidMs, playedMs }): Span => [saidMs, saidMs + playedMs]));
    // Skips the comparison with real time if the clock of a PC was changed, because such a PC may claim wrong times.
    const told = [...learning.recorded.values()].filter((one) => one.userId === userId);
    const set = told.some(({ mark, atMs }) => Math.abs(mark.toMs - atMs) > 70_000);
    if (!set && sumSpanLengths(known) > sumSpanLengths(spent) * 2.1 + 2 * told.length + 1_000)
      fault(`learned ${sumSpanLengths(known)} ms in ${sumSpanLengths(spent)}`);
  }
}

/** Checks that the server has every stretch that a page reported as saved, unless that page's disk was restored since. */
function checkSaved(world: World, { told, plan, watched }: SimLearning, userId: number, known: readonly Span[]): void {
  // For a learner who watches at several PCs at once, the server limits the total by real time, so some saved stretches do not count.
  if (plan.greedy) return;
  const saved = told.filter((one) => one.userId === userId && one.mark.coursewareId === simCourse.film);
  for (const { mark, device, lineage, unsure } of saved) {
    if (device.lineage !== lineage || unsure) continue;
    const lost = subtractSpans(mark.spans, known);
    if (sumSpanLengths(lost) > 0)
      world.book.fault('12 learned', `${userId}: ${shown(lost)} of ${mark.markId} at ${device.id} was called saved`);
  }
  // If no disk was full, no disk was restored and no clock was set, every stretch that the page had time to save (`isWhole`) must count.
  const calm = world.faults.counts.get('quota') === undefined && world.devices.every(({ lineage }) => lineage === 0);
  if (!calm || saved.some((one) => one.unsure)) return;
  for (const { fromMs, playedMs, rate, counts, isWhole, userId: who } of watched) {
    if (who !== userId || !counts || !isWhole) continue;
    const lost = sumSpanLengths(subtractSpans([[Math.ceil(fromMs), Math.floor(fromMs + playedMs * rate)]], known));
    if (lost > 5) world.book.fault('12 learned', `${userId}: ${lost} ms from ${fromMs} on were played to their end and don't count`);
  }
}

/** Checks that each learning record of a PC is delivered, and that the server has every record that the PC marks as delivered. */
async function checkHeld(world: World, learning: SimLearning, userId: number): Promise<void> {
  const { server } = world;
  const rows = world.devices.flatMap(({ learning: disk }) => [...disk.rows.values()].filter((row) => row.userId === userId));
  for (const row of rows) {
    if (row.refused !== undefined) world.book.fault('12 learned', `${row.markId} was refused: ${row.refused}`);
    if (row.heldBy !== server.answerLog.log.serverEpoch) world.book.fault('12 learned', `${row.markId} is still waiting`);
  }
  const known = await server.learning?.knownOf(
    userId,
    rows.map((row) => row.markId),
  );
  for (const { markId } of rows) if (known?.has(markId) === false) world.book.fault('12 learned', `${markId} passes for delivered`);
  for (const { markId } of rows) if (!learning.recorded.has(markId)) world.book.fault('12 learned', `${markId} was recorded by nobody`);
}

type Results = readonly { readonly questionId: number; readonly correct: boolean }[];

/** Checks a quiz: the learner gave each answer that the server counts, and the server counts each answer that was reported as saved. */
function checkAnswers({ told, recorded }: SimLearning, userId: number, results: Results, fault: (what: string) => void): void {
  for (const { questionId, correct } of results) {
    const given = [...recorded.values()].filter((one) => one.userId === userId && one.mark.answers[0]?.questionId === questionId);
    if (!given.some(({ mark }) => mark.answers[0]?.correct === correct)) fault(`question ${questionId} was never answered so`);
  }
  const saved = told.filter((one) => one.userId === userId && one.device.lineage === one.lineage && one.mark.answers.length > 0);
  for (const { mark } of saved) {
    const questionId = mark.answers[0]?.questionId;
    if (!results.some((one) => one.questionId === questionId)) fault(`the answer to question ${questionId} was called saved`);
  }
}
