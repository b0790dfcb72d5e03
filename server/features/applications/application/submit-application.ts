import type { Kysely, Transaction } from 'kysely';
import type { FormAnswers, FormDesign } from '../../../../sync/contract/applications/form-design.ts';
import type { RuleLevels } from '../../../../sync/contract/applications/rule-set.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { listFormErrors, normaliseFormAnswers } from '../../../../sync/domain/applications/form-rules.ts';
import type { Database } from '../../../db/schema.ts';
import { refuse } from '../../../http/handler.ts';
import type { CallerContext } from '../../../resources/change.ts';
import type { SchoolFile } from '../../platform/upload/upload-reads.ts';
import type { FormEdition } from './forms/edition-store.ts';
import type { createApplicationService } from './application-service.ts';
import { hasEligibilityFields, deriveApplicationDoubt } from './application-doubt.ts';
import { listFileErrors } from './application-files.ts';
import { applicationMessages as messages, toMessage } from './application-messages.ts';
import { getApplicantColumns } from './application-person.ts';
import type { ApplicationRecord } from './application-store.ts';
import { type ApplicationOffer, createOfferStore } from './offer-store.ts';
import { createRuleSetStore } from './forms/rule-set-store.ts';

/** Loads what a page needs to show a form to fill in. Eligibility rules are included if the form has fields that they use. */
export async function loadFillableForm(db: Kysely<Database>, offer: ApplicationOffer, edition: FormEdition, design: FormDesign) {
  const { standard, levels } = await createRuleSetStore(db).readRuleSet(offer);
  return {
    offerId: offer.id,
    editionId: edition.id,
    formName: edition.name,
    design,
    eligibility: hasEligibilityFields(design)
      ? { level: offer.level, standard, rules: structuredClone(levels[offer.level]) as RuleLevels[typeof offer.level] }
      : null,
  };
}

interface HandedIn {
  readonly offer: ApplicationOffer;
  readonly ownRecord: ApplicationRecord | undefined;
  readonly edition: FormEdition;
  /** Fields to fill in; fewer than in the edition of the form if a school applies for the person. */
  readonly design: FormDesign;
  readonly answers: FormAnswers;
  readonly files: ReadonlyMap<string, SchoolFile>;
  /** User id of the applicant, if another user hands in the form for them. */
  readonly applicantId?: number;
}

/**
 * Hands in a filled form: validates it and takes a place of the enrolment batch or declaration project. The response does not reveal whether another
 * account uses the same ID number; only reviewers see that.
 */
export async function submitApplication(
  service: ReturnType<typeof createApplicationService>,
  tx: Transaction<Database>,
  context: CallerContext,
  form: HandedIn,
) {
  const { offer, ownRecord, edition, design, files } = form;
  const { schoolId } = context.caller;
  const answers = normaliseFormAnswers(design, form.answers);
  const faults = [
    ...listFormErrors(design, answers, formatZoneDay(service.nowMs(), getCallZone())),
    ...listFileErrors(design, answers, files, offer.photoRule),
  ].map(({ path, words }) => ({
    path: `answers.${path}`,
    message: toMessage(words),
  }));
  if (faults.length > 0) refuse('invalid', messages.invalid(faults.length), { fields: faults });
  const person = getApplicantColumns(design, answers, schoolId, service.numbers);
  const begins = ownRecord === undefined || ownRecord.status === service.machine.begins;
  if (begins) await checkPlaces(tx, offer);
  const nowMs = service.nowMs();
  const columns = {
    ...person,
    doubt: deriveApplicationDoubt(await createRuleSetStore(tx).readRuleSet(offer), design, answers, offer.level, nowMs),
    edition_id: edition.id,
    rounds: (ownRecord?.rounds ?? 0) + 1,
    queued_ms: begins ? nowMs : (ownRecord.queued_ms ?? nowMs),
    submitted_ms: nowMs,
    marks: '{}',
    reason: '',
  };
  const { applicantId } = form;
  return service.step(tx, context, ownRecord, {
    event: 'submit',
    offer,
    editionId: edition.id,
    columns,
    answers: person.answers,
    ...(applicantId !== undefined && { applicantId }),
  });
}

/** Refuses if the enrolment batch or project has no place left and no waiting list. */
async function checkPlaces(tx: Transaction<Database>, { id, quota, waitingList }: ApplicationOffer): Promise<void> {
  if (quota === 0 || waitingList) return;
  const takenPlaces = (await createOfferStore(tx).placesTaken([id])).get(id) ?? 0;
  if (takenPlaces >= quota) refuse('refused', messages.full());
}
