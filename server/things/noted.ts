import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Audit, AuditChange } from '../http/audit.ts';
import type { AnswerKeeper } from '../http/answer-keeper.ts';

interface Done {
  readonly id: number;
  readonly version: number;
}
/** What a store writes last in the transaction of a change, when it is known what came of it. */
export type Alongside<D = Done> = (tx: Transaction<Database>, done: D) => Promise<void>;

/** The entry of the audit log and the answer for whoever asks the same again stand with the change, or neither does. `answered`: where it tells more. */
export const noted =
  (
    { audit, answer }: { readonly audit: Audit; readonly answer?: AnswerKeeper | undefined },
    entry: Omit<AuditChange, 'id'>,
    answered: object = {},
  ): Alongside =>
  async (tx, { id, version }) => {
    await audit.noteIn(tx, { ...entry, id });
    await answer?.keepIn(tx, { id, version, ...answered });
  };
