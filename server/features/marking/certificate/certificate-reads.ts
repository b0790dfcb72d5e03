import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';

/** Reads certificates for other modules. */
export const createCertificateReads = (db: Kysely<Database>) => ({
  /** Returns the valid certificates of an exam by person. `planIds`: the plans of all its parts. */
  async validOfPlans(planIds: readonly number[]) {
    const rows = await db
      .selectFrom('certificate')
      .select(['user_id as userId', 'number', 'profession', 'level', 'issued_ms as issuedMs'])
      .where('plan_id', 'in', planIds)
      .where('revoked_ms', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.userId, row]));
  },

  /** Returns a person's certificates, newest first, including revoked ones. */
  ofUser: (userId: number) =>
    db
      .selectFrom('certificate')
      .select(['id', 'number', 'profession', 'level', 'issued_ms as issuedMs', 'revoked_ms as revokedMs'])
      .where('user_id', '=', userId)
      .orderBy('issued_ms', 'desc')
      .orderBy('id', 'desc')
      .execute(),
});
