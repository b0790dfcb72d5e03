import { formResource } from '../../../../../sync/contract/applications/form.ts';
import { listConditionErrors, listDesignErrors, type FormError } from '../../../../../sync/domain/applications/form-rules.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import { changeResource, type ChangeDeps } from '../../../../resources/change.ts';
import { createResourceHandlers } from '../../../../resources/resource-handlers.ts';
import { createResourceStore } from '../../../../resources/resource-store.ts';
import { createEditionStore } from './edition-store.ts';
import { applicationMessages as messages, toMessage } from '../application-messages.ts';
import { isEqualJson } from '../../../../../sync/domain/json.ts';

export function createFormHandlers(deps: ChangeDeps): Handlers<'form'> {
  const { db } = deps;
  const store = createResourceStore(db, formResource, null);
  const editions = createEditionStore(db);

  const refuseFaults = (faults: readonly FormError[]): void => {
    const fields = faults.map(({ path, words }) => ({ path, message: toMessage(words) }));
    if (fields.length > 0) refuse('invalid', messages.invalid(fields.length), { fields });
  };

  return {
    ...createResourceHandlers(deps, store, {
      async shown(rows) {
        const newest = await editions.newest(rows.map((row) => row.id));
        const filled = await editions.countApplications([...newest.values()].map((edition) => edition.id));
        return (row) => {
          const edition = newest.get(row.id);
          return {
            edition: edition?.number ?? 0,
            editionId: edition?.id ?? 0,
            isSettled: edition !== undefined && isEqualJson(edition.design, row.design),
            filled: filled.get(edition?.id ?? 0) ?? 0,
          };
        };
      },
      checkDraft: async ({ design }) => refuseFaults(listConditionErrors(design)),
      async checkRemoval({ id }, { tx }) {
        const used = await createEditionStore(tx).uses(id);
        if (used > 0) refuse('refused', messages.formUsed(used));
        await createEditionStore(tx).drop(id);
      },
    }),

    enact: ({ id, version }, context) =>
      changeResource(deps, store, context, { id, version }, async ({ tx, before, nowMs, caller }) => {
        if (before === undefined) refuse('notFound', messages.formUnknown());
        if (before.design.every((field) => field.type === 'section')) refuse('refused', messages.emptyDesign());
        if (!before.design.some((field) => field.meaning === 'name')) refuse('refused', messages.noName());
        refuseFaults(listDesignErrors(before.design));
        const newest = (await createEditionStore(tx).newest([id])).get(id);
        if (newest && isEqualJson(newest.design, before.design)) refuse('refused', messages.nothingNew());
        await createEditionStore(tx).add({
          formId: id,
          number: (newest?.number ?? 0) + 1,
          name: before.name,
          design: before.design,
          userId: caller.userId,
          atMs: nowMs,
        });
        return {};
      }),
  };
}
