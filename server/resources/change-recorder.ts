import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Audit, AuditChange } from '../http/audit/audit.ts';
import type { ResponseStore } from '../http/response-store.ts';

interface Done {
  readonly id: number;
  readonly version: number;
}
/** Runs at the end of a change's transaction, with the resulting id and version. */
export type WriteWithChange<D = Done> = (tx: Transaction<Database>, done: D) => Promise<void>;

/** Writes the audit entry and the idempotent response in the transaction of the change. `answered`: further fields of the response. */
export const createChangeRecorder =
  (
    { audit, answer }: { readonly audit: Audit; readonly answer?: ResponseStore | undefined },
    entry: Omit<AuditChange, 'id'>,
    answered: object = {},
  ): WriteWithChange =>
  async (tx, { id, version }) => {
    await audit.noteIn(tx, { ...entry, id });
    await answer?.keepIn(tx, { id, version, ...answered });
  };
