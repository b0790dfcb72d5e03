import { type Handlers, refuse } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createApplicantHandlers } from './applicant-handlers.ts';
import { createDeclarationReminderStore } from './declaration-reminder-store.ts';
import { createDeclareForStudentHandlers } from './declare-for-student-handlers.ts';
import { type ApplicationDeps, createApplicationService } from './application-service.ts';
import { createDeclarationTransferHandlers } from './declaration-transfer-handlers.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { selectOfferClasses, createOfferStore } from './offer-store.ts';
import { createApplicationReviewHandlers } from './review-handlers.ts';
import { studentSorts, createStudentStore } from './student-store.ts';

export function createDeclareHandlers(deps: ApplicationDeps): Handlers<'declare'> {
  const { db } = deps;
  const service = createApplicationService(deps, 'declare');
  return {
    ...createApplicantHandlers(deps, 'declare'),
    ...createApplicationReviewHandlers(deps, 'declare'),
    ...createDeclarationTransferHandlers(deps),
    ...createDeclareForStudentHandlers(deps),

    async getStudents(input, { caller }) {
      const { filter } = input;
      const offer = filter && (await createOfferStore(db).byId('declare', caller.schoolId, filter.offerId));
      if (filter === undefined || offer === undefined) refuse('notFound', messages.offerNotFound());
      const order = readListQuery(input, studentSorts, 'name');
      const { classIds } = await service.reach(caller);
      const { items, total } = await createStudentStore(db).list(
        { ...filter, schoolId: caller.schoolId, classIds: selectOfferClasses(offer, classIds) },
        order,
      );
      const reminders = await createDeclarationReminderStore(db).ofOffer(offer.id);
      const names = await createClassReads(db).names(items.flatMap((row) => row.class_id ?? []));
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
      const { classIds } = await service.reach(caller);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const offer = await createOfferStore(tx).byId('declare', caller.schoolId, offerId);
        if (offer === undefined) refuse('notFound', messages.offerNotFound());
        service.window(offer);
        const ids = [...new Set(userIds)];
        const open = await createStudentStore(tx).toDeclare(
          { schoolId: caller.schoolId, offerId, classIds: selectOfferClasses(offer, classIds) },
          ids,
        );
        const reminded = await createDeclarationReminderStore(tx).note(offerId, open, { userId: caller.userId, nowMs: service.nowMs() });
        await audit.noteIn(tx, { entity: 'declarationPlan', id: offerId, name: offer.name, before: null, after: { reminded } });
        return { reminded, left: ids.length - reminded };
      });
    },
  };
}
