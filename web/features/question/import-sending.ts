import type { CallInput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import type { Mending } from './import-rows.ts';

type ImportInput = CallInput<CallAt<'/question/import'>>;

/** An import request. It is repeated unchanged until it is answered, so that it is executed once (`request-keys.ts`). */
export interface Sending {
  readonly input: ImportInput;
  /** Changes that the request includes. */
  readonly mending: Mending;
}

/** Returns the request to send: if it is unknown whether an earlier one arrived, that one unchanged, otherwise a new one. */
export const nextSending = (unsure: Sending | null, input: Omit<ImportInput, 'fixes' | 'drop'>, mending: Mending): Sending =>
  unsure ?? {
    input: {
      ...input,
      fixes: [...mending.mended].map(([row, { draft }]) => ({ row, draft })),
      drop: [...mending.drop],
    },
    mending,
  };

/** Checks whether the current changes are those that were sent. If so, they need no longer be stored on this PC. */
export const isAllSent = (sent: Sending, now: Mending): boolean => sent.mending === now;
