import { type AnswerKey, countAnswerPlaces } from '../../../../sync/contract/bank/question-body.ts';
import { splitLeftItems } from '../../../../sync/domain/papers/left-items.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import { type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createExamReads } from '../../exams/exam/exam-reads.ts';
import { isScoredQuestion } from '../marking/item-figure-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createScoreReviewHandlers } from './review-handlers.ts';
import { analysePaper } from './score-analysis.ts';
import { getScorePoints, type ScoreServiceDeps, createScoreService } from './score-service.ts';
import { scoreMessages as messages } from './score-messages.ts';
import { type FrozenQuestion, createScoreStore } from './score-store.ts';
import { excerptHtml } from '../../../rich-text/excerpt-html.ts';

/** Refuses an invalid key correction. */
function checkCorrection(questions: readonly FrozenQuestion[], questionId: number, correction: KeyCorrection | null): void {
  const question = questions.find((each) => each.questionId === questionId);
  if (!question) refuse('notFound', messages.questionUnknown());
  if (correction?.kind !== 'keys') return;
  const invalid = (at: number, message: ReturnType<typeof messages.keyKind>) => refuseField('invalid', `correction.keys.${at}`, message);
  const fitsQuestion = (key: AnswerKey): boolean =>
    key.kind === question.key.kind && key.kind !== 'rubric' && countAnswerPlaces(key) === countAnswerPlaces(question.key);
  const wrongKind = correction.keys.findIndex((key) => !fitsQuestion(key));
  if (wrongKind >= 0) return invalid(wrongKind, messages.keyKind());
  const optionIds = splitLeftItems(question.optionIds.map((id) => ({ id }))).options.map(({ id }) => id);
  const options = new Set(optionIds.length > 0 ? optionIds : ['T', 'F']);
  const unknownOption = correction.keys.findIndex((key) => 'right' in key && key.right.some((id) => !options.has(id)));
  if (unknownOption >= 0) return invalid(unknownOption, messages.optionUnknown());
  const partial = correction.keys.findIndex(
    (key) => key.kind === 'order' && (key.right.length !== optionIds.length || new Set(key.right).size !== optionIds.length),
  );
  if (partial >= 0) return invalid(partial, messages.orderIncomplete());
}

export function createScoreHandlers(deps: ScoreServiceDeps): Handlers<'score'> {
  const { db, clock, sync } = deps;
  const store = createScoreStore(db);
  const service = createScoreService(deps);

  const preview = async (found: Awaited<ReturnType<typeof service.plan>>, at: { questionId: number; correction: KeyCorrection | null }) => {
    const passPoints = await store.passPoints(found.plan.id);
    const all = await service.recounted(found.plan, found.people, at);
    const changed = all.filter(({ before, after }) => before.pointsCent !== after.pointsCent);
    return changed.map(({ person, before, after }) => ({
      userId: person.userId,
      name: person.name,
      ticketNo: person.ticketNo,
      before: getScorePoints(before),
      after: getScorePoints(after),
      passedBefore: getScorePoints(before) >= passPoints,
      passedAfter: getScorePoints(after) >= passPoints,
    }));
  };

  return {
    ...createScoreReviewHandlers(deps),

    async getAnalysis({ planId }, { caller }) {
      const found = await service.plan(caller, planId);
      const questions = await store.questions(planId);
      const scoredPeople = await service.scoredOf(found.plan, found.people);
      const attempts = [];
      for (const { person, score } of scoredPeople)
        attempts.push({
          variant: person.variant,
          pointsCent: score.pointsCent,
          items: score.items,
          answers: new Map((await sync.answers(person.attemptId)).answers.map(({ itemId, value }) => [itemId, value])),
        });
      const figures = analysePaper(questions, attempts);
      const corrections = await store.corrections(planId);
      const inForce = await createExamReads(db).corrections(planId);
      const names = await createUserReads(db).names(corrections.map((row) => row.corrected_by));
      const firsts = [...Map.groupBy(questions, (question) => question.questionId).values()].flatMap(([first]) => first ?? []);
      return {
        attempts: scoredPeople.length,
        mean: figures.mean,
        spread: figures.spread,
        reliability: figures.reliability,
        items: firsts.map((question) => {
          const correction = inForce.get(question.questionId) ?? null;
          const figure = isScoredQuestion(correction) ? figures.items.get(question.questionId) : undefined;
          return {
            questionId: question.questionId,
            number: question.itemId,
            section: question.section,
            type: question.type,
            text: excerptHtml(question.stem),
            points: question.points,
            key: question.key,
            correction,
            attempts: figures.items.get(question.questionId)?.attempts ?? 0,
            ease: figure?.ease ?? null,
            discrimination: figure?.discrimination ?? null,
            options: [...(figures.options.get(question.questionId) ?? [])],
          };
        }),
        corrections: corrections.map((row) => ({
          questionId: row.question_id,
          correction: JSON.parse(row.correction) as KeyCorrection | null,
          reason: row.reason,
          changed: row.changed,
          by: names.get(row.corrected_by) ?? '',
          ms: row.corrected_ms,
        })),
      };
    },

    async previewCorrection({ planId, questionId, correction }, { caller }) {
      const found = await service.plan(caller, planId);
      const fault = checkCorrection(await store.questions(planId), questionId, correction);
      return fault ?? { examinees: found.people.length, changed: await preview(found, { questionId, correction }) };
    },

    correct: ({ planId, questionId, correction, reason, changed }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const found = await service.plan(caller, planId);
        checkCorrection(await store.questions(planId), questionId, correction);
        const changedScores = await preview(found, { questionId, correction });
        if (changedScores.length !== changed) refuse('conflict', messages.changedSince(changedScores.length));
        const before = (await createExamReads(db).corrections(planId)).get(questionId) ?? null;
        const outcome = await runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          await createScoreStore(tx).correct(planId, { questionId, correction, reason, changed, by: caller.userId, nowMs: clock.nowMs() });
          await audit.noteIn(tx, {
            entity: 'examPlan',
            id: planId,
            name: found.plan.name,
            before: { questionId, correction: before, scores: changedScores.map(({ userId, before: was }) => ({ userId, points: was })) },
            after: { questionId, correction, reason, scores: changedScores.map(({ userId, after }) => ({ userId, points: after })) },
          });
          return { changed };
        });
        await service.scoredOf(found.plan, found.people);
        return outcome;
      }),

    recount: ({ planId }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const found = await service.plan(caller, planId);
        const recounts = await service.recounted(found.plan, found.people);
        const different = recounts
          .filter(({ before, after }) => before.pointsCent !== after.pointsCent)
          .map(({ person, before, after }) => ({
            userId: person.userId,
            name: person.name,
            before: getScorePoints(before),
            after: getScorePoints(after),
          }));
        const outcome = await runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          await createScoreStore(tx).forget(planId);
          await audit.noteIn(tx, {
            entity: 'examPlan',
            id: planId,
            name: found.plan.name,
            before: { scores: different.map(({ userId, before }) => ({ userId, points: before })) },
            after: { recounted: recounts.length, scores: different.map(({ userId, after }) => ({ userId, points: after })) },
          });
          return { counted: recounts.length, different };
        });
        await service.scoredOf(found.plan, found.people);
        return outcome;
      }),
  };
}
