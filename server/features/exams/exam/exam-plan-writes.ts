/** Exports what the assignment module uses: homework and mock tests are plans too, made and published like exams. */
export { createDecisionCalls } from './results/decision-handlers.ts';
export type { ExamDeps } from './exam-deps.ts';
export { planFieldNames } from './exam-messages.ts';
export { preparePublication } from './publishing/exam-publish.ts';
export type { PlanSource } from './plan/publication-store.ts';
export { joinPlan } from './plan/plan-joining-store.ts';
export { type PlanEditor, type ExamineeRow, createExamStore, planHistoryKind } from './plan/exam-store.ts';
export type { Sitting as PlanSitting } from './sitting-store.ts';
