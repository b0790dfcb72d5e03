import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { runInScope } from './lock-scope.ts';

/** Names one idempotent request: the user, the call's path, and `name`, the SHA-256 of idempotency key and body. */
export interface IdempotentRequest {
  readonly userId: number;
  readonly path: string;
  readonly name: Buffer;
}

/** Stores finished requests with their sealed responses. Each statement stands alone: no caller reads a row here in order to decide what to write. */
export function createIdempotentResponseStore(db: Kysely<Database>) {
  const of = ({ userId, path, name }: IdempotentRequest) =>
    ({ user_id: userId, path, name }) satisfies { user_id: number; path: string; name: Buffer };
  return {
    /** Inserts the finished request and its response in one row. */
    async add(request: IdempotentRequest, nowMs: number, answer: Buffer): Promise<void> {
      await db
        .insertInto('idempotent_response')
        .values({ ...of(request), begun_ms: nowMs, answer })
        .execute();
    },

    /** Records a request that has no response but must not be done twice. Resolves with false if it was recorded within the last day. */
    async isFirst(request: IdempotentRequest, nowMs: number): Promise<boolean> {
      const result = await db
        .insertInto('idempotent_response')
        .values({ ...of(request), begun_ms: nowMs })
        .onConflict((conflict) => conflict.columns(['user_id', 'path', 'name']).doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async forget(beforeMs: number): Promise<void> {
      await runInScope('nothing', () => db.deleteFrom('idempotent_response').where('begun_ms', '<', beforeMs).execute());
    },

    /** Returns the stored response, or null if the request is unknown. */
    async answer(request: IdempotentRequest): Promise<Buffer | null> {
      const row = await db
        .selectFrom('idempotent_response')
        .where((eb) => eb.and(of(request)))
        .select('answer')
        .executeTakeFirst();
      return row?.answer ?? null;
    },
  };
}
