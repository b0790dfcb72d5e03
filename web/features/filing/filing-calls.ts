import type { FormAnswers } from '../../../sync/contract/form-design.ts';
import type { FilingKind } from '../../../sync/machines/filing-machine.ts';
import { call, type CallOptions } from '../../platform/call.ts';
import { type AnswerPair, answersOfPairs } from './answer-pairs.ts';

interface Key {
  readonly id: number;
  readonly version: number;
}

/** Input of a submission. Answers are stored as pairs, so that a pending request is stored completely (see `answer-pairs.ts`). */
export interface Sending {
  readonly offerId: number;
  readonly editionId: number;
  readonly pairs: readonly AnswerPair[];
}
const body = (
  { offerId, editionId, pairs }: Sending,
  version: number | null,
): { offerId: number; editionId: number; answers: FormAnswers; version: number | null } => ({
  offerId,
  editionId,
  answers: answersOfPairs(pairs),
  version,
});

/** Changing calls for each kind of application. */
export const filingCallsOf = {
  enroll: {
    submit: (sending: Sending, version: number | null, options?: CallOptions) => call('/enroll/submit', body(sending, version), options),
    withdraw: (key: Key) => call('/enroll/withdraw', key),
    decide: (input: Decision) => call('/enroll/decide', input),
    getIdNumber: (id: number) => call('/enroll/getIdNumber', { id }),
  },
  declare: {
    submit: (sending: Sending, version: number | null, options?: CallOptions) => call('/declare/submit', body(sending, version), options),
    withdraw: (key: Key) => call('/declare/withdraw', key),
    decide: (input: Decision) => call('/declare/decide', input),
    getIdNumber: (id: number) => call('/declare/getIdNumber', { id }),
  },
} as const satisfies Record<FilingKind, object>;

/** Saves a declaration as a draft on the server without submitting it. */
export const saveDeclaration = (sending: Sending, version: number | null) => call('/declare/save', body(sending, version));

/** Submits a declaration on behalf of a student. */
export const declareFor = ({ offerId, editionId, pairs }: Sending, userId: number, options: CallOptions) =>
  call('/declare/submitFor', { offerId, editionId, userId, answers: answersOfPairs(pairs) }, options);

export interface Decision {
  readonly items: Key[];
  readonly decision: 'approve' | 'return';
  readonly marks: Record<string, string>;
  readonly reason: string;
}
