import { offerStatus, type DeclarationStatusCode } from '../../../sync/contract/codes.ts';
import { declarationThing } from '../../../sync/contract/declaration.ts';
import { mayDeclare, offerEventTo } from '../../../sync/machines/filing-machine.ts';
import { answerCategoryMove, refuseCategory } from '../../http/category-answer.ts';
import { type Caller, type Handlers, refuse } from '../../http/handler.ts';
import { change, type ChangeDeps } from '../../things/change.ts';
import { thingHandlers } from '../../things/thing-handlers.ts';
import { thingStore } from '../../things/thing-store.ts';
import { classReads } from '../class/class-reads.ts';
import { userReads } from '../user/user-reads.ts';
import { at, offerFault, offersShown, openFault } from './batch-handlers.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { declarationReminderStore } from './declaration-reminder-store.ts';
import { filingStore } from './filing-store.ts';
import { declarationCategoryStore, offerStore } from './offer-store.ts';

export function declarationHandlers(deps: ChangeDeps): Handlers<'declaration'> {
  const { db, clock } = deps;
  const store = thingStore(db, declarationThing, null);
  const categories = ({ schoolId, userId }: Caller) => declarationCategoryStore(db, { schoolId, userId, nowMs: clock.nowMs() });

  return {
    ...thingHandlers(deps, store, {
      shown: (rows) => offersShown(deps, 'declare', rows),
      async fault(draft, now) {
        const shared = await offerFault(draft, now);
        if (shared) return shared;
        const classes = new Set(await classReads(now.tx).idsOf(now.caller.schoolId));
        const unknown = draft.classIds.findIndex((id) => !classes.has(id));
        if (unknown >= 0) return at(`classIds.${unknown}`, messages.classUnknown());
        const isFixed =
          now.before !== undefined &&
          (now.before.formId !== draft.formId || now.before.ruleSetId !== draft.ruleSetId) &&
          (await offerStore(now.tx).filings('declare', now.before.id)) > 0;
        return isFixed ? refuse('refused', messages.fixed()) : undefined;
      },
      async inTheWay({ id }, { tx }) {
        const filed = await offerStore(tx).filings('declare', id);
        return filed > 0 ? refuse('refused', messages.hasFilings(filed)) : undefined;
      },
    }),

    setStatus: ({ id, version, status }, context) =>
      change(deps, store, context, { id, version }, ({ before, nowMs }) => {
        if (before === undefined || offerEventTo(before.status, status) === undefined) return refuse('refused', messages.statusNo());
        return openFault(before, status, nowMs) ?? { status };
      }),

    async getOpen(_input, { caller }) {
      const mine = await filingStore(db).statusesOf('declare', caller.userId);
      const classId = (await userReads(db).person(caller.userId))?.class_id ?? 0;
      const nowMs = clock.nowMs();
      const visible = (await offerStore(db).opened('declare', caller.schoolId)).filter(
        (offer) =>
          mine.has(offer.id) ||
          (offer.status === offerStatus.open && nowMs < offer.closesMs && (offer.classIds?.includes(classId) ?? true)),
      );
      const rows = await store.byIds(
        caller.schoolId,
        visible.map((offer) => offer.id),
      );
      const shownOf = await offersShown(deps, 'declare', rows);
      const reminders = await declarationReminderStore(db).ofUser(caller.userId);
      const names = await userReads(db).names([...reminders.values()].map((row) => row.by_id));
      const remindedOf = (id: number) => {
        const row = mayDeclare(mine.get(id)) ? reminders.get(id) : undefined;
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
            status: (mine.get(id) ?? 0) as DeclarationStatusCode,
            reminded: remindedOf(id),
          })),
      };
    },

    async getCategories(_input, { caller }) {
      const tree = categories(caller);
      const counted = new Map((await tree.counts()).map((row) => [row.category, row.count]));
      const paths = [...new Set([...counted.keys(), ...(await tree.folders())])].toSorted((a, b) => (a < b ? -1 : 1));
      return { items: paths.map((category) => ({ category, count: counted.get(category) ?? 0 })) };
    },
    async addCategory({ category }, { caller, audit, answer }) {
      const added = await categories(caller).add(category, async (tx) => {
        await audit.noteIn(tx, { entity: 'declarationCategory', id: category, before: null, after: { category } });
        await answer?.keepIn(tx, { category });
      });
      return added ? { category } : refuseCategory(category);
    },
    async moveCategory({ from, to, merge }, { caller, audit }) {
      const before = { category: from };
      const move = await categories(caller).move(from, to, merge, (tx, moved) =>
        audit.noteIn(tx, { entity: 'declarationCategory', id: from, before, after: { category: to, moved, merge } }),
      );
      return answerCategoryMove(move, to);
    },
    async removeCategory({ category, moveTo }, { caller, audit }) {
      const move = await categories(caller).remove(category, moveTo, (tx, moved) =>
        audit.noteIn(tx, { entity: 'declarationCategory', id: category, before: { category }, after: { moveTo, moved } }),
      );
      return answerCategoryMove(move, moveTo);
    },
  };
}
