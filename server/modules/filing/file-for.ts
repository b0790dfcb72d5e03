import type { Kysely } from 'kysely';
import type { declareCalls } from '../../../sync/contract/declaration.ts';
import { declarationStatus } from '../../../sync/contract/codes.ts';
import { filedBySchool } from '../../../sync/machines/form-sheet.ts';
import type { Database } from '../../db/schema.ts';
import { type Handlers, refuse, Refusal } from '../../http/handler.ts';
import type { CallerContext } from '../../things/change.ts';
import { oneChange } from '../../things/one-change.ts';
import type { Edition } from './edition-store.ts';
import { type Does, type FilingDeps, filingDesk } from './filing-desk.ts';
import { urlsOf } from './filing-files.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { handIn, toFillOf } from './hand-in.ts';
import { classesOf, type Offer, offerStore } from './offer-store.ts';
import { studentStore } from './student-store.ts';

type Calls = typeof declareCalls;
type Reach = Awaited<ReturnType<ReturnType<typeof filingDesk>['reach']>>;

/** Creates the calls with which a school declares for a student who has not begun a declaration (`server/modules/filing/README.md`). */
export function fileForHandlers(deps: FilingDeps): Pick<Handlers<'declare'>, 'getFor' | 'submitFor'> {
  const { db } = deps;
  const desk = filingDesk(deps, 'declare');

  /** Finds the student and the empty form. Refuses if the student has begun or handed in a declaration, or is not in the caller's classes. */
  const begin = async (
    tx: Kysely<Database>,
    { caller }: CallerContext,
    { offerId, userId }: { offerId: number; userId: number },
    { classIds }: Reach,
  ): Promise<{ offer: Offer; edition: Edition; name: string } | Refusal> => {
    const offer = await offerStore(tx).byId('declare', caller.schoolId, offerId);
    if (offer === undefined || offer.status === 0) return refuse('notFound', messages.offerNotFound());
    const student = await studentStore(tx).byId({ schoolId: caller.schoolId, offerId, classIds: classesOf(offer, classIds) }, userId);
    if (student === undefined) return refuse('notFound', messages.studentNotFound());
    const { filled, returned } = declarationStatus;
    if (student.status === filled) return refuse('refused', messages.studentWrites(student.name));
    if (student.status === returned) return refuse('refused', messages.studentMends(student.name));
    if (student.status !== null) return refuse('refused', messages.already());
    const shut = desk.window(offer);
    if (shut) return shut;
    const edition = await desk.editionFor(tx, caller, offer, undefined);
    return edition instanceof Refusal ? edition : { offer, edition, name: student.name };
  };

  const getFor: Does<Calls['getFor']> = async (input, context) => {
    const begun = await begin(db, context, input, await desk.reach(context.caller));
    if (begun instanceof Refusal) return begun;
    const { offer, edition, name } = begun;
    return {
      ...(await toFillOf(db, offer, edition, filedBySchool(offer.designOf(edition.design)))),
      offerName: offer.name,
      closesMs: offer.closesMs,
      name,
    };
  };

  const submitFor: Does<Calls['submitFor']> = async (input, context) => {
    // Looked up before the transaction, because a transaction must not wait for other reads.
    const reach = await desk.reach(context.caller);
    const files = await deps.uploads.ofSchool(urlsOf(input.answers), context.caller.schoolId);
    return oneChange(db, context.caller.schoolId, context, async (tx) => {
      const begun = await begin(tx, context, input, reach);
      if (begun instanceof Refusal) return begun;
      const { offer, edition } = begun;
      if (edition.id !== input.editionId) return refuse('refused', messages.formChanged(), { data: { editionId: edition.id } });
      const design = filedBySchool(offer.designOf(edition.design));
      return handIn(desk, tx, context, {
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
