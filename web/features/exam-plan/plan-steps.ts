import type { PlanCheck, PlanCheckKind } from '../../../sync/contract/exam-seating.ts';

/** The way from a name to a published exam; each step has its own shortfall. */
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
  /** What keeps the plan from being published. */
  readonly musts: number;
  readonly hints: number;
}

/** What each step still lacks; publishing lacks whatever any of them must have. */
export function stepStates(checks: readonly PlanCheck[]): StepState[] {
  const count = (state: PlanCheck['state'], step: PlanStep): number =>
    checks.filter((check) => check.state === state && (step === 'publish' ? state === 'must' : stepOf[check.kind] === step)).length;
  return planSteps.map((step) => ({ step, musts: count('must', step), hints: count('hint', step) }));
}

/** The steps that are taken in the form of a plan. */
export const isInForm = (step: PlanStep): boolean => step === 'basics' || step === 'rooms' || step === 'people';

/** Where a step is taken. A new plan has none but its form. */
export function wayOfStep(step: PlanStep, planId: number): string {
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
