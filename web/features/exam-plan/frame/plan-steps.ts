import type { PlanCheck, PlanCheckKind } from '../../../../sync/contract/exams/exam-seating.ts';

/** Steps from an empty form to a published exam. Each step has its own open checks. */
export const planSteps = ['basics', 'rooms', 'people', 'seats', 'staff', 'publish'] as const;
export type PlanStep = (typeof planSteps)[number];

const stepOf: Readonly<Record<PlanCheckKind, Exclude<PlanStep, 'publish'>>> = {
  paper: 'basics',
  practised: 'basics',
  openTasks: 'basics',
  entryOver: 'basics',
  capacity: 'rooms',
  roomTaken: 'rooms',
  roomClosed: 'rooms',
  ticketPattern: 'rooms',
  markers: 'rooms',
  examinees: 'people',
  ticketTwice: 'people',
  overlaps: 'people',
  photos: 'people',
  idNumbers: 'people',
  unseated: 'seats',
  sameVariant: 'seats',
  sameClass: 'seats',
  staffShort: 'staff',
  staffTwice: 'staff',
  staffRelated: 'staff',
  staffUnconfirmed: 'staff',
};

export interface StepState {
  readonly step: PlanStep;
  /** Number of open checks of this step that block publishing. */
  readonly musts: number;
  readonly hints: number;
}

/** Counts the open checks of each step. The publish step counts the blocking checks of all steps. */
export function computeStepStates(checks: readonly PlanCheck[]): StepState[] {
  const count = (state: PlanCheck['state'], step: PlanStep): number =>
    checks.filter((check) => check.state === state && (step === 'publish' ? state === 'must' : stepOf[check.kind] === step)).length;
  return planSteps.map((step) => ({ step, musts: count('must', step), hints: count('hint', step) }));
}

/** True for steps that are done in the plan form. */
export const isFormStep = (step: PlanStep): boolean => step === 'basics' || step === 'rooms' || step === 'people';

/** Returns the path of the page for a step. A plan that is not saved has only its form. */
export function getStepPath(step: PlanStep, planId: number): string {
  switch (step) {
    case 'basics':
    case 'rooms':
    case 'people':
      return `/teacher/exam/exam-plan/create/${planId}#${step}`;
    case 'seats':
      return `/teacher/exam/exam-plan/seating/${planId}`;
    case 'staff':
      return `/teacher/exam/invigilator?plan=${planId}`;
    case 'publish':
      return `/teacher/exam/exam-plan/item/${planId}`;
  }
}
