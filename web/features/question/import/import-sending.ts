import type { CallInput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import type { ImportCorrections } from './import-rows.ts';

type ImportInput = CallInput<CallOfPath<'/question/import'>>;

/** An import request. It is repeated unchanged until it is answered, so that it is executed once (decision 023). */
export interface ImportRequest {
  readonly input: ImportInput;
  /** Changes that the request includes. */
  readonly correcting: ImportCorrections;
}

/** Returns the request to send: if it is unknown whether an earlier one arrived, that one unchanged, otherwise a new one. */
export const createNextRequest = (
  unsure: ImportRequest | null,
  input: Omit<ImportInput, 'fixes' | 'drop'>,
  correcting: ImportCorrections,
): ImportRequest =>
  unsure ?? {
    input: {
      ...input,
      fixes: [...correcting.corrected].map(([row, { draft }]) => ({ row, draft })),
      drop: [...correcting.drop],
    },
    correcting,
  };

/** Checks whether the current changes are those that were sent. If so, they need no longer be stored on this PC. */
export const hasSentAllCorrections = (sent: ImportRequest, now: ImportCorrections): boolean => sent.correcting === now;
