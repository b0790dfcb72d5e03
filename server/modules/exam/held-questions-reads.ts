import type { Kysely } from 'kysely';
import type { AttemptKind } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';

/** What holds a question besides published exams whose scores are not released: what is set and may still be handed in. */
const running = { exams: [], tests: ['test'], allThatIsSet: ['test', 'homework'] } as const satisfies Record<
  string,
  readonly AttemptKind[]
>;
export type Holding = keyof typeof running;

const asked = 1000;

/** Questions whose keys may be told to nobody who learns, whatever else they stand in. */
export function heldQuestions(db: Kysely<Database>) {
  return {
    async among(ids: readonly number[], nowMs: number, by: Holding, besides: { readonly planId?: number } = {}): Promise<Set<number>> {
      const held = new Set<number>();
      for (let at = 0; at < ids.length; at += asked) {
        const rows = await db
          .selectFrom('exam_item')
          .innerJoin('exam_plan', 'exam_plan.id', 'exam_item.plan_id')
          .select('question_id')
          .distinct()
          .where('question_id', 'in', ids.slice(at, at + asked))
          .where('exam_plan.published_ms', 'is not', null)
          .where('exam_plan.id', '<>', besides.planId ?? 0)
          .where((eb) =>
            eb.or([
              eb.and([eb('exam_plan.kind', '=', 'exam'), eb('exam_plan.released_ms', 'is', null)]),
              eb.and([
                eb('exam_plan.kind', 'in', running[by]),
                eb.or([
                  eb(eb('exam_plan.start_ms', '+', eb.ref('exam_plan.duration_ms')), '>', nowMs),
                  // Given back for correction it is written beyond its window, by its own time: until somebody has finished its marking.
                  eb.and([
                    eb('exam_plan.withdrawn_ms', 'is', null),
                    eb.exists(
                      eb
                        .selectFrom('task_work')
                        .select('task_work.attempt_id')
                        .whereRef('task_work.plan_id', '=', 'exam_plan.id')
                        .where('task_work.returns', '>', 0)
                        .where('task_work.finished_ms', 'is', null),
                    ),
                  ]),
                ]),
              ]),
            ]),
          )
          .execute();
        for (const row of rows) held.add(row.question_id);
      }
      return held;
    },
  };
}
