import { refuse } from '../../../http/handler.ts';
import { refuseStaleVersion } from '../../../http/stale-version.ts';
import { examMessages as messages, planFieldNames } from '../exam-messages.ts';
import type { PlanChangeOutcome, PlanTableRow } from '../exam-store.ts';

type Known = Pick<PlanTableRow, 'id' | 'start_ms' | 'withdraw_reason'>;

/** Turns a failed change of a plan into the refusal of its call. */
export function toPlanRefusal(change: Exclude<PlanChangeOutcome, { kind: 'done' }>, plan: Known): never {
  switch (change.kind) {
    case 'notFound':
      return refuse('notFound', messages.notFound());
    case 'published':
      return refuse('refused', messages.published());
    case 'notPublished':
      return refuse('refused', messages.notPublished());
    case 'withdrawn':
      return refuse('refused', messages.withdrawn(plan.withdraw_reason));
    case 'begun':
      return refuse('refused', messages.begun(plan.start_ms));
    case 'paperChanged':
      return refuse('refused', messages.paperChanged());
    case 'seatsChanged':
      return refuse('refused', messages.seatsChanged());
    case 'roomTaken':
      return refuse('refused', messages.roomTaken());
    case 'roomUnknown':
      return refuse('notFound', messages.roomUnknown());
    case 'seatUnknown':
      return refuse('notFound', messages.seatUnknown());
    case 'unchanged':
      return refuse('refused', messages.unchanged());
    case 'noFreeSeat':
      return refuse('refused', messages.noFreeSeat());
    case 'ticketTaken':
      return refuse('refused', messages.ticketTaken());
    case 'stale':
      return refuseStaleVersion(messages.thing(), change.note, planFieldNames);
  }
}

/** Turns the outcome of a change of a plan into the answer of its call. */
export const toPlanResponse = (change: PlanChangeOutcome, plan: Known): { id: number; version: number } =>
  change.kind === 'done' ? { id: plan.id, version: change.version } : toPlanRefusal(change, plan);
