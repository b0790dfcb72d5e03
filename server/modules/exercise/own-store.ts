import type { Kysely } from 'kysely';
import type { OwnPractice, PracticePaper, PracticeSitting } from '../../../sync/contract/practice-own.ts';
import { newerOwn, type OwnThing } from '../../../sync/machines/practice-own.ts';
import type { Database } from '../../db/schema.ts';

interface Kept {
  readonly kind: 'paper' | 'sitting';
  readonly body: string;
}
const sorted = (rows: readonly Kept[]): OwnPractice => ({
  papers: rows.filter((row) => row.kind === 'paper').map((row) => JSON.parse(row.body) as PracticePaper),
  sittings: rows.filter((row) => row.kind === 'sitting').map((row) => JSON.parse(row.body) as PracticeSitting),
});

/** What learners made for themselves. Their devices name it: the same name of two people is two things. */
export function ownStore(db: Kysely<Database>) {
  return {
    async all(userId: number): Promise<OwnPractice> {
      const rows = await db.selectFrom('practice_own').select(['kind', 'body']).where('user_id', '=', userId).orderBy('id').execute();
      return sorted(rows);
    },

    /** As it then stands; null: there would be more than `most`, and nothing was kept. */
    keep: (userId: number, given: OwnPractice, most: number): Promise<OwnPractice | null> =>
      db.transaction().execute(async (tx) => {
        const { count } = await tx
          .selectFrom('practice_own')
          .select((eb) => eb.fn.countAll().as('count'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        let there = Number(count);
        const kept: Kept[] = [];
        const keep = async (kind: Kept['kind'], thing: OwnThing): Promise<boolean> => {
          const row = await tx
            .selectFrom('practice_own')
            .select(['kind', 'body'])
            .where('user_id', '=', userId)
            .where('id', '=', thing.id)
            .executeTakeFirst();
          // A name that stands for a thing of the other kind: passed over.
          if (row && row.kind !== kind) return true;
          if (!row && (there += 1) > most) return false;
          const newest = row ? newerOwn(thing, JSON.parse(row.body) as OwnThing) : thing;
          const body = JSON.stringify(newest);
          await tx
            .insertInto('practice_own')
            .values({ user_id: userId, id: thing.id, kind, changed_ms: newest.changedMs, body })
            .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ changed_ms: newest.changedMs, body }))
            .execute();
          kept.push({ kind, body });
          return true;
        };
        for (const paper of given.papers) if (!(await keep('paper', paper))) return null;
        for (const sitting of given.sittings) if (!(await keep('sitting', sitting))) return null;
        return sorted(kept);
      }),
  };
}
