import type { Kysely } from 'kysely';
import type { declareCalls } from '../../../../sync/contract/applications/declaration.ts';
import { declarationStatus } from '../../../../sync/contract/codes.ts';
import { adaptFormForSchool } from '../../../../sync/domain/applications/form-sheet.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { FormEdition } from './forms/edition-store.ts';
import { type ApplicationHandler, type ApplicationDeps, createApplicationService } from './application-service.ts';
import { listAnswerFileUrls } from './application-files.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { submitApplication, loadFillableForm } from './submit-application.ts';
import { selectOfferClasses, type ApplicationOffer, createOfferStore } from './offer-store.ts';
import { createStudentStore } from './student-store.ts';

type Calls = typeof declareCalls;
type Reach = Awaited<ReturnType<ReturnType<typeof createApplicationService>['reach']>>;

/** Creates the calls with which a school declares for a student who has not begun a declaration (`server/features/applications/application/README.md`). */
export function createDeclareForStudentHandlers(deps: ApplicationDeps): Pick<Handlers<'declare'>, 'getFor' | 'submitFor'> {
  const { db } = deps;
  const service = createApplicationService(deps, 'declare');

  /** Finds the student and the empty form. Refuses if the student has begun or handed in a declaration, or is not in the caller's classes. */
  const begin = async (
    tx: Kysely<Database>,
    { caller }: CallerContext,
    { offerId, userId }: { offerId: number; userId: number },
    { classIds }: Reach,
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
    const begun = await begin(db, context, input, await service.reach(context.caller));
    const { offer, edition, name } = begun;
    return {
      ...(await loadFillableForm(db, offer, edition, adaptFormForSchool(offer.designOf(edition.design)))),
      offerName: offer.name,
      closesMs: offer.closesMs,
      name,
    };
  };

  const submitFor: ApplicationHandler<Calls['submitFor']> = async (input, context) => {
    // Looked up before the transaction, because a transaction must not wait for other reads.
    const reach = await service.reach(context.caller);
    const files = await deps.uploads.ofSchool(listAnswerFileUrls(input.answers), context.caller.schoolId);
    return runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
      const begun = await begin(tx, context, input, reach);
      const { offer, edition } = begun;
      if (edition.id !== input.editionId) refuse('refused', messages.formChanged(), { data: { editionId: edition.id } });
      const design = adaptFormForSchool(offer.designOf(edition.design));
      return submitApplication(service, tx, context, {
        offer,
        own: undefined,
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
