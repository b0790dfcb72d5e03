import type { CallInput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import type { Mending } from './import-rows.ts';

type ImportInput = CallInput<CallAt<'/question/import'>>;

/** An import as it is sent: asked for again in these very words, until it is answered, it is one (`request-keys.ts`). */
export interface Sending {
  readonly input: ImportInput;
  /** The mending that is in it. */
  readonly mending: Mending;
}

/** What to send: while nobody knows whether an earlier one arrived, that one as it was, whatever changed since. */
export const nextSending = (unsure: Sending | null, input: Omit<ImportInput, 'fixes' | 'drop'>, mending: Mending): Sending =>
  unsure ?? {
    input: {
      ...input,
      fixes: [...mending.mended].map(([row, { draft }]) => ({ row, draft })),
      drop: [...mending.drop],
    },
    mending,
  };

/** Is the mending that stands now what was sent? Then it is the server's, and need not be kept here. */
export const isAllSent = (sent: Sending, now: Mending): boolean => sent.mending === now;
