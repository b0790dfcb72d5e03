import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** What exams make of the questions they put before people; `tx` is the transaction of that change. */
export function questionUseWrites(tx: Kysely<Database>) {
  return {
    /** An exam with these questions was published for so many examinees. */
    async wereUsed(ids: readonly number[], examinees: number, startMs: number): Promise<void> {
      for (let at = 0; at < ids.length; at += 1000)
        await tx
          .updateTable('question')
          .set((eb) => ({
            used_count: eb('used_count', '+', 1),
            exposed_count: eb('exposed_count', '+', examinees),
            last_used_ms: startMs,
          }))
          .where('id', 'in', ids.slice(at, at + 1000))
          .execute();
    },

    /** More people are to be put before the questions of an exam that is told of already. */
    async wereShown(ids: readonly number[], examinees: number): Promise<void> {
      for (let at = 0; at < ids.length; at += 1000)
        await tx
          .updateTable('question')
          .set((eb) => ({ exposed_count: eb('exposed_count', '+', examinees) }))
          .where('id', 'in', ids.slice(at, at + 1000))
          .execute();
    },

    /** That exam was called off before its start. `lastMs`: when they were last used otherwise. */
    async wereNotUsed(
      questions: readonly { readonly id: number; readonly people: number; readonly lastMs: number | null }[],
    ): Promise<void> {
      for (const { id, people, lastMs } of questions)
        await tx
          .updateTable('question')
          .set((eb) => ({
            used_count: eb('used_count', '-', 1),
            exposed_count: eb('exposed_count', '-', people),
            last_used_ms: lastMs,
          }))
          .where('id', '=', id)
          .execute();
    },
  };
}
