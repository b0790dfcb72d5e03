import type { Kysely } from 'kysely';
import type { declareCalls } from '../../../../sync/contract/applications/declaration.ts';
import { declarationStatus } from '../../../../sync/contract/codes.ts';
import { adaptFormForSchool } from '../../../../sync/domain/applications/form-sheet.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createApplicantHandlers } from './applicant-handlers.ts';
import { listAnswerFileUrls } from './application-files.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { type ApplicationDeps, createApplicationService, type ApplicationHandler } from './application-service.ts';
import { createDeclarationReminderStore } from './declaration-reminder-store.ts';
import { createDeclarationTransferHandlers } from './declaration-transfer-handlers.ts';
import type { FormEdition } from './forms/edition-store.ts';
import { selectOfferClasses, createOfferStore, type ApplicationOffer } from './offer-store.ts';
import { createApplicationReviewHandlers } from './review-handlers.ts';
import { studentSorts, createStudentStore } from './student-store.ts';
import { submitApplication, loadFillableForm } from './submit-application.ts';

type Calls = typeof declareCalls;
type ReachableOffer = Awaited<ReturnType<ReturnType<typeof createApplicationService>['reach']>>;

/** Creates the calls with which a school declares for a student who has not begun a declaration (`server/features/applications/application/README.md`). */
function createDeclareForStudentHandlers(deps: ApplicationDeps): Pick<Handlers<'declare'>, 'getFor' | 'submitFor'> {
  const { db } = deps;
  const service = createApplicationService(deps, 'declare');

  /** Finds the student and the form to fill in. Refuses if the student has begun or handed in a declaration, or is not in the caller's classes. */
  const begin = async (
    tx: Kysely<Database>,
    { caller }: CallerContext,
    { offerId, userId }: { offerId: number; userId: number },
    { classIds }: ReachableOffer,
  ): Promise<{ offer: ApplicationOffer; edition: FormEdition; name: string }> => {
    const offer = await createOfferStore(tx).byId('declare', caller.schoolId, offerId);
    if (offer === undefined || offer.status === 0) refuse('notFound', messages.offerNotFound());
    const student = await createStudentStore(tx).byId(
      { schoolId: caller.schoolId, offerId, classIds: selectOfferClasses(offer, classIds) },
      userId,
    );
    if (student === undefined) refuse('notFound', messages.studentNotFound());
    const { filled, returned } = declarationStatus;
    if (student.status === filled) refuse('refused', messages.studentWrites(student.name));
    if (student.status === returned) refuse('refused', messages.studentMends(student.name));
    if (student.status !== null) refuse('refused', messages.already());
    service.window(offer);
    const edition = await service.editionFor(tx, caller, offer, undefined);
    return { offer, edition, name: student.name };
  };

  const getFor: ApplicationHandler<Calls['getFor']> = async (input, context) => {
    const formContext = await begin(db, context, input, await service.reach(context.caller));
    const { offer, edition, name } = formContext;
    return {
      ...(await loadFillableForm(db, offer, edition, adaptFormForSchool(offer.designOf(edition.design)))),
      offerName: offer.name,
      closesMs: offer.closesMs,
      name,
    };
  };

  const submitFor: ApplicationHandler<Calls['submitFor']> = async (input, context) => {
    // Look up classes and files before the transaction, because a transaction must not wait for other reads.
    const reach = await service.reach(context.caller);
    const files = await deps.uploads.ofSchool(listAnswerFileUrls(input.answers), context.caller.schoolId);
    return runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
      const formContext = await begin(tx, context, input, reach);
      const { offer, edition } = formContext;
      if (edition.id !== input.editionId) refuse('refused', messages.formChanged(), { data: { editionId: edition.id } });
      const design = adaptFormForSchool(offer.designOf(edition.design));
      return submitApplication(service, tx, context, {
        offer,
        ownRecord: undefined,
        edition,
        design,
        answers: input.answers,
        files,
        applicantId: input.userId,
      });
    });
  };

  return { getFor, submitFor };
}

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
        const open = await createStudentStore(tx).filterPending(
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
