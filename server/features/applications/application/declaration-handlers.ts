import type { Kysely } from 'kysely';
import { offerStatus, type DeclarationStatusCode } from '../../../../sync/contract/codes.ts';
import { declarationResource } from '../../../../sync/contract/applications/declaration.ts';
import { canDeclare } from '../../../../sync/domain/applications/application-machine.ts';
import type { Database } from '../../../db/schema.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { createCategoryHandlers, listCategories } from '../../../resources/category-handlers.ts';
import { changeResource, type ChangeDeps } from '../../../resources/change.ts';
import { createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { checkOffer, loadOfferListValues, checkOfferStatus } from './batch-handlers.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { createDeclarationReminderStore } from './declaration-reminder-store.ts';
import { createApplicationStore } from './application-store.ts';
import { createDeclarationCategoryStore, createOfferStore } from './offer-store.ts';

export function createDeclarationHandlers(deps: ChangeDeps): Handlers<'declaration'> {
  const { db, clock } = deps;
  const store = createResourceStore(db, declarationResource, null);
  const categories = (on: Kysely<Database>, { schoolId, userId }: Caller) =>
    createDeclarationCategoryStore(on, { schoolId, userId, nowMs: clock.nowMs() });

  return {
    ...createResourceHandlers(deps, store, {
      shown: (rows) => loadOfferListValues(deps, 'declare', rows),
      async checkDraft(draft, now) {
        await checkOffer(draft, now);
        const classes = new Set(await createClassReads(now.tx).idsOf(now.caller.schoolId));
        const unknown = draft.classIds.findIndex((id) => !classes.has(id));
        if (unknown >= 0) refuseField('invalid', `classIds.${unknown}`, messages.classUnknown());
        const isFixed =
          now.before !== undefined &&
          (now.before.formId !== draft.formId || now.before.ruleSetId !== draft.ruleSetId) &&
          (await createOfferStore(now.tx).countApplications('declare', now.before.id)) > 0;
        if (isFixed) refuse('refused', messages.fixed());
      },
      async checkRemoval({ id }, { tx }) {
        const applications = await createOfferStore(tx).countApplications('declare', id);
        if (applications > 0) refuse('refused', messages.hasApplications(applications));
      },
    }),

    setStatus: ({ id, version, status }, context) =>
      changeResource(deps, store, context, { id, version }, ({ before, nowMs }) => {
        if (before === undefined) refuse('refused', messages.statusNo());
        checkOfferStatus(before, status, nowMs);
        return { status };
      }),

    async getOpen(_input, { caller }) {
      const ownStatuses = await createApplicationStore(db).statusesOf('declare', caller.userId);
      const classId = (await createUserReads(db).person(caller.userId))?.class_id ?? 0;
      const nowMs = clock.nowMs();
      const visibleOffers = (await createOfferStore(db).opened('declare', caller.schoolId)).filter(
        (offer) =>
          ownStatuses.has(offer.id) ||
          (offer.status === offerStatus.open && nowMs < offer.closesMs && (offer.classIds?.includes(classId) ?? true)),
      );
      const rows = await store.byIds(
        caller.schoolId,
        visibleOffers.map((offer) => offer.id),
      );
      const shownOf = await loadOfferListValues(deps, 'declare', rows);
      const reminders = await createDeclarationReminderStore(db).ofUser(caller.userId);
      const names = await createUserReads(db).names([...reminders.values()].map((row) => row.by_id));
      const remindedOf = (id: number) => {
        const row = canDeclare(ownStatuses.get(id)) ? reminders.get(id) : undefined;
        return row === undefined ? null : { ms: row.at_ms, by: names.get(row.by_id) ?? '' };
      };
      return {
        items: rows
          .toSorted((a, b) => a.closesMs - b.closesMs)
          .map(({ id, name, level, opensMs, closesMs, notice, status, ...row }) => ({
            id,
            name,
            profession: shownOf({ id, ...row }).profession,
            level,
            opensMs,
            closesMs,
            notice,
            offerStatus: status,
            status: (ownStatuses.get(id) ?? 0) as DeclarationStatusCode,
            reminded: remindedOf(id),
          })),
      };
    },

    getCategories: (_input, { caller }) => listCategories(categories(db, caller)),
    ...createCategoryHandlers(db, { entity: 'declarationCategory', open: categories }),
  };
}
