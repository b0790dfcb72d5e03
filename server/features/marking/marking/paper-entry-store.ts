import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';

export interface PaperEntry {
  readonly userId: number;
  readonly round: number;
  /** Entered points in hundredths; null means that the examinee was absent. */
  readonly cent: number | null;
  readonly by: number;
}

/** Entries of two people for one paper. `settled` is undefined while an entry is missing or the two differ. */
export interface PaperResult {
  readonly entries: readonly PaperEntry[];
  readonly settled: { readonly cent: number | null } | undefined;
}

/** Combines entries: the leader's (round 3) counts, else rounds 1 and 2 if they agree. */
export const combineEntries = (entries: readonly PaperEntry[]): PaperResult => {
  const of = (round: number) => entries.find((entry) => entry.round === round);
  const [first, second, decided] = [of(1), of(2), of(3)];
  const agreed = first && second && first.cent === second.cent ? first : undefined;
  return { entries, settled: decided ?? agreed };
};

/** Stores the points that people enter from written papers, by user and not by attempt: a written exam has no ops in the log. */
export function createPaperEntryStore(db: Kysely<Database>) {
  return {
    /** Maps each examinee's user id to the entries for their paper. */
    async ofPlan(planId: number): Promise<Map<number, PaperEntry[]>> {
      const rows = await db.selectFrom('paper_entry').selectAll().where('plan_id', '=', planId).execute();
      return Map.groupBy(
        rows.map((row): PaperEntry => ({ userId: row.user_id, round: row.round, cent: row.cent, by: row.entered_by })),
        (entry) => entry.userId,
      );
    },

    /** Maps attempt ids to the results of the examinees' written papers; empty if nothing was entered for the plan. */
    async byAttempt(planId: number): Promise<Map<string, PaperResult>> {
      const entries = await this.ofPlan(planId);
      if (entries.size === 0) return new Map();
      const rows = await db.selectFrom('exam_examinee').select(['user_id', 'attempt_id']).where('plan_id', '=', planId).execute();
      return new Map(
        rows.flatMap((row): [string, PaperResult][] =>
          row.attempt_id === null ? [] : [[row.attempt_id, combineEntries(entries.get(row.user_id) ?? [])]],
        ),
      );
    },

    async remove(planId: number, userId: number, round: number): Promise<void> {
      await db.deleteFrom('paper_entry').where('plan_id', '=', planId).where('user_id', '=', userId).where('round', '=', round).execute();
    },

    async write(planId: number, entries: readonly PaperEntry[], nowMs: number): Promise<void> {
      for (const { userId, round, cent, by } of entries) {
        const columns = { cent, entered_by: by, entered_ms: nowMs };
        await db
          .insertInto('paper_entry')
          .values({ plan_id: planId, user_id: userId, round, ...columns })
          .onConflict((conflict) => conflict.columns(['plan_id', 'user_id', 'round']).doUpdateSet(columns))
          .execute();
      }
    },
  };
}
