import type { CallInput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import type { Mending } from './import-rows.ts';

type ImportInput = CallInput<CallAt<'/question/import'>>;

/** An import as it is sent. Its key belongs to these very words: the server answers a key it knows with the import of before. */
export interface Sending {
  readonly input: ImportInput & { readonly importKey: string };
  /** The mending that is in it. */
  readonly mending: Mending;
}

/** What to send: while nobody knows whether an earlier one arrived, that one as it was, whatever changed since. */
export const nextSending = (unsure: Sending | null, input: Omit<ImportInput, 'fixes' | 'drop' | 'importKey'>, mending: Mending): Sending =>
  unsure ?? {
    input: {
      ...input,
      fixes: [...mending.mended].map(([row, { draft }]) => ({ row, draft })),
      drop: [...mending.drop],
      importKey: crypto.randomUUID(),
    },
    mending,
  };

/** Is the mending that stands now what was sent? Then it is the server's, and need not be kept here. */
export const isAllSent = (sent: Sending, now: Mending): boolean => sent.mending === now;
