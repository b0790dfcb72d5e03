/** Exports what the assignment module uses: homework and mock tests are plans too, made and published like exams. */
export { decisionsOn } from './decision-handlers.ts';
export type { ExamDeps } from './exam-deps.ts';
export { planFieldNames } from './exam-messages.ts';
export { publishPlan } from './exam-publish.ts';
export type { PlanSource } from './plan-source.ts';
export { joinPlan } from './plan-joining-store.ts';
export { type Editor, type ExamineeRow, examStore, planNoteKind } from './exam-store.ts';
export { waitingCount } from './plan-standing.ts';
export type { Sitting as PlanSitting } from './sitting-store.ts';
