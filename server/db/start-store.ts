import type { Kysely } from 'kysely';
import { runInScope } from './lock-scope.ts';
import type { Database } from './schema.ts';

/** Stores which steps of the first start are done, and the server keys with which the database was made. */
export function createStartStore(db: Kysely<Database>) {
  return {
    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom('school').select('id').limit(1).executeTakeFirst()) === undefined;
    },
    async isDone(name: string): Promise<boolean> {
      return (await db.selectFrom('start_step').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
    },
    async markDone(name: string, nowMs: number): Promise<void> {
      await runInScope('everything', () => db.insertInto('start_step').values({ name, done_ms: nowMs }).execute());
    },
    /** Returns the id of the server keys with which the database was made; undefined if no server of this version has started on it yet. */
    async keyId(): Promise<string | undefined> {
      return (await db.selectFrom('server_identity').select('key_id').executeTakeFirst())?.key_id;
    },
    async rememberKeyId(keyId: string): Promise<void> {
      await runInScope('everything', () => db.insertInto('server_identity').values({ id: 1, key_id: keyId }).execute());
    },
    /** Returns the server keys as they are stored in the database, encrypted under a master key; undefined if they are not in the database. */
    async sealedKeys(): Promise<Buffer | undefined> {
      return (await db.selectFrom('server_identity').select('sealed_keys').executeTakeFirst())?.sealed_keys ?? undefined;
    },
    async storeSealedKeys(keyId: string, sealed: Buffer): Promise<void> {
      await runInScope('everything', () =>
        db
          .insertInto('server_identity')
          .values({ id: 1, key_id: keyId, sealed_keys: sealed })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed_keys: sealed }))
          .execute(),
      );
    },
  };
}
