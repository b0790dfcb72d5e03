import type { Kysely } from 'kysely';
import type { RuleSet } from '../../../../../sync/domain/applications/eligibility.ts';
import { eligibilityRules2023 } from '../../../../../sync/domain/applications/eligibility-2023.ts';
import type { Database } from '../../../../db/schema.ts';

/** Stores published eligibility rules for enrolment batches and declaration projects. */
export function createRuleSetStore(db: Kysely<Database>) {
  return {
    /** Reads the eligibility rules of an offer (enrolment batch or declaration project); the built-in rules if it names none. */
    async readRuleSet({ ruleSetId }: { readonly ruleSetId: number | null }): Promise<RuleSet> {
      if (ruleSetId === null) return eligibilityRules2023;
      const row = await db.selectFrom('rule_set').selectAll().where('id', '=', ruleSetId).where('number', '>', 0).executeTakeFirst();
      if (row === undefined) throw new Error(`rule set ${ruleSetId} does not exist`);
      return { standard: row.standard, version: row.number, levels: JSON.parse(row.levels) as RuleSet['levels'] };
    },

    published: (): Promise<{ id: number; standard: string; number: number }[]> =>
      db
        .selectFrom('rule_set')
        .select(['id', 'standard', 'number'])
        .where('number', '>', 0)
        .orderBy('standard')
        .orderBy('number', 'desc')
        .execute(),

    /** Returns the version number that the next eligibility rules for this standard get. The version of the built-in rules counts too. */
    async nextNumber(standard: string): Promise<number> {
      const { most } = await db
        .selectFrom('rule_set')
        .where('standard', '=', standard)
        .select((eb) => eb.fn.max('number').as('most'))
        .executeTakeFirstOrThrow();
      return Math.max(Number(most ?? 0), standard === eligibilityRules2023.standard ? eligibilityRules2023.version : 0) + 1;
    },

    /** Counts for each set of eligibility rules the enrolment batches and declaration projects of all schools that use it. */
    async uses(ids: readonly number[]): Promise<Map<number, number>> {
      const countByRuleSet = new Map<number, number>();
      if (ids.length === 0) return countByRuleSet;
      for (const table of ['enroll_batch', 'declaration_plan'] as const)
        for (const { rule_set_id, count } of await db
          .selectFrom(table)
          .where('rule_set_id', 'in', ids)
          .groupBy('rule_set_id')
          .select(['rule_set_id', (eb) => eb.fn.countAll<number>().as('count')])
          .execute())
          if (rule_set_id !== null) countByRuleSet.set(rule_set_id, (countByRuleSet.get(rule_set_id) ?? 0) + Number(count));
      return countByRuleSet;
    },
  };
}
