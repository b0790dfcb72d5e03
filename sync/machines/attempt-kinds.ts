import type { AnalysisRule, AttemptKind, LateRule } from '../contract/codes.ts';

/** What tells one kind of attempt from another. Engine, player and log are the same for all of them. */
export interface AttemptRules {
  /**
   * `fixed`: everybody's time is the plan's. `window`: whenever one likes within it, days long. `fromBegin`: so many minutes from one's own
   * beginning, which lies in a window. `none`: no time at all.
   */
  readonly clock: 'fixed' | 'window' | 'fromBegin' | 'none';
  /** When the paper opens: with the plan's time, with one's own beginning, or whenever it lies on the device. */
  readonly opens: 'start' | 'begin' | 'always';
  /** `once`: staff alone reopen it. `afterReturn`: again when a teacher has given it back. `eachTry`: once in each try. `none`: answer by answer. */
  readonly handIn: 'once' | 'afterReturn' | 'eachTry' | 'none';
  /** Who tells points: the release of all scores, the teacher who finishes marking one, the hand-in, the answer. */
  readonly points: 'release' | 'finish' | 'handIn' | 'answer';
  /** Of these a plan has one. The first is what a new one begins with. */
  readonly analysis: readonly AnalysisRule[];
  readonly late: readonly LateRule[];
  /** Most tries one plan may give. */
  readonly mostTries: number;
  /**
   * Rule while another exam holds one of its questions. `opens`: no effect. `waits`: opens only for learners who had opened it before.
   * `leftOut`: the question is missing.
   */
  readonly whileHeld: 'opens' | 'waits' | 'leftOut';
  /** May the player close its paper while time runs? A new build of the page may then come in between. */
  readonly mayBePutAside: boolean;
}

export const attemptRules: Readonly<Record<AttemptKind, AttemptRules>> = {
  exam: {
    clock: 'fixed',
    opens: 'start',
    handIn: 'once',
    points: 'release',
    analysis: ['never'],
    late: ['refused'],
    mostTries: 1,
    whileHeld: 'opens',
    mayBePutAside: false,
  },
  homework: {
    clock: 'window',
    opens: 'start',
    handIn: 'afterReturn',
    points: 'finish',
    analysis: ['afterWindow', 'afterFinish', 'never'],
    late: ['refused', 'marked', 'shareOff'],
    mostTries: 1,
    whileHeld: 'waits',
    mayBePutAside: true,
  },
  test: {
    clock: 'fromBegin',
    opens: 'begin',
    handIn: 'eachTry',
    points: 'handIn',
    analysis: ['afterHandIn', 'afterWindow', 'never'],
    late: ['refused'],
    mostTries: 20,
    whileHeld: 'waits',
    mayBePutAside: false,
  },
  exercise: {
    clock: 'none',
    opens: 'always',
    handIn: 'none',
    points: 'answer',
    analysis: ['atOnce'],
    late: ['refused'],
    mostTries: 1,
    whileHeld: 'leftOut',
    mayBePutAside: true,
  },
};

/** Kinds that a teacher sets for classes or persons. */
export const setKinds = ['homework', 'test'] as const satisfies readonly AttemptKind[];
export type SetKind = (typeof setKinds)[number];
export const isSetKind = (kind: AttemptKind): kind is SetKind => (setKinds as readonly AttemptKind[]).includes(kind);

/** When one person's time begins and how long it is, as a kind has it. `beganMs`: their own beginning; null: not yet. */
export function ownTimes(
  kind: AttemptKind,
  plan: { readonly startMs: number; readonly durationMs: number; readonly minutes: number | null },
  beganMs: number | null,
): { readonly startMs: number; readonly durationMs: number } {
  if (attemptRules[kind].clock !== 'fromBegin' || plan.minutes === null || beganMs === null) return plan;
  const startMs = Math.max(beganMs, plan.startMs);
  return { startMs, durationMs: Math.max(0, Math.min(plan.minutes * 60_000, plan.startMs + plan.durationMs - startMs)) };
}
