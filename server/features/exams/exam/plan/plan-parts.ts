import { variantNames } from '../../../../../sync/contract/codes.ts';
import { maxPlanParts, type PlanPart } from '../../../../../sync/contract/exams/exam-part.ts';
import { getExamStatusAt, planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import { type Caller, refuse } from '../../../../http/handler.ts';
import { createPaperReads, listVariantQuestionIds } from '../../../papers/paper/paper-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { readPlanTimes } from '../exam-reads.ts';
import { getPlanPaperId, type PlanTableRow, derivePlanState } from './exam-store.ts';
import { type PartRow, listPlanParts } from './part-store.ts';
import { createPlanAccess } from './plan-access.ts';

/** Reads the parts of an exam (theory, practical, review). Each part is a plan of its own, linked by `part_of` to the first one. */
export function createPlanPartReads({ db, clock }: Pick<ExamDeps, 'db' | 'clock'>) {
  const papers = createPaperReads(db);
  return {
    /** Finds the plan to which a new part of an exam is linked. `id`: plan of any part of that exam. */
    async wholeFor(caller: Pick<Caller, 'schoolId'>, id: number): Promise<PlanTableRow> {
      const plan = await createPlanAccess(db).plan(caller, id);
      const parts = await listPlanParts(db, plan);
      if (parts.length >= maxPlanParts) refuse('refused', messages.tooManyParts(maxPlanParts));
      return parts.find((one) => one.part_of === null) ?? plan;
    },

    async of(plan: PlanTableRow): Promise<PlanPart[]> {
      const nowMs = clock.nowMs();
      const toPlanPart = async (one: PartRow): Promise<PlanPart> => {
        const paper = await papers.byId(one.school_id, getPlanPaperId(one));
        const published = derivePlanState(one) === planState.published;
        return {
          id: one.id,
          name: one.name,
          part: one.part,
          resit: one.resit === 1,
          paper: {
            id: getPlanPaperId(one),
            name: paper?.row.name ?? '',
            variants: variantNames.slice(0, Math.max(1, paper?.variants.length ?? 1)),
            assembled: paper !== undefined && listVariantQuestionIds(paper.variants).length > 0,
          },
          status: getExamStatusAt(published, readPlanTimes(one), nowMs),
          published,
          withdrawn: derivePlanState(one) === planState.withdrawn,
          startMs: one.start_ms,
          durationMs: one.duration_ms,
          entryLimitMs: one.entry_limit_ms,
          earliestHandInMs: one.earliest_hand_in_ms,
          examineeCount: one.examinees,
        };
      };
      return Promise.all((await listPlanParts(db, plan)).map(toPlanPart));
    },
  };
}
