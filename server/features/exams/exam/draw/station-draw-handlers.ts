import { isDeepStrictEqual } from 'node:util';
import type { DrawSetup } from '../../../../../sync/contract/exams/station-draw.ts';
import { foreseeRounds } from '../../../../../sync/domain/exams/draw-rounds.ts';
import type { Handlers } from '../../../../http/handler.ts';
import { refuse } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamStore, type ExamineeRow, type PlanTableRow } from '../plan/exam-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import type { createScoreRelease } from '../results/score-release.ts';
import { drawStationPlaces } from './station-draw.ts';
import { addVisitTimes, createStationDrawStore, insertDraw, markDrawPublished, type StoredDraw } from './station-draw-store.ts';

/** Orders the examinees of a draw: by ticket number, then by id. Everybody who repeats the draw starts from this order. */
const listInDrawOrder = (examinees: readonly ExamineeRow[]): number[] =>
  examinees
    .toSorted((a, b) => (a.ticket_no === b.ticket_no ? a.user_id - b.user_id : a.ticket_no < b.ticket_no ? -1 : 1))
    .map((row) => row.user_id);

/** True if repeating the draw with its stored seed, people and setup gives the stored result. */
const isRepeatable = ({ people, setup, seed, result }: StoredDraw): boolean =>
  isDeepStrictEqual(drawStationPlaces(people, setup, seed), result);

/** Creates the calls that draw stations and task sheets, and show the draws to staff. The server chooses the seed, so that nobody can try several. */
export function createStationDrawHandlers(
  { db, clock, chance }: ExamDeps,
  release: ReturnType<typeof createScoreRelease>,
): Pick<Handlers<'exam'>, 'getDraws' | 'drawStations' | 'publishDraw'> {
  const access = createPlanAccess(db);
  const store = createExamStore(db);

  /**
   * Refuses rounds that last longer than the plan. Nothing is refused after the start of the plan: no revision can lengthen it then, and if a
   * station breaks, the stations must be drawn again.
   */
  const requireTimeForRounds = (plan: PlanTableRow, setup: DrawSetup, people: number): void => {
    const planEndMs = plan.start_ms + plan.duration_ms;
    const { endMs } = foreseeRounds(plan.start_ms, setup, people);
    if (endMs > planEndMs && clock.nowMs() < plan.start_ms) refuse('refused', messages.roundsTooLong(endMs, planEndMs));
  };

  return {
    async getDraws({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      const examinees = new Map((await store.examinees([id])).map((row) => [row.user_id, row]));
      const all = await createStationDrawStore(db).list(id);
      // Staff who sit the exam themselves see no draw before everybody does.
      const draws = examinees.has(caller.userId) ? all.filter((draw) => draw.publishedMs !== null) : all;
      const names = await createUserReads(db).names(draws.flatMap((draw) => [draw.drawnBy, draw.publishedBy ?? 0, ...draw.people]));
      const nameOf = (userId: number | null): string => examinees.get(userId ?? 0)?.name ?? names.get(userId ?? 0) ?? '';
      return {
        id,
        name: plan.name,
        part: plan.part,
        draws: draws.map(({ people, result, drawnBy, publishedBy, ...draw }) => ({
          ...draw,
          drawnBy: nameOf(drawnBy),
          publishedBy: nameOf(publishedBy),
          repeatable: isRepeatable({ ...draw, people, result, drawnBy, publishedBy }),
          places: result.map((one) => ({
            ...one,
            name: nameOf(one.userId),
            ticketNo: examinees.get(one.userId)?.ticket_no ?? '',
            visits: addVisitTimes(plan.start_ms, draw.setup, one.visits),
          })),
          missing: [...examinees.values()].filter((row) => !people.includes(row.user_id)).map((row) => row.name),
        })),
      };
    },

    async drawStations({ id, seen, setup, reason }, context) {
      const { caller } = context;
      const plan = await access.published(caller, id);
      if (plan.part !== 'practical') refuse('refused', messages.notPractical());
      // After the release of scores a new draw would record something that did not happen.
      if ((await release.releasedMs(plan)) !== null) refuse('refused', messages.drawTooLate());
      if (seen > 0 && reason === '') refuse('refused', messages.drawNeedsReason());
      // Below 2^31, so that both databases and every reader hold the seed exactly.
      const seed = chance.bytes(4).readUInt32BE() >>> 1;
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const last = (await createStationDrawStore(tx).newest(id))?.number ?? 0;
        if (last !== seen) refuse('refused', messages.drawnMeanwhile(last));
        const people = listInDrawOrder(await createExamStore(tx).examinees([id]));
        if (people.length === 0) refuse('refused', messages.nobodyToDraw());
        requireTimeForRounds(await createPlanAccess(tx).published(caller, id), setup, people.length);
        const number = last + 1;
        const result = drawStationPlaces(people, setup, seed);
        await insertDraw(tx, id, { number, setup, seed, people, result, reason, drawnBy: caller.userId, drawnMs: clock.nowMs() });
        await context.audit.noteIn(tx, {
          entity: 'examPlan',
          id,
          name: plan.name,
          before: { drawNumber: last },
          after: { drawNumber: number, seed, reason },
        });
        return { number, seed };
      });
    },

    async publishDraw({ id, number }, context) {
      const { caller } = context;
      const plan = await access.published(caller, id);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const draw = (await createStationDrawStore(tx).newest(id)) ?? refuse('refused', messages.noDraw());
        if (draw.number !== number) refuse('refused', messages.drawReplaced());
        if (draw.publishedMs !== null) return { publishedMs: draw.publishedMs };
        requireTimeForRounds(await createPlanAccess(tx).published(caller, id), draw.setup, draw.people.length);
        const publishedMs = clock.nowMs();
        await markDrawPublished(tx, id, number, { userId: caller.userId, nowMs: publishedMs });
        await context.audit.noteIn(tx, {
          entity: 'examPlan',
          id,
          name: plan.name,
          before: { drawPublished: null },
          after: { drawPublished: number },
        });
        return { publishedMs };
      });
    },
  };
}
