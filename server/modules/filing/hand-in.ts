import type { Kysely, Transaction } from 'kysely';
import type { FormAnswers, FormDesign } from '../../../sync/contract/form-design.ts';
import type { RuleLevels } from '../../../sync/contract/rule-set.ts';
import { zoneDay } from '../../../sync/contract/zone-time.ts';
import { zoneOfCall } from '../../http/call-zone.ts';
import { formFaults, tidyAnswers } from '../../../sync/machines/form-rules.ts';
import type { Database } from '../../db/schema.ts';
import { refuse, type Refusal } from '../../http/handler.ts';
import type { CallerContext } from '../../things/change.ts';
import type { SchoolFile } from '../upload/upload-reads.ts';
import type { Edition } from './edition-store.ts';
import type { filingDesk } from './filing-desk.ts';
import { asksForRules, doubtOf } from './filing-doubt.ts';
import { fileFaults } from './filing-files.ts';
import { filingMessages as messages, inWords } from './filing-messages.ts';
import { personOf } from './filing-person.ts';
import type { FilingRecord } from './filing-store.ts';
import { type Offer, offerStore } from './offer-store.ts';
import { ruleSetStore } from './rule-set-store.ts';

/** Loads a form to fill in, with the eligibility rules if the form asks for their facts. */
export async function toFillOf(db: Kysely<Database>, offer: Offer, edition: Edition, design: FormDesign) {
  const { standard, levels } = await ruleSetStore(db).of(offer);
  return {
    offerId: offer.id,
    editionId: edition.id,
    formName: edition.name,
    design,
    eligibility: asksForRules(design)
      ? { level: offer.level, standard, rules: structuredClone(levels[offer.level]) as RuleLevels[typeof offer.level] }
      : null,
  };
}

interface HandedIn {
  readonly offer: Offer;
  readonly own: FilingRecord | undefined;
  readonly edition: Edition;
  /** Fields to fill in; fewer than in the edition if a school applies for the person. */
  readonly design: FormDesign;
  readonly answers: FormAnswers;
  readonly files: ReadonlyMap<string, SchoolFile>;
  /** Applicant, if not the caller. */
  readonly applicantId?: number;
}

/**
 * Hands in a filled form: validates it and takes a place of the offer. The answer does not reveal whether another account uses the same ID number;
 * reviewers find out.
 */
export async function handIn(desk: ReturnType<typeof filingDesk>, tx: Transaction<Database>, context: CallerContext, form: HandedIn) {
  const { offer, own, edition, design, files } = form;
  const { schoolId } = context.caller;
  const answers = tidyAnswers(design, form.answers);
  const faults = [
    ...formFaults(design, answers, zoneDay(desk.nowMs(), zoneOfCall())),
    ...fileFaults(design, answers, files, offer.photoRule),
  ].map(({ path, words }) => ({
    path: `answers.${path}`,
    message: inWords(words),
  }));
  if (faults.length > 0) return refuse('invalid', messages.invalid(faults.length), { fields: faults });
  const person = personOf(design, answers, schoolId, desk.numbers);
  const begins = own === undefined || own.status === desk.machine.begins;
  const full = begins ? await placeFault(tx, offer) : undefined;
  if (full) return full;
  const nowMs = desk.nowMs();
  const columns = {
    ...person,
    doubt: doubtOf(await ruleSetStore(tx).of(offer), design, answers, offer.level, nowMs),
    edition_id: edition.id,
    rounds: (own?.rounds ?? 0) + 1,
    queued_ms: begins ? nowMs : (own.queued_ms ?? nowMs),
    submitted_ms: nowMs,
    marks: '{}',
    reason: '',
  };
  const { applicantId } = form;
  return desk.step(tx, context, own, {
    event: 'submit',
    offer,
    editionId: edition.id,
    columns,
    answers: person.answers,
    ...(applicantId !== undefined && { applicantId }),
  });
}

/** Refuses if the offer has no place left and no waiting list. */
async function placeFault(tx: Transaction<Database>, { id, quota, waitingList }: Offer): Promise<Refusal | undefined> {
  if (quota === 0 || waitingList) return undefined;
  const taken = (await offerStore(tx).placesTaken([id])).get(id) ?? 0;
  return taken >= quota ? refuse('refused', messages.full()) : undefined;
}
