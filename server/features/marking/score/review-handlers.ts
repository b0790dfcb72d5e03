import { parseWallTime, formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import { type Caller, catchRefusal, type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { excerptHtml } from '../../../rich-text/excerpt-html.ts';
import { createExamReads } from '../../exams/exam/exam-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { isScoredQuestion } from '../marking/item-figure-reads.ts';
import { buildItemDecision, createPlanMarkReads, type ItemMark, toPoints } from '../marking/marking-reads.ts';
import { writeItemDecision } from '../marking/marking-writes.ts';
import { scoreMessages as messages } from './score-messages.ts';
import { getScorePoints, type ScoreServiceDeps, createScoreService } from './score-service.ts';
import { type ReviewRow, createScoreStore } from './score-store.ts';

type ReviewCalls = Pick<Handlers<'score'>, 'getReviews' | 'answerReview' | 'myReview' | 'askReview'>;

const presentReview = (row: ReviewRow) => ({
  text: row.text,
  askedMs: row.asked_ms,
  granted: row.granted === null ? null : row.granted === 1,
  answer: row.answer,
  answeredMs: row.answered_ms,
});

/** Returns a marker's points and comments without the marker's name, for the staff who answer a review. */
function listAnonymousRemarks({ cent, markerPoints, answer }: ItemMark) {
  if (cent === null || markerPoints === null) return [];
  const text = joinLongAnswer(answer);
  const notes = (markerPoints.notes ?? []).map(({ from, to, kind, text: noteText }) => ({
    quote: text.slice(from, to),
    kind,
    text: noteText,
  }));
  const remarks = (markerPoints.sheet ?? []).flatMap(({ remark }) =>
    remark === '' ? [] : { quote: '', kind: 'note' as const, text: remark },
  );
  return [{ points: toPoints(cent), comment: markerPoints.comment, notes: [...notes, ...remarks] }];
}

const dayMs = 24 * 3_600_000;

/**
 * Returns the end of the n-th working day after `ms` in a time zone. Public holidays are not considered, so the period may be shorter than
 * expected.
 */
export function computeWorkingDayEnd(ms: number, days: number, zone: string): number {
  let day = Date.parse(`${formatZoneDay(ms, zone)}T00:00Z`) / dayMs;
  for (let left = days; left > 0;) {
    day += 1;
    // 1 January 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return parseWallTime(new Date((day + 1) * dayMs).toISOString().slice(0, 16), zone) ?? ms;
}

/** Creates the handlers of score reviews. An examinee may ask once per exam; staff answer and may change the points of a question. */
export function createScoreReviewHandlers(deps: ScoreServiceDeps): ReviewCalls {
  const { db, clock } = deps;
  const store = createScoreStore(db);
  const service = createScoreService(deps);

  /** Returns a plan that the caller sat. Refuses before its scores are released. */
  const findSatPlan = async (caller: Caller, planId: number) => {
    const plan = await store.plan(caller.schoolId, planId);
    const people = plan?.published_ms == null ? [] : await store.people(planId);
    if (!plan || !people.some((person) => person.userId === caller.userId)) refuse('notFound', messages.notFound());
    if (plan.released_ms === null) refuse('refused', messages.notReleased());
    return { plan, untilMs: computeWorkingDayEnd(plan.released_ms, plan.review_days, getCallZone()) };
  };
  const findReview = async (planId: number, userId: number) => (await store.reviews(planId)).find((row) => row.user_id === userId);

  return {
    async getReviews({ planId }, { caller }) {
      const found = await catchRefusal(
        () => service.plan(caller, planId),
        (refusal) => refuse('notFound', refusal.text),
      );
      const rows = await store.reviews(planId);
      const byUser = new Map((await service.scoredOf(found.plan, found.people)).map((each) => [each.person.userId, each]));
      const people = new Map(found.people.map((person) => [person.userId, person]));
      const names = await createUserReads(db).names(rows.flatMap((row) => row.answered_by ?? []));
      const attemptIds = rows.flatMap((row) => people.get(row.user_id)?.attemptId ?? []);
      const marks = await createPlanMarkReads(db).marks(attemptIds);
      const questions = new Map((await store.questions(planId)).map((one) => [`${one.variant} ${one.itemId}`, one]));
      return {
        untilMs:
          found.plan.released_ms === null ? null : computeWorkingDayEnd(found.plan.released_ms, found.plan.review_days, getCallZone()),
        items: rows.map((row) => {
          const scored = byUser.get(row.user_id);
          const person = people.get(row.user_id);
          return {
            ...presentReview(row),
            userId: row.user_id,
            name: person?.name ?? '',
            ticketNo: person?.ticketNo ?? '',
            points: scored ? getScorePoints(scored.score) : null,
            by: names.get(row.answered_by ?? 0) ?? '',
            items: (scored?.score.items ?? []).flatMap(({ itemId, cent }) => {
              const question = questions.get(`${person?.variant ?? ''} ${itemId}`);
              return question === undefined || cent === null
                ? []
                : [
                    {
                      itemId,
                      section: question.section,
                      text: excerptHtml(question.stem),
                      points: toPoints(cent),
                      max: question.points,
                      marks: (marks.get(person?.attemptId ?? '') ?? []).flatMap((mark) =>
                        mark.itemId === itemId ? listAnonymousRemarks(mark) : [],
                      ),
                    },
                  ];
            }),
          };
        }),
      };
    },

    answerReview: ({ planId, userId, granted, answer, change }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const found = await service.plan(caller, planId);
        // The caller may have got rights on the plan after sitting it, but must not answer the review of their own score.
        if (userId === caller.userId) refuse('refused', messages.ownReview());
        const row = await findReview(planId, userId);
        const person = found.people.find((each) => each.userId === userId);
        if (!row || !person) refuse('notFound', messages.noReview());
        if (row.granted !== null) refuse('refused', messages.answeredBefore());
        const scored = (await service.scoredOf(found.plan, [person]))[0];
        const question = (await store.questions(planId)).find((one) => one.variant === person.variant && one.itemId === change?.itemId);
        if (change !== null && (!granted || !question || !scored)) refuse('invalid', messages.questionUnknown());
        // Refuse points that would not change the score, so that the review is not reported as granted.
        const corrected = question && (await createExamReads(db).corrections(planId)).get(question.questionId);
        if (change !== null && (scored?.score.onPaper === true || !isScoredQuestion(corrected))) refuse('refused', messages.notByItself());
        if (change !== null && question && change.points > question.points) {
          const message = messages.pointsTooMany(question.points);
          refuseField('invalid', 'change.points', message);
        }
        const by = { by: caller.userId, nowMs: clock.nowMs() };
        const of = { attemptId: person.attemptId, reason: answer, ...by };
        const decision = change && question && (await buildItemDecision(deps.sync, { ...of, ...change, type: question.type }));
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          if (decision) await writeItemDecision(tx, planId, decision);
          if (!(await createScoreStore(tx).answer(planId, userId, { granted, answer, ...by })))
            refuse('refused', messages.answeredBefore());
          await audit.noteIn(tx, {
            entity: 'examPlan',
            id: planId,
            name: `${found.plan.name} ${person.name}`,
            before: { points: scored ? getScorePoints(scored.score) : null },
            after: { granted, answer, change },
          });
          return {};
        });
      }),

    async myReview({ planId }, { caller }) {
      const found = await findSatPlan(caller, planId);
      const row = await findReview(planId, caller.userId);
      return {
        untilMs: found.untilMs,
        mayAsk: row === undefined && clock.nowMs() < found.untilMs,
        review: row ? presentReview(row) : null,
      };
    },

    async askReview({ planId, text }, context) {
      const { caller, audit } = context;
      const found = await findSatPlan(caller, planId);
      if (clock.nowMs() >= found.untilMs) refuse('refused', messages.reviewOver());
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        if (!(await createScoreStore(tx).ask(planId, caller.userId, text, clock.nowMs()))) refuse('refused', messages.askedBefore());
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: found.plan.name, before: null, after: { review: text } });
        return {};
      });
    },
  };
}
