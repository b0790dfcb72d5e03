import type { AnalysisRule, AttemptKind, LateRule } from '../../contract/codes.ts';

/** Rules that distinguish the kinds of attempt. Engine, player and log are the same for all kinds. */
export interface AttemptRules {
  /**
   * Time rule. `fixed`: the plan's time applies to everyone. `window`: at any time within the plan's window of days. `fromBegin`: a number of
   * minutes from the moment the learner opens the paper, which lies in a window. `none`: no time limit.
   */
  readonly clock: 'fixed' | 'window' | 'fromBegin' | 'none';
  /** When the paper opens: at the plan's start, when the learner chooses to begin, or as soon as it is on the device. */
  readonly opens: 'start' | 'begin' | 'always';
  /**
   * How often the learner may hand in. `once`: only staff can reopen the attempt. `afterReturn`: again after a teacher returned it. `eachTry`: once
   * in each try. `none`: never, because each answer is final by itself.
   */
  readonly handIn: 'once' | 'afterReturn' | 'eachTry' | 'none';
  /** Event that shows the points: the release of all scores, a teacher who finishes marking the attempt, the hand-in, or the answer. */
  readonly points: 'release' | 'finish' | 'handIn' | 'answer';
  /** Rules for analyses and for late work from which a plan of this kind chooses one each. The first is the default of a new plan. */
  readonly analysis: readonly AnalysisRule[];
  readonly lateRules: readonly LateRule[];
  /** Most tries that one plan may allow. */
  readonly mostTries: number;
  /**
   * Effect on the attempt while one of its questions is in an exam whose scores are not released. `opens`: none. `waits`: the attempt opens only for
   * learners who had opened it before. `leftOut`: the question is left out.
   */
  readonly heldQuestionEffect: 'opens' | 'waits' | 'leftOut';
  /** True if the player may close its paper while time runs. The page may then be updated to a new build in between. */
  readonly mayClosePaper: boolean;
}

export const attemptRules: Readonly<Record<AttemptKind, AttemptRules>> = {
  exam: {
    clock: 'fixed',
    opens: 'start',
    handIn: 'once',
    points: 'release',
    analysis: ['never'],
    lateRules: ['refused'],
    mostTries: 1,
    heldQuestionEffect: 'opens',
    mayClosePaper: false,
  },
  homework: {
    clock: 'window',
    opens: 'start',
    handIn: 'afterReturn',
    points: 'finish',
    analysis: ['afterWindow', 'afterFinish', 'never'],
    lateRules: ['refused', 'marked', 'shareOff'],
    mostTries: 1,
    heldQuestionEffect: 'waits',
    mayClosePaper: true,
  },
  test: {
    clock: 'fromBegin',
    opens: 'begin',
    handIn: 'eachTry',
    points: 'handIn',
    analysis: ['afterHandIn', 'afterWindow', 'never'],
    lateRules: ['refused'],
    mostTries: 20,
    heldQuestionEffect: 'waits',
    mayClosePaper: false,
  },
  exercise: {
    clock: 'none',
    opens: 'always',
    handIn: 'none',
    points: 'answer',
    analysis: ['atOnce'],
    lateRules: ['refused'],
    mostTries: 1,
    heldQuestionEffect: 'leftOut',
    mayClosePaper: true,
  },
};

/** Kinds of attempt that a teacher assigns to classes or persons. */
export const assignedKinds = ['homework', 'test'] as const satisfies readonly AttemptKind[];
export type AssignedKind = (typeof assignedKinds)[number];
export const isAssignedKind = (kind: AttemptKind): kind is AssignedKind => (assignedKinds as readonly AttemptKind[]).includes(kind);

/** Returns when one person's time begins and how long it is. `beganMs`: when the person opened the paper; null if not yet. */
export function computeOwnTimes(
  kind: AttemptKind,
  plan: { readonly startMs: number; readonly durationMs: number; readonly minutes: number | null },
  beganMs: number | null,
): { readonly startMs: number; readonly durationMs: number } {
  if (attemptRules[kind].clock !== 'fromBegin' || plan.minutes === null || beganMs === null) return plan;
  const startMs = Math.max(beganMs, plan.startMs);
  return { startMs, durationMs: Math.max(0, Math.min(plan.minutes * 60_000, plan.startMs + plan.durationMs - startMs)) };
}
