import type { Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { enrollCalls } from '../../../../sync/contract/applications/enroll.ts';
import type { FieldRemarks, FormAnswers } from '../../../../sync/contract/applications/form-design.ts';
import { buildKnownAnswers } from '../../../../sync/domain/marking/known-answers.ts';
import { normaliseFormAnswers } from '../../../../sync/domain/applications/form-rules.ts';
import { refuse } from '../../../http/handler.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { readOwnFacts } from '../../people/user/examinee-facts-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { type ApplicationHandler, type ApplicationDeps, createApplicationService } from './application-service.ts';
import { listAnswerFileUrls } from './application-files.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { getApplicantColumns, unmaskIdNumbers } from './application-person.ts';
import { type ApplicationRecord, createApplicationStore } from './application-store.ts';
import { submitApplication, loadFillableForm } from './submit-application.ts';
import type { ApplicationOffer } from './offer-store.ts';
import type { ApplicationKind } from '../../../../sync/domain/applications/application-machine.ts';

type Calls = typeof enrollCalls;
interface ApplicationContent {
  readonly offerId: number;
  readonly editionId: number;
  readonly answers: FormAnswers;
  readonly version: number | null;
}

/** Creates the calls of applicants on their own form; they cannot name the form of another person. */
export function createApplicantHandlers(deps: ApplicationDeps, kind: ApplicationKind) {
  const { db } = deps;
  const service = createApplicationService(deps, kind);

  const countWaiting = async (record: ApplicationRecord, { quota }: ApplicationOffer): Promise<number> => {
    if (quota === 0 || record.queued_ms === null || record.status === service.machine.begins) return 0;
    return Math.max(0, ((await createApplicationStore(db).countQueuedBefore([record.id])).get(record.id) ?? 0) + 1 - quota);
  };

  /**
   * Finds the offer (the enrolment batch or declaration project), the caller's own form, and the edition of the form design to fill in. Refuses if
   * the offer is not open now, or if form or edition are not those that the caller saw.
   */
  const begin = async (tx: Transaction<Database>, { caller }: CallerContext, input: ApplicationContent) => {
    const offer = await service.offerFor(tx, caller, input.offerId);
    const ownForm = await createApplicationStore(tx).findOwn(kind, offer.id, caller.userId);
    if (ownForm !== undefined && ownForm.version !== input.version) return service.stale(tx, ownForm.id, input.version ?? 0);
    service.window(offer);
    const edition = await service.editionFor(tx, caller, offer, ownForm);
    if (edition.id !== input.editionId) refuse('refused', messages.formChanged(), { data: { editionId: edition.id } });
    return { offer, ownRecord: ownForm, edition, design: offer.designOf(edition.design) };
  };

  const getMine: ApplicationHandler<Calls['getMine']> = async ({ offerId }, { caller }) => {
    const offer = await service.offerFor(db, caller, offerId);
    const ownForm = await createApplicationStore(db).findOwn(kind, offerId, caller.userId);
    const edition = await service.editionFor(db, caller, offer, ownForm);
    const base = await loadFillableForm(db, offer, edition, offer.designOf(edition.design));
    if (ownForm === undefined) {
      const facts = await readOwnFacts(db, deps.keys.personal, caller.userId);
      return { ...base, own: null, ...(facts && { known: buildKnownAnswers(base.design, facts) }) };
    }
    const examinee =
      ownForm.examinee_id === null ? undefined : (await createUserReads(db).examUsers(caller.schoolId, [ownForm.examinee_id]))[0];
    return {
      ...base,
      own: {
        id: ownForm.id,
        version: ownForm.version,
        status: ownForm.status,
        editionId: ownForm.edition_id,
        answers: unmaskIdNumbers(ownForm, service.numbers),
        marks: JSON.parse(ownForm.marks) as FieldRemarks,
        reason: ownForm.reason,
        steps: await service.steps(await createApplicationStore(db).steps(ownForm.id)),
        waiting: await countWaiting(ownForm, offer),
        examineeTicket: examinee?.ticketNo ?? '',
      },
    };
  };

  const submit: ApplicationHandler<Calls['submit']> = async (input, context) => {
    // Look up the files before the transaction, because a transaction must not wait for other reads.
    const files = await deps.uploads.ofSchool(listAnswerFileUrls(input.answers), context.caller.schoolId);
    return runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
      const formContext = await begin(tx, context, input);
      return submitApplication(service, tx, context, { ...formContext, answers: input.answers, files });
    });
  };

  /** Saves the form as a draft. Answers are tidied but not validated. */
  const save: ApplicationHandler<Calls['submit']> = (input, context) =>
    runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
      const formContext = await begin(tx, context, input);
      const { offer, ownRecord, edition, design } = formContext;
      const { answers, secrets, name } = getApplicantColumns(
        design,
        normaliseFormAnswers(design, input.answers),
        context.caller.schoolId,
        service.numbers,
      );
      return service.step(tx, context, ownRecord, {
        event: 'save',
        offer,
        editionId: edition.id,
        columns: { answers, secrets, name, edition_id: edition.id },
        quiet: true,
      });
    });

  const withdraw: ApplicationHandler<Calls['withdraw']> = ({ id, version }, context) =>
    runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
      const ownForm = await createApplicationStore(tx).byId(context.caller.schoolId, kind, id);
      if (ownForm === undefined || ownForm.user_id !== context.caller.userId) refuse('notFound', messages.notFound());
      if (ownForm.version !== version) return service.stale(tx, ownForm.id, version);
      const offer = await service.offerFor(tx, context.caller, ownForm.offer_id);
      service.window(offer);
      return service.step(tx, context, ownForm, {
        event: 'withdraw',
        offer,
        editionId: ownForm.edition_id,
        columns: { marks: '{}', reason: '' },
      });
    });

  return { getMine, submit, save, withdraw };
}
