import type { PlanExaminee } from '../exam-plan-queries.ts';

/** State of a condition for the release of scores. `unchecked`: cannot be known before the time of all examinees is over. */
export type ConditionState = 'met' | 'open' | 'unchecked';

export interface ReleaseCondition {
  readonly state: ConditionState;
  /** Examinees for whom the condition is not met. */
  readonly people: readonly PlanExaminee[];
}

/**
 * Lists the release blockers (reasons why scores cannot be released yet) as conditions. A condition is `met` only if it can no longer become open for
 * any examinee.
 */
export function listReleaseConditions(
  examinees: readonly PlanExaminee[],
): Record<'time' | 'delivery' | 'nothingCame' | 'marking', ReleaseCondition> {
  const waitsFor = (wait: PlanExaminee['wait']) => examinees.filter((each) => each.wait === wait);
  const time = waitsFor('time');
  const condition = (people: readonly PlanExaminee[], isFinal: boolean): ReleaseCondition => ({
    state: people.length > 0 ? 'open' : isFinal ? 'met' : 'unchecked',
    people,
  });
  return {
    time: condition(time, true),
    delivery: condition(waitsFor('delivery'), time.length === 0),
    nothingCame: condition(waitsFor('nothingCame'), time.length === 0),
    marking: condition(
      examinees.filter((each) => each.unmarked),
      time.length === 0,
    ),
  };
}
