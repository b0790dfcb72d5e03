import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Which steps of the first start are done. */
export function startStore(db: Kysely<Database>) {
  return {
    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom('school').select('id').limit(1).executeTakeFirst()) === undefined;
    },
    async isDone(name: string): Promise<boolean> {
      return (await db.selectFrom('start_step').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
    },
    async done(name: string, nowMs: number): Promise<void> {
      await db.insertInto('start_step').values({ name, done_ms: nowMs }).execute();
    },
  };
}
