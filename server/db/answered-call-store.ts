import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { inTurnOf } from './turn.ts';

/** One request: whose, of which call, and the hash that names it. */
export interface NamedRequest {
  readonly userId: number;
  readonly path: string;
  readonly name: Buffer;
}

/** Requests that are done, with their sealed answers. Each of its statements is whole by itself: nobody looks at one of these rows and then writes. */
export function answeredCallStore(db: Kysely<Database>) {
  const of = ({ userId, path, name }: NamedRequest) =>
    ({ user_id: userId, path, name }) satisfies { user_id: number; path: string; name: Buffer };
  return {
    /** Done and answered at once; both stand, or neither. */
    async add(request: NamedRequest, nowMs: number, answer: Buffer): Promise<void> {
      await db
        .insertInto('answered_call')
        .values({ ...of(request), begun_ms: nowMs, answer })
        .execute();
    },

    async forget(beforeMs: number): Promise<void> {
      await inTurnOf('nothing', () => db.deleteFrom('answered_call').where('begun_ms', '<', beforeMs).execute());
    },

    /** Null where there is none. */
    async answer(request: NamedRequest): Promise<Buffer | null> {
      const row = await db
        .selectFrom('answered_call')
        .where((eb) => eb.and(of(request)))
        .select('answer')
        .executeTakeFirst();
      return row?.answer ?? null;
    },
  };
}
