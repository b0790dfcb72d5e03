import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** Returns a person's certificates, newest first, including revoked ones. */
export const createCertificateReads = (db: Kysely<Database>) => ({
  ofUser: (userId: number) =>
    db
      .selectFrom('certificate')
      .select(['id', 'number', 'profession', 'level', 'issued_ms as issuedMs', 'revoked_ms as revokedMs'])
      .where('user_id', '=', userId)
      .orderBy('issued_ms', 'desc')
      .orderBy('id', 'desc')
      .execute(),
});
