import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

export interface PaperEntry {
  readonly userId: number;
  readonly round: number;
  /** Null: did not come. */
  readonly cent: number | null;
  readonly by: number;
}

/** What two people entered of one paper; `settled` undefined: not yet, or they differ. */
export interface PaperResult {
  readonly entries: readonly PaperEntry[];
  readonly settled: { readonly cent: number | null } | undefined;
}

export const resultOf = (entries: readonly PaperEntry[]): PaperResult => {
  const of = (round: number) => entries.find((entry) => entry.round === round);
  const [first, second, decided] = [of(1), of(2), of(3)];
  const agreed = first && second && first.cent === second.cent ? first : undefined;
  return { entries, settled: decided ?? agreed };
};

/** Attempts are told apart by people here: whoever sat on paper has nothing in the log. */
export function paperEntryStore(db: Kysely<Database>) {
  return {
    /** By person. */
    async ofPlan(planId: number): Promise<Map<number, PaperEntry[]>> {
      const rows = await db.selectFrom('paper_entry').selectAll().where('plan_id', '=', planId).execute();
      return Map.groupBy(
        rows.map((row): PaperEntry => ({ userId: row.user_id, round: row.round, cent: row.cent, by: row.entered_by })),
        (entry) => entry.userId,
      );
    },

    /** Attempt → what was entered; empty where the plan isn't one on paper. */
    async byAttempt(planId: number): Promise<Map<string, PaperResult>> {
      const entries = await this.ofPlan(planId);
      if (entries.size === 0) return new Map();
      const rows = await db.selectFrom('exam_examinee').select(['user_id', 'attempt_id']).where('plan_id', '=', planId).execute();
      return new Map(
        rows.flatMap((row): [string, PaperResult][] =>
          row.attempt_id === null ? [] : [[row.attempt_id, resultOf(entries.get(row.user_id) ?? [])]],
        ),
      );
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
