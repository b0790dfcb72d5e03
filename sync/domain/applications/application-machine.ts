import {
  declarationStatus,
  type DeclarationStatusCode,
  enrolmentStatus,
  type EnrolmentStatusCode,
  type ApplicationEvent,
  offerStatus,
  type OfferStatusCode,
} from '../../contract/codes.ts';
import { findNextStatus, type Transition } from '../transition.ts';

const { withdrawn, underReview, approved, returned } = enrolmentStatus;
const applicant = ['enrollUser'] as const;
const reviewer = ['enrollAdmin'] as const;

/** Transitions of an enrolment. Until it is submitted, it exists only on the applicant's device. A withdrawn one may be submitted again. */
export const enrolmentMachine: readonly Transition<EnrolmentStatusCode, ApplicationEvent>[] = [
  // Staff submit an enrolment for each student of a class, or for an approved declaration.
  { from: withdrawn, on: 'submit', to: underReview, by: ['enrollUser', 'enrollAdmin', 'school', 'teacher'] },
  { from: returned, on: 'submit', to: underReview, by: applicant },
  { from: underReview, on: 'withdraw', to: withdrawn, by: applicant },
  { from: returned, on: 'withdraw', to: withdrawn, by: applicant },
  { from: underReview, on: 'approve', to: approved, by: reviewer },
  { from: underReview, on: 'return', to: returned, by: reviewer },
  // Corrects a mistaken approval. The server refuses this once an examinee was created from the enrolment.
  { from: approved, on: 'return', to: returned, by: reviewer },
];

const d = declarationStatus;
const student = ['student'] as const;
const staff = ['school', 'teacher'] as const;

/** Transitions of a declaration. The server stores it from the first save. After a withdrawal the student continues to edit it. */
export const declarationMachine: readonly Transition<DeclarationStatusCode, ApplicationEvent>[] = [
  { from: d.unfiled, on: 'save', to: d.filled, by: student },
  { from: d.filled, on: 'save', to: d.filled, by: student },
  { from: d.returned, on: 'save', to: d.returned, by: student },
  // Staff may submit a declaration for a student who has not saved one.
  { from: d.unfiled, on: 'submit', to: d.declaring, by: ['student', 'school', 'teacher'] },
  { from: d.filled, on: 'submit', to: d.declaring, by: student },
  { from: d.returned, on: 'submit', to: d.declaring, by: student },
  { from: d.declaring, on: 'withdraw', to: d.filled, by: student },
  { from: d.declaring, on: 'approve', to: d.approved, by: staff },
  { from: d.declaring, on: 'return', to: d.returned, by: staff },
  { from: d.approved, on: 'return', to: d.returned, by: staff },
];

/** Checks whether the student can still submit the declaration. `status`: undefined if the student has none yet. */
export const canDeclare = (status: number | undefined): boolean =>
  findNextStatus<number, ApplicationEvent>(declarationMachine, status ?? d.unfiled, 'submit') !== undefined;

/** Kinds of application with their transitions. `begins`: status of a form that does not exist yet. */
export const applicationKinds = {
  enroll: {
    begins: withdrawn,
    reviewed: [underReview],
    approved,
    next: (from: number, on: ApplicationEvent): number | undefined => findNextStatus<number, ApplicationEvent>(enrolmentMachine, from, on),
  },
  declare: {
    begins: d.unfiled,
    reviewed: [d.declaring],
    approved: d.approved,
    next: (from: number, on: ApplicationEvent): number | undefined =>
      findNextStatus<number, ApplicationEvent>(declarationMachine, from, on),
  },
} as const;
export type ApplicationKind = keyof typeof applicationKinds;

export type OfferEvent = 'open' | 'close' | 'reopen';
const { draft, open, closed } = offerStatus;

/** Transitions of an enrolment batch or a declaration project. An open one accepts applicants within its window of dates. */
export const offerMachine: readonly Transition<OfferStatusCode, OfferEvent>[] = [
  { from: draft, on: 'open', to: open, by: ['enrollAdmin', 'school', 'teacher'] },
  { from: open, on: 'close', to: closed, by: ['enrollAdmin', 'school', 'teacher'] },
  { from: closed, on: 'reopen', to: open, by: ['enrollAdmin', 'school', 'teacher'] },
];
/** Returns the event that leads from one status to another, or undefined if no transition does. */
export const findOfferEvent = (from: OfferStatusCode, to: OfferStatusCode): OfferEvent | undefined =>
  offerMachine.find((row) => row.from === from && row.to === to)?.on;

export type OfferPhase = 'draft' | 'coming' | 'open' | 'over' | 'closed';

/** Derives the phase of an enrolment batch or declaration project at a moment. Pages and server share this function. */
export function deriveOfferPhase(
  { status, opensMs, closesMs }: { status: OfferStatusCode; opensMs: number; closesMs: number },
  nowMs: number,
): OfferPhase {
  if (status === draft) return 'draft';
  if (status === closed) return 'closed';
  if (nowMs < opensMs) return 'coming';
  return nowMs < closesMs ? 'open' : 'over';
}
