import { type Handlers, refuse, Refusal } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import { oneChange } from '../../things/one-change.ts';
import { classReads } from '../class/class-reads.ts';
import { applicantHandlers } from './applicant-handlers.ts';
import { declarationReminderStore } from './declaration-reminder-store.ts';
import { fileForHandlers } from './file-for.ts';
import { type FilingDeps, filingDesk } from './filing-desk.ts';
import { handOnHandlers } from './hand-on.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { classesOf, offerStore } from './offer-store.ts';
import { reviewHandlers } from './review-handlers.ts';
import { studentSorts, studentStore } from './student-store.ts';

export function declareHandlers(deps: FilingDeps): Handlers<'declare'> {
  const { db } = deps;
  const desk = filingDesk(deps, 'declare');
  return {
    ...applicantHandlers(deps, 'declare'),
    ...reviewHandlers(deps, 'declare'),
    ...handOnHandlers(deps),
    ...fileForHandlers(deps),

    async getStudents(input, { caller }) {
      const { filter } = input;
      const offer = filter && (await offerStore(db).byId('declare', caller.schoolId, filter.offerId));
      if (filter === undefined || offer === undefined) return refuse('notFound', messages.offerNotFound());
      const order = readListQuery(input, studentSorts, 'name');
      if (order instanceof Refusal) return order;
      const { classIds } = await desk.reach(caller);
      const { items, total } = await studentStore(db).list(
        { ...filter, schoolId: caller.schoolId, classIds: classesOf(offer, classIds) },
        order,
      );
      const reminders = await declarationReminderStore(db).ofOffer(offer.id);
      const names = await classReads(db).names(items.flatMap((row) => row.class_id ?? []));
      return {
        items: items.map((row) => ({
          id: row.id,
          name: row.name,
          studentNo: row.student_no,
          className: names.get(row.class_id ?? 0) ?? '',
          status: row.status ?? 0,
          filingId: (row.rounds ?? 0) > 0 ? row.filingId : null,
          submittedMs: row.submitted_ms,
          remindedMs: reminders.get(row.id)?.at_ms ?? null,
        })),
        total,
      };
    },

    async remind({ offerId, userIds }, context) {
      const { caller, audit } = context;
      const { classIds } = await desk.reach(caller);
      return oneChange(db, caller.schoolId, context, async (tx) => {
        const offer = await offerStore(tx).byId('declare', caller.schoolId, offerId);
        if (offer === undefined) return refuse('notFound', messages.offerNotFound());
        const shut = desk.window(offer);
        if (shut) return shut;
        const ids = [...new Set(userIds)];
        const open = await studentStore(tx).toDeclare({ schoolId: caller.schoolId, offerId, classIds: classesOf(offer, classIds) }, ids);
        const reminded = await declarationReminderStore(tx).note(offerId, open, { userId: caller.userId, nowMs: desk.nowMs() });
        await audit.noteIn(tx, { entity: 'declarationPlan', id: offerId, name: offer.name, before: null, after: { reminded } });
        return { reminded, left: ids.length - reminded };
      });
    },
  };
}
