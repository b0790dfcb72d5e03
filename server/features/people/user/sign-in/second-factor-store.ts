import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';

export interface SecondFactorRow {
  readonly secretSealed: Buffer;
  readonly lastStep: number;
  /** JSON list of the hashes of the unused recovery codes. */
  readonly recovery: string;
}

/** Stores the second factors of accounts. */
export function createSecondFactorStore(db: Kysely<Database>) {
  return {
    ofUser: (userId: number): Promise<SecondFactorRow | undefined> =>
      db
        .selectFrom('second_factor')
        .select(['secret_sealed as secretSealed', 'last_step as lastStep', 'recovery'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),

    /** Adds the second factor of an account; returns false if it has one. */
    async add(userId: number, row: SecondFactorRow, nowMs: number): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('second_factor')
        .values({
          user_id: userId,
          secret_sealed: row.secretSealed,
          last_step: row.lastStep,
          recovery: row.recovery,
          created_ms: nowMs,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Records that a code was used. Returns false if another sign-in has used a code since `storedRow` was read; then this code must be refused. */
    async use(userId: number, storedRow: SecondFactorRow, next: Pick<SecondFactorRow, 'lastStep' | 'recovery'>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('second_factor')
        .set({ last_step: next.lastStep, recovery: next.recovery })
        .where('user_id', '=', userId)
        .where('last_step', '=', storedRow.lastStep)
        .where('recovery', '=', storedRow.recovery)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async remove(userId: number): Promise<void> {
      await db.deleteFrom('second_factor').where('user_id', '=', userId).execute();
    },
  };
}
