import { variantNames } from '../../../sync/contract/codes.ts';
import { mostParts, type PlanPart } from '../../../sync/contract/exam-part.ts';
import { examStatusAt, planState } from '../../../sync/machines/exam-machine.ts';
import { type Caller, refuse, Refusal } from '../../http/handler.ts';
import { paperReads, questionIdsOf } from '../paper/paper-reads.ts';
import type { ExamDeps } from './exam-deps.ts';
import { examMessages as messages } from './exam-messages.ts';
import { timesOf } from './exam-reads.ts';
import { paperOf, type PlanRow, stateOf } from './exam-store.ts';
import { type PartRow, partsOf } from './part-store.ts';
import { planAccess } from './plan-access.ts';

/** Reads the parts of a plan. Each part is a plan of its own, linked to the first by `part_of`. */
export function planParts({ db, clock }: Pick<ExamDeps, 'db' | 'clock'>) {
  const papers = paperReads(db);
  return {
    /** Finds the plan that a new part is linked to; `id` may name any of its parts. */
    async wholeFor(caller: Pick<Caller, 'schoolId'>, id: number): Promise<PlanRow | Refusal> {
      const plan = await planAccess(db).plan(caller, id);
      if (plan instanceof Refusal) return plan;
      const all = await partsOf(db, plan);
      if (all.length >= mostParts) return refuse('refused', messages.tooManyParts(mostParts));
      return all.find((one) => one.part_of === null) ?? plan;
    },

    async of(plan: PlanRow): Promise<PlanPart[]> {
      const nowMs = clock.nowMs();
      const shown = async (one: PartRow): Promise<PlanPart> => {
        const paper = await papers.byId(one.school_id, paperOf(one));
        const published = stateOf(one) === planState.published;
        return {
          id: one.id,
          name: one.name,
          part: one.part,
          resit: one.resit === 1,
          paper: {
            id: paperOf(one),
            name: paper?.row.name ?? '',
            variants: variantNames.slice(0, Math.max(1, paper?.variants.length ?? 1)),
            assembled: paper !== undefined && questionIdsOf(paper.variants).length > 0,
          },
          status: examStatusAt(published, timesOf(one), nowMs),
          published,
          withdrawn: stateOf(one) === planState.withdrawn,
          startMs: one.start_ms,
          durationMs: one.duration_ms,
          entryLimitMs: one.entry_limit_ms,
          earliestHandInMs: one.earliest_hand_in_ms,
          examineeCount: one.examinees,
        };
      };
      return Promise.all((await partsOf(db, plan)).map(shown));
    },
  };
}
