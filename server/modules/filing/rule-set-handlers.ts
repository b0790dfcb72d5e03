import { professionLevels } from '../../../sync/contract/codes.ts';
import { ruleSetThing } from '../../../sync/contract/rule-set.ts';
import { tried } from '../../../sync/machines/eligibility-cases.ts';
import { type Handlers, refuse, type Refusal } from '../../http/handler.ts';
import { change, type ChangeDeps } from '../../things/change.ts';
import { thingHandlers } from '../../things/thing-handlers.ts';
import { type Kept, thingStore } from '../../things/thing-store.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { ruleSetStore } from './rule-set-store.ts';

type RuleSetRow = Kept<typeof ruleSetThing>;
const frozen = (before: RuleSetRow | undefined): Refusal | undefined =>
  before !== undefined && before.number > 0 ? refuse('refused', messages.rulesFrozen(before.number)) : undefined;

export function ruleSetHandlers(deps: ChangeDeps): Handlers<'ruleSet'> {
  const { db } = deps;
  const store = thingStore(db, ruleSetThing, null);
  return {
    ...thingHandlers(deps, store, {
      async shown(rows) {
        const uses = await ruleSetStore(db).uses(rows.map((row) => row.id));
        return (row) => ({ uses: uses.get(row.id) ?? 0 });
      },
      fault: async (_draft, { before }) => frozen(before),
      // Published rules stay even if unused, because people may have been judged by them.
      inTheWay: async (before) => frozen(before),
    }),

    publish: ({ id, version }, context) =>
      change(deps, store, context, { id, version }, async ({ tx, before }) => {
        if (before === undefined) return refuse('notFound', messages.rulesNotFound());
        const done = frozen(before);
        if (done) return done;
        const empty = professionLevels.find((level) => before.levels[level].length === 0);
        if (empty !== undefined) return refuse('refused', messages.rulesEmpty(empty));
        if (before.cases.length === 0) return refuse('refused', messages.rulesUntried());
        const failing = tried(before, before.cases).filter(({ fits }) => !fits).length;
        if (failing > 0) return refuse('refused', messages.rulesFailing(failing, before.cases.length));
        return { number: await ruleSetStore(tx).nextNumber(before.standard) };
      }),
  };
}
