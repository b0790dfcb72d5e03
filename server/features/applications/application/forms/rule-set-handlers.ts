import { professionLevels } from '../../../../../sync/contract/codes.ts';
import { ruleSetResource } from '../../../../../sync/contract/applications/rule-set.ts';
import { runEligibilityCases } from '../../../../../sync/domain/applications/eligibility-cases.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import { changeResource, type ChangeDeps } from '../../../../resources/change.ts';
import { createResourceHandlers } from '../../../../resources/resource-handlers.ts';
import { type StoredResource, createResourceStore } from '../../../../resources/resource-store.ts';
import { applicationMessages as messages } from '../application-messages.ts';
import { createRuleSetStore } from './rule-set-store.ts';

type RuleSetRow = StoredResource<typeof ruleSetResource>;
/** Refuses to change a version of the eligibility rules that was published. */
function requireUnpublished(before: RuleSetRow | undefined): void {
  if (before !== undefined && before.number > 0) refuse('refused', messages.rulesFrozen(before.number));
}

export function createRuleSetHandlers(deps: ChangeDeps): Handlers<'ruleSet'> {
  const { db } = deps;
  const store = createResourceStore(db, ruleSetResource, null);
  return {
    ...createResourceHandlers(deps, store, {
      async shown(rows) {
        const uses = await createRuleSetStore(db).uses(rows.map((row) => row.id));
        return (row) => ({ uses: uses.get(row.id) ?? 0 });
      },
      checkDraft: async (_draft, { before }) => requireUnpublished(before),
      // Published rules stay even if unused, because applications may have been judged by them.
      checkRemoval: async (before) => requireUnpublished(before),
    }),

    publish: ({ id, version }, context) =>
      changeResource(deps, store, context, { id, version }, async ({ tx, before }) => {
        if (before === undefined) refuse('notFound', messages.rulesNotFound());
        requireUnpublished(before);
        const empty = professionLevels.find((level) => before.levels[level].length === 0);
        if (empty !== undefined) refuse('refused', messages.rulesEmpty(empty));
        if (before.cases.length === 0) refuse('refused', messages.rulesUntried());
        const failing = runEligibilityCases(before, before.cases).filter(({ fits }) => !fits).length;
        if (failing > 0) refuse('refused', messages.rulesFailing(failing, before.cases.length));
        return { number: await createRuleSetStore(tx).nextNumber(before.standard) };
      }),
  };
}
