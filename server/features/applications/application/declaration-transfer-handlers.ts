import type { declareCalls } from '../../../../sync/contract/applications/declaration.ts';
import { findFieldByMeaning, type FormDesign, getTextAnswer } from '../../../../sync/contract/applications/form-design.ts';
import type { EnlistResult } from '../../../../sync/contract/applications/application.ts';
import { hasRowRight, getRowRelation } from '../../../../sync/contract/row-rights.ts';
import { declarationStatus } from '../../../../sync/contract/codes.ts';
import { copyMatchingAnswers } from '../../../../sync/domain/applications/form-carry.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { listFormErrors, normaliseFormAnswers } from '../../../../sync/domain/applications/form-rules.ts';
import { adaptFormForSchool } from '../../../../sync/domain/applications/form-sheet.ts';
import { createRowOwnerStore } from '../../../db/row-owner-store.ts';
import { noAudit } from '../../../http/audit.ts';
import { catchRefusal, type Handlers, type Message, refuse } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { listDraftPlans } from '../../exams/exam/examinees/enlist-reads.ts';
import { createAccountWrites } from '../../people/user/accounts/account-writes.ts';
import { createEditionStore } from './forms/edition-store.ts';
import { createEnlistHandler } from './enlist-handler.ts';
import { type ApplicationHandler, type ApplicationDeps, createApplicationService } from './application-service.ts';
import { deriveApplicationDoubt } from './application-doubt.ts';
import { listFileErrors, listAnswerFileUrls } from './application-files.ts';
import { applicationMessages as messages, toMessage } from './application-messages.ts';
import { getApplicantColumns, unmaskIdNumbers } from './application-person.ts';
import { type ApplicationRecord, createApplicationStore } from './application-store.ts';
import { createOfferStore } from './offer-store.ts';
import { createRuleSetStore } from './forms/rule-set-store.ts';

/** Maximum number of faulty fields that a message names; the others are counted. */
const mostNamed = 4;

/** Creates the calls that move approved declarations into an exam plan, or into an enrolment batch, whose reviewers treat them like other forms. */
export function createDeclarationTransferHandlers(deps: ApplicationDeps): Pick<Handlers<'declare'>, 'getTargets' | 'enlist' | 'enrol'> {
  const { db } = deps;
  const [declareService, enrolService] = [createApplicationService(deps, 'declare'), createApplicationService(deps, 'enroll')];
  const { numbers } = declareService;

  const getTargets: ApplicationHandler<(typeof declareCalls)['getTargets']> = async (_input, { caller }) => {
    const plans = await listDraftPlans(db, caller.schoolId);
    const rows = await createRowOwnerStore(db).rows(
      'plan',
      plans.map((plan) => plan.id),
      caller,
    );
    const enlistableIds = new Set(
      rows.flatMap((row) => (hasRowRight('plan', getRowRelation(caller.userType, row), 'enlist') ? row.id : [])),
    );
    return {
      plans: plans.filter((plan) => enlistableIds.has(plan.id)),
      batches: await createOfferStore(db).openBatches(caller.schoolId, declareService.nowMs()),
    };
  };

  const enrol: ApplicationHandler<(typeof declareCalls)['enrol']> = async ({ batchId, ids }, context) => {
    const { caller, audit, language } = context;
    // Look up forms and files before the transaction, because a transaction must not wait for other reads.
    const reach = await declareService.reach(caller);
    const readableRecords = await Promise.all(ids.map((id) => createApplicationStore(db).reviewed(reach, id)));
    const files = await deps.uploads.ofSchool(
      readableRecords.flatMap((record) => (record === undefined ? [] : listAnswerFileUrls(unmaskIdNumbers(record, numbers)))),
      caller.schoolId,
    );
    return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
      const offer = await createOfferStore(tx).byId('enroll', caller.schoolId, batchId);
      if (offer === undefined) refuse('notFound', messages.batchNotFound());
      const edition = await enrolService.editionFor(tx, caller, offer, undefined);
      const schoolDesign = adaptFormForSchool(offer.designOf(edition.design));
      const nowMs = declareService.nowMs();
      const rules = await createRuleSetStore(tx).readRuleSet(offer);
      const accounts = createAccountWrites(tx, deps.keys.personal, deps.chance);
      const inBatch = await createApplicationStore(tx).claimedInBatch(offer.id);
      let places =
        offer.quota === 0 || offer.waitingList
          ? Infinity
          : offer.quota - ((await createOfferStore(tx).placesTaken([offer.id])).get(offer.id) ?? 0);
      const result: EnlistResult = { accounts: 0, added: 0, already: [], refused: [] };
      const names: string[] = [];

      /** Adds one declaration to the batch. If it can't be added, returns the reason or throws a refusal. */
      const addDeclaration = async (record: ApplicationRecord): Promise<Message | 'already' | 'added'> => {
        if (record.status !== declarationStatus.approved) return messages.notApproved();
        const declarationOffer = await createOfferStore(tx).byId('declare', caller.schoolId, record.offer_id);
        const filledEdition = await createEditionStore(tx).byId(caller.schoolId, record.edition_id);
        if (declarationOffer === undefined || filledEdition === undefined) return messages.notFound();
        const answers = normaliseFormAnswers(
          schoolDesign,
          copyMatchingAnswers(schoolDesign, filledEdition.design, unmaskIdNumbers(record, numbers)),
        );
        const person = getApplicantColumns(schoolDesign, answers, caller.schoolId, numbers);
        const idNumber = getTextAnswer(answers, findFieldByMeaning(schoolDesign, 'idNumber')?.key);
        if (person.id_number_index === null) return messages.noIdNumber();
        const index = person.id_number_index.toString('hex');
        if (inBatch.has(index)) return 'already';
        if (declarationOffer.professionId !== offer.professionId || declarationOffer.level !== offer.level)
          return messages.otherProfession();
        enrolService.window(offer);
        // The school has approved the photo, so its size is not checked here. The reviewers of the enrolment batch judge it.
        const faults = [
          ...listFormErrors(schoolDesign, answers, formatZoneDay(nowMs, getCallZone())),
          ...listFileErrors(schoolDesign, answers, files, null),
        ];
        if (faults.length > 0) return messages.openFields(formatFieldLabels(schoolDesign, faults));
        if (places <= 0) return messages.batchFull();
        const phone = getTextAnswer(answers, findFieldByMeaning(schoolDesign, 'phone')?.key);
        const account = await accounts.applicant(caller.schoolId, { ...person, idNumber, phone }, nowMs);
        const ownBefore = account.isNew ? undefined : await createApplicationStore(tx).findOwn('enroll', offer.id, account.id);
        const enrolment = await enrolService.step(
          tx,
          // The call writes one audit entry for all of its declarations.
          { ...context, audit: noAudit },
          ownBefore,
          {
            event: 'submit',
            offer,
            editionId: edition.id,
            applicantId: account.id,
            answers: person.answers,
            columns: {
              ...person,
              doubt: deriveApplicationDoubt(rules, schoolDesign, answers, offer.level, nowMs),
              edition_id: edition.id,
              rounds: (ownBefore?.rounds ?? 0) + 1,
              queued_ms: nowMs,
              submitted_ms: nowMs,
              marks: '{}',
              reason: '',
            },
          },
        );
        inBatch.set(index, enrolment.id);
        places -= 1;
        if (account.isNew) result.accounts += 1;
        return 'added';
      };

      for (const id of new Set(ids)) {
        const record = await createApplicationStore(tx).reviewed(reach, id);
        const outcome =
          record === undefined
            ? messages.notFound()
            : await catchRefusal(
                () => addDeclaration(record),
                (refusal) => refusal.text,
              );
        const name = record?.name ?? '';
        if (outcome === 'added') {
          result.added += 1;
          names.push(name);
        } else if (outcome === 'already') result.already.push(name);
        else result.refused.push({ id, name, reason: outcome[language] });
      }
      if (result.added > 0)
        await audit.noteIn(tx, {
          entity: 'enrolment',
          id: null,
          name: offer.name,
          before: null,
          after: { applicants: names, accounts: result.accounts, offer: offer.name },
        });
      return result;
    });
  };

  return { getTargets, enlist: createEnlistHandler(deps, 'declare'), enrol };
}

/** Builds a text that names the fields with faults. */
function formatFieldLabels(design: FormDesign, faults: readonly { path: string; words: readonly [string, string] }[]): Message {
  const keys = [...new Set(faults.map(({ path }) => path.split('.')[0] ?? ''))];
  const labels = keys.slice(0, mostNamed).map((key) => design.find((field) => field.key === key)?.label ?? key);
  const more = keys.length - labels.length;
  return toMessage([
    `${labels.join('、')}${more > 0 ? `等 ${keys.length} 栏` : ''}`,
    `${labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]);
}
