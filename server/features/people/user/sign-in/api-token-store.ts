import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import { runInScope } from '../../../../db/lock-scope.ts';
import { callingUserColumns } from './calling-user.ts';

/** Stores API tokens by the hash of the token. */
export function createApiTokenStore(db: Kysely<Database>) {
  return {
    /** Finds a token with the present state of its owner and their school. */
    find: (tokenHash: Buffer) =>
      db
        .selectFrom('api_token')
        .innerJoin('user', 'user.id', 'api_token.user_id')
        .innerJoin('school', 'school.id', 'user.school_id')
        .where('api_token.token_hash', '=', tokenHash)
        .select([
          'api_token.id as tokenId',
          'api_token.name as name',
          'api_token.scopes as scopes',
          'api_token.expires_ms as expiresMs',
          'api_token.used_ms as usedMs',
          ...callingUserColumns,
        ])
        .executeTakeFirst(),

    ofUser: (userId: number) =>
      db
        .selectFrom('api_token')
        .select(['id', 'name', 'scopes', 'created_ms', 'expires_ms', 'used_ms'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .execute(),

    async add(row: {
      userId: number;
      tokenHash: Buffer;
      name: string;
      scopes: readonly string[];
      nowMs: number;
      expiresMs: number;
    }): Promise<number> {
      const { id } = await db
        .insertInto('api_token')
        .values({
          user_id: row.userId,
          token_hash: row.tokenHash,
          name: row.name,
          scopes: JSON.stringify(row.scopes),
          created_ms: row.nowMs,
          expires_ms: row.expiresMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async touch(tokenId: number, usedMs: number): Promise<void> {
      await runInScope('nothing', () => db.updateTable('api_token').set({ used_ms: usedMs }).where('id', '=', tokenId).execute());
    },

    /** Removes a token of the user and returns its name, or undefined if they have no such token. */
    async remove(userId: number, tokenId: number): Promise<string | undefined> {
      const row = await db
        .deleteFrom('api_token')
        .where('id', '=', tokenId)
        .where('user_id', '=', userId)
        .returning('name')
        .executeTakeFirst();
      return row?.name;
    },

    /** Removes the tokens of a user except those with the ids `keptIds`, and returns their number. */
    async removeOf(userId: number, keptIds: readonly number[] = []): Promise<number> {
      const ownTokens = db.deleteFrom('api_token').where('user_id', '=', userId);
      const { numDeletedRows } = await (
        keptIds.length === 0 ? ownTokens : ownTokens.where('id', 'not in', keptIds)
      ).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
