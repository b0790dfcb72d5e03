import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { enrollCalls } from '../../../sync/contract/enroll.ts';
import type { FieldMarks, FormAnswers } from '../../../sync/contract/form-design.ts';
import { knownAnswers } from '../../../sync/machines/known-answers.ts';
import { tidyAnswers } from '../../../sync/machines/form-rules.ts';
import { refuse, Refusal } from '../../http/handler.ts';
import type { CallerContext } from '../../things/change.ts';
import { oneChange } from '../../things/one-change.ts';
import { ownFacts } from '../user/own-facts-reads.ts';
import { userReads } from '../user/user-reads.ts';
import { type Does, type FilingDeps, filingDesk } from './filing-desk.ts';
import { urlsOf } from './filing-files.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { personOf, unmasked } from './filing-person.ts';
import { type FilingRecord, filingStore } from './filing-store.ts';
import { handIn, toFillOf } from './hand-in.ts';
import type { Offer } from './offer-store.ts';
import type { FilingKind } from '../../../sync/machines/filing-machine.ts';

type Calls = typeof enrollCalls;
interface Written {
  readonly offerId: number;
  readonly editionId: number;
  readonly answers: FormAnswers;
  readonly version: number | null;
}

/** Creates the calls of applicants on their own form; they cannot name the form of another person. */
export function applicantHandlers(deps: FilingDeps, kind: FilingKind) {
  const { db } = deps;
  const desk = filingDesk(deps, kind);

  const waiting = async (record: FilingRecord, { quota }: Offer): Promise<number> => {
    if (quota === 0 || record.queued_ms === null || record.status === desk.machine.begins) return 0;
    return Math.max(0, ((await filingStore(db).before([record.id])).get(record.id) ?? 0) + 1 - quota);
  };

  /**
   * Finds the offer, the caller's form and the edition to fill in. Refuses if the window is closed, or if the form or edition is not the one the
   * caller saw.
   */
  const begin = async (tx: Transaction<Database>, { caller }: CallerContext, written: Written) => {
    const offer = await desk.offerFor(tx, caller, written.offerId);
    if (offer instanceof Refusal) return offer;
    const own = await filingStore(tx).own(kind, offer.id, caller.userId);
    if (own !== undefined && own.version !== written.version) return desk.stale(tx, own.id, written.version ?? 0);
    const shut = desk.window(offer);
    if (shut) return shut;
    const edition = await desk.editionFor(tx, caller, offer, own);
    if (edition instanceof Refusal) return edition;
    if (edition.id !== written.editionId) return refuse('refused', messages.formChanged(), { data: { editionId: edition.id } });
    return { offer, own, edition, design: offer.designOf(edition.design) };
  };

  const getMine: Does<Calls['getMine']> = async ({ offerId }, { caller }) => {
    const offer = await desk.offerFor(db, caller, offerId);
    if (offer instanceof Refusal) return offer;
    const own = await filingStore(db).own(kind, offerId, caller.userId);
    const edition = await desk.editionFor(db, caller, offer, own);
    if (edition instanceof Refusal) return edition;
    const base = await toFillOf(db, offer, edition, offer.designOf(edition.design));
    if (own === undefined) {
      const facts = await ownFacts(db, deps.keys.personal, caller.userId);
      return { ...base, own: null, ...(facts && { known: knownAnswers(base.design, facts) }) };
    }
    const examinee = own.examinee_id === null ? undefined : (await userReads(db).examUsers(caller.schoolId, [own.examinee_id]))[0];
    return {
      ...base,
      own: {
        id: own.id,
        version: own.version,
        status: own.status,
        editionId: own.edition_id,
        answers: unmasked(own, desk.numbers),
        marks: JSON.parse(own.marks) as FieldMarks,
        reason: own.reason,
        steps: await desk.steps(await filingStore(db).steps(own.id)),
        waiting: await waiting(own, offer),
        examineeTicket: examinee?.ticketNo ?? '',
      },
    };
  };

  const submit: Does<Calls['submit']> = async (written, context) => {
    // Looked up before the transaction, because a transaction must not wait for other reads.
    const files = await deps.uploads.ofSchool(urlsOf(written.answers), context.caller.schoolId);
    return oneChange(db, context.caller.schoolId, context, async (tx) => {
      const begun = await begin(tx, context, written);
      if (begun instanceof Refusal) return begun;
      return handIn(desk, tx, context, { ...begun, answers: written.answers, files });
    });
  };

  /** Saves a draft. Answers are tidied but not validated. */
  const save: Does<Calls['submit']> = (written, context) =>
    oneChange(db, context.caller.schoolId, context, async (tx) => {
      const begun = await begin(tx, context, written);
      if (begun instanceof Refusal) return begun;
      const { offer, own, edition, design } = begun;
      const { answers, secrets, name } = personOf(design, tidyAnswers(design, written.answers), context.caller.schoolId, desk.numbers);
      return desk.step(tx, context, own, {
        event: 'save',
        offer,
        editionId: edition.id,
        columns: { answers, secrets, name, edition_id: edition.id },
        quiet: true,
      });
    });

  const withdraw: Does<Calls['withdraw']> = ({ id, version }, context) =>
    oneChange(db, context.caller.schoolId, context, async (tx) => {
      const own = await filingStore(tx).byId(context.caller.schoolId, kind, id);
      if (own === undefined || own.user_id !== context.caller.userId) return refuse('notFound', messages.notFound());
      if (own.version !== version) return desk.stale(tx, own.id, version);
      const offer = await desk.offerFor(tx, context.caller, own.offer_id);
      if (offer instanceof Refusal) return offer;
      const shut = desk.window(offer);
      if (shut) return shut;
      return desk.step(tx, context, own, { event: 'withdraw', offer, editionId: own.edition_id, columns: { marks: '{}', reason: '' } });
    });

  return { getMine, submit, save, withdraw };
}
