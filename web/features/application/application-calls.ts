import type { FormAnswers, FormAnswer } from '../../../sync/contract/applications/form-design.ts';
import type { ApplicationKind } from '../../../sync/domain/applications/application-machine.ts';
import { makeCall, type CallOptions } from '../../platform/api/call.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

/** Input of a submission. The answers are pairs, so that a pending request is stored with every answer (see `AnswerPair`). */
export interface ApplicationSubmission {
  readonly offerId: number;
  readonly editionId: number;
  readonly pairs: readonly AnswerPair[];
}
const toRequestBody = (
  { offerId, editionId, pairs }: ApplicationSubmission,
  version: number | null,
): { offerId: number; editionId: number; answers: FormAnswers; version: number | null } => ({
  offerId,
  editionId,
  answers: fromAnswerPairs(pairs),
  version,
});

/** Calls about an application, by its kind: `enroll` for an enrolment, `declare` for a declaration. */
export const applicationCallsByKind = {
  enroll: {
    submit: (sending: ApplicationSubmission, version: number | null, options?: CallOptions) =>
      makeCall('/enroll/submit', toRequestBody(sending, version), options),
    withdraw: (key: RowVersionKey) => makeCall('/enroll/withdraw', key, { quiet: true }),
    decide: (input: ReviewDecisionInput, options?: CallOptions) => makeCall('/enroll/decide', input, options),
    getIdNumber: (id: number) => makeCall('/enroll/getIdNumber', { id }),
  },
  declare: {
    submit: (sending: ApplicationSubmission, version: number | null, options?: CallOptions) =>
      makeCall('/declare/submit', toRequestBody(sending, version), options),
    withdraw: (key: RowVersionKey) => makeCall('/declare/withdraw', key, { quiet: true }),
    decide: (input: ReviewDecisionInput, options?: CallOptions) => makeCall('/declare/decide', input, options),
    getIdNumber: (id: number) => makeCall('/declare/getIdNumber', { id }),
  },
} as const satisfies Record<ApplicationKind, object>;

/** Saves a declaration as a draft on the server without submitting it. */
export const saveDeclaration = (sending: ApplicationSubmission, version: number | null) =>
  makeCall('/declare/save', toRequestBody(sending, version));

/** Submits a declaration on behalf of a student. */
export const submitDeclarationFor = ({ offerId, editionId, pairs }: ApplicationSubmission, userId: number, options: CallOptions) =>
  makeCall('/declare/submitFor', { offerId, editionId, userId, answers: fromAnswerPairs(pairs) }, options);

export interface ReviewDecisionInput {
  readonly items: RowVersionKey[];
  readonly decision: 'approve' | 'return';
  readonly marks: Record<string, string>;
  readonly reason: string;
}

/**
 * One answer, as drafts store it. Drafts drop properties that are named like a password or an ID number (`draft.ts`), but an applicant must
 * find their own ID number again. The field key is therefore a value and not a property name; the draft is encrypted.
 */
export type AnswerPair = readonly [key: string, answer: FormAnswer];

export const toAnswerPairs = (answers: FormAnswers): AnswerPair[] => Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1));
export const fromAnswerPairs = (pairs: readonly AnswerPair[]): FormAnswers => Object.fromEntries(pairs);
