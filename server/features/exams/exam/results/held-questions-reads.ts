import type { ExpressionBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { AttemptKind } from '../../../../../sync/contract/codes.ts';
import { callDialectFunction } from '../../../../db/dialect-functions.ts';
import { isIdOneOf } from '../../../../db/picked-page.ts';
import { createRowOwnerStore, type Viewer } from '../../../../db/row-owner-store.ts';
import type { Database } from '../../../../db/schema.ts';
import {
  findLikeliest,
  findLikeQuestions,
  createNearComparison,
  type QuestionContent,
} from '../../../bank/question/similarity/question-likeness-reads.ts';

/**
 * Groups of plans that hold their questions back from learners. `exams`: published exams whose scores are not released. `running`: kinds of
 * assignments that may still be handed in.
 */
const holders = {
  exams: { exams: true, running: [] },
  tests: { exams: true, running: ['test'] },
  allThatIsSet: { exams: true, running: ['test', 'homework'] },
  openTasks: { exams: false, running: ['test', 'homework'] },
} as const satisfies Record<string, { readonly exams: boolean; readonly running: readonly AttemptKind[] }>;
type HolderKind = keyof typeof holders;

interface HoldingPlan {
  readonly id: number;
  readonly publishedMs: number;
}

interface HoldScope {
  readonly schoolId: number;
  readonly nowMs: number;
  readonly holderKind: HolderKind;
}

const contentsPerQuery = 1000;
/** Maximum number of plans for which the results of comparing their questions with others are cached. */
const plansKept = 500;

/** Builds the condition on `exam_plan` that selects the plans which hold their questions back now. */
const isHolding =
  ({ holderKind, nowMs }: Pick<HoldScope, 'holderKind' | 'nowMs'>) =>
  (eb: ExpressionBuilder<Database, 'exam_plan'>) => {
    const runs = eb.or([
      eb(eb('exam_plan.start_ms', '+', eb.ref('exam_plan.duration_ms')), '>', nowMs),
      // Students correct returned work even after the planned end, until its marking is finished. Until then its assignment holds questions back.
      eb.and([
        eb('exam_plan.withdrawn_ms', 'is', null),
        eb.exists(
          eb
            .selectFrom('assignment_work')
            .select('assignment_work.attempt_id')
            .whereRef('assignment_work.plan_id', '=', 'exam_plan.id')
            .where('assignment_work.returns', '>', 0)
            .where('assignment_work.finished_ms', 'is', null),
        ),
      ]),
    ]);
    return eb.and([
      eb('exam_plan.published_ms', 'is not', null),
      eb.or([
        ...(holders[holderKind].exams ? [eb.and([eb('exam_plan.kind', '=', 'exam'), eb('exam_plan.released_ms', 'is', null)])] : []),
        ...(holders[holderKind].running.length > 0 ? [eb.and([eb('exam_plan.kind', 'in', holders[holderKind].running), runs])] : []),
      ]),
    ]);
  };

/**
 * Decides which questions are held back (hidden) from learners now, and by which plans (decision 038). A plan holds a question back if it contains
 * it; a plan of the school also if it contains nearly the same question. Learners get nothing of such a question that they do not have already.
 */
export function createHeldQuestionReads(db: Kysely<Database>) {
  const likeOfPlan = new Map<number, { readonly revision: number; readonly ids: Promise<ReadonlySet<number>> }>();

  const othersOfPlan = new Map<number, { readonly holding: string; readonly plans: Promise<readonly HoldingPlan[]> }>();

  /** Selects published questions with the plans that hold them back. */
  const selectPublished = (scope: HoldScope) =>
    db
      .selectFrom('exam_question')
      .innerJoin('exam_plan', 'exam_plan.id', 'exam_question.plan_id')
      .select(['exam_question.question_id', 'exam_question.hash', 'exam_plan.id', 'exam_plan.published_ms'])
      .where(isHolding(scope));

  /** Reads the recorded contents of the questions of plans; `questionIds` limits them to these questions. */
  const readContents = async (
    planIds: readonly number[],
    questionIds?: readonly number[],
  ): Promise<(QuestionContent & { readonly planId: number })[]> => {
    if (planIds.length === 0) return [];
    let query = db.selectFrom('exam_question').selectAll().where('plan_id', 'in', planIds);
    if (questionIds) query = query.where('question_id', 'in', questionIds);
    const rows = await query.execute();
    return rows.map((row) => ({
      planId: row.plan_id,
      questionId: row.question_id,
      hash: row.hash,
      bands: JSON.parse(row.bands) as number[],
      plain: row.plain,
    }));
  };

  /** Adds the plans that hold back a question nearly equal to one of `contents`. `at`: index of the latter in `contents`. */
  const addNear = async (contents: readonly QuestionContent[], scope: HoldScope, add: (at: number, plan: HoldingPlan) => void) => {
    const bands = [...new Set(contents.flatMap((content) => content.bands))];
    if (bands.length === 0) return;
    const rows = await db
      .selectFrom('exam_question_band')
      .innerJoin('exam_plan', 'exam_plan.id', 'exam_question_band.plan_id')
      .select(['exam_question_band.band', 'exam_question_band.question_id', 'exam_plan.id', 'exam_plan.published_ms'])
      .where(
        'exam_question_band.band',
        'in',
        sql<number>`(SELECT value FROM ${callDialectFunction('listed', sql`${JSON.stringify(bands)}`)})`,
      )
      .where('exam_plan.school_id', '=', scope.schoolId)
      .where(isHolding(scope))
      .execute();
    if (rows.length === 0) return;
    const idsOfBand = new Map(
      [...Map.groupBy(rows, (row) => row.band)].map(([band, all]) => [band, [...new Set(all.map((row) => row.question_id))]]),
    );
    const plansOf = Map.groupBy(rows, (row) => row.question_id);
    const candidates = contents.map((content) => findLikeliest(content.bands.map((band) => idsOfBand.get(band) ?? [])));
    const candidateIds = [...new Set(candidates.flat())];
    const planIds = [...new Set(candidateIds.flatMap((id) => (plansOf.get(id) ?? []).map((row) => row.id)))];
    const contentsByQuestion = Map.groupBy(await readContents(planIds, candidateIds), (content) => content.questionId);
    for (const [at, content] of contents.entries()) {
      const isNearTo = createNearComparison(content.plain);
      for (const id of candidates[at] ?? [])
        for (const { planId, plain } of contentsByQuestion.get(id) ?? []) {
          const plan = plansOf.get(id)?.find((row) => row.id === planId);
          if (plan && isNearTo(plain)) add(at, toHoldingPlan(plan));
        }
    }
  };

  /** Finds the plans that hold each of these questions back: one list for each entry of `contents`. */
  const findHolders = async (contents: readonly QuestionContent[], scope: HoldScope): Promise<HoldingPlan[][]> => {
    const plansByContent = contents.map(() => new Map<number, HoldingPlan>());
    const add = (at: number, plan: HoldingPlan): void => void plansByContent[at]?.set(plan.id, plan);
    for (let from = 0; from < contents.length; from += contentsPerQuery) {
      const slice = contents.slice(from, from + contentsPerQuery);
      const ids = [...new Set(slice.map((content) => content.questionId))];
      const hashes = [...new Set(slice.map((content) => content.hash))];
      const byId = Map.groupBy(
        await selectPublished(scope).where('exam_question.question_id', 'in', ids).execute(),
        (row) => row.question_id,
      );
      const same = selectPublished(scope).where('exam_question.hash', 'in', hashes).where('exam_plan.school_id', '=', scope.schoolId);
      const byHash = Map.groupBy(await same.execute(), (row) => row.hash);
      for (const [at, { questionId, hash }] of slice.entries())
        for (const row of [...(byId.get(questionId) ?? []), ...(byHash.get(hash) ?? [])]) add(from + at, toHoldingPlan(row));
      await addNear(slice, scope, (at, plan) => add(from + at, plan));
    }
    return plansByContent.map((plans) => [...plans.values()]);
  };

  /** Finds the school's own questions that a plan contains or that resemble one of its questions. Cached until the bank's revision changes. */
  const findLike = (planId: number, schoolId: number, revision: number): Promise<ReadonlySet<number>> => {
    const cached = likeOfPlan.get(planId);
    likeOfPlan.delete(planId);
    const find = async (): Promise<ReadonlySet<number>> => {
      const contents = await readContents([planId]);
      const alike = await findLikeQuestions(db, schoolId, contents);
      for (const { questionId } of contents) alike.add(questionId);
      return alike;
    };
    const entry = cached?.revision === revision ? cached : { revision, ids: find() };
    if (entry !== cached) entry.ids.catch(() => likeOfPlan.delete(planId));
    likeOfPlan.set(planId, entry);
    if (likeOfPlan.size > plansKept) likeOfPlan.delete(likeOfPlan.keys().next().value ?? 0);
    return entry.ids;
  };

  /**
   * Finds other plans that hold back questions of a published plan. The result is cached, so a class that opens its homework together waits for one
   * comparison. `holding`: ids of all plans that hold questions back now; a different list invalidates the cache.
   */
  const findOthers = (planId: number, holding: string, scope: HoldScope): Promise<readonly HoldingPlan[]> => {
    const known = othersOfPlan.get(planId);
    if (known?.holding === holding) return known.plans;
    const find = async (): Promise<readonly HoldingPlan[]> => {
      const plans = (await findHolders(await readContents([planId]), scope)).flat();
      return [...new Map(plans.map((plan) => [plan.id, plan])).values()].filter(({ id }) => id !== planId);
    };
    const plans = find();
    plans.catch(() => othersOfPlan.delete(planId));
    othersOfPlan.delete(planId);
    othersOfPlan.set(planId, { holding, plans });
    if (othersOfPlan.size > plansKept) othersOfPlan.delete(othersOfPlan.keys().next().value ?? 0);
    return plans;
  };

  return {
    /** Maps question ids of the given contents to the plans that hold the question back. Questions that no plan holds back are missing. */
    async ofContents(contents: readonly QuestionContent[], scope: HoldScope): Promise<Map<number, HoldingPlan[]>> {
      const plans = await findHolders(contents, scope);
      return new Map(contents.flatMap(({ questionId }, at) => (plans[at]?.length ? [[questionId, plans[at]]] : [])));
    },

    /** Maps published plans to other plans that hold back any of their questions. Plans for which there are none are missing. */
    async ofPlans(planIds: readonly number[], scope: HoldScope): Promise<Map<number, readonly HoldingPlan[]>> {
      const holding = (await db.selectFrom('exam_plan').select('id').where(isHolding(scope)).orderBy('id').execute()).map((row) => row.id);
      const found = new Map<number, readonly HoldingPlan[]>();
      if (holding.length === 0) return found;
      for (const planId of planIds) {
        const plans = await findOthers(planId, holding.join(), scope);
        if (plans.length > 0) found.set(planId, plans);
      }
      return found;
    },

    /** Finds all questions of a school's own bank that are held back. */
    async ofBank({ schoolId, ...scope }: HoldScope): Promise<Set<number>> {
      const bank = await db.selectFrom('question_revision').select('revision').where('bank_id', '=', schoolId).executeTakeFirst();
      const plans = await db.selectFrom('exam_plan').select('id').where('school_id', '=', schoolId).where(isHolding(scope)).execute();
      const held = new Set<number>();
      for (const { id } of plans) for (const each of await findLike(id, schoolId, bank?.revision ?? 0)) held.add(each);
      return held;
    },

    /** Reads the names of those plans that the viewer may read. Plans of other schools are left out. */
    async namesOf(planIds: readonly number[], viewer: Viewer): Promise<Map<number, string>> {
      let query = db
        .selectFrom('exam_plan')
        .select(['id', 'name'])
        .where((eb) => isIdOneOf(eb.ref('id'), planIds))
        .where('school_id', '=', viewer.schoolId);
      const readable = createRowOwnerStore(db).readable('plan', viewer);
      if (readable) query = query.where(readable);
      return new Map((await query.execute()).map((row) => [row.id, row.name]));
    },

    /** Reads the recorded contents of a published plan's questions. */
    contentsOf: (planId: number): Promise<QuestionContent[]> => readContents([planId]),
  };
}

const toHoldingPlan = (row: { readonly id: number; readonly published_ms: number | null }): HoldingPlan => ({
  id: row.id,
  publishedMs: row.published_ms ?? 0,
});
