import type { declareCalls } from '../../../sync/contract/declaration.ts';
import { fieldMeaning, type FormDesign, textAnswer } from '../../../sync/contract/form-design.ts';
import type { PutResult } from '../../../sync/contract/filing.ts';
import { mayRow, relationOf } from '../../../sync/contract/row-rights.ts';
import { declarationStatus } from '../../../sync/contract/codes.ts';
import { offerPhase } from '../../../sync/machines/filing-machine.ts';
import { carriedAnswers } from '../../../sync/machines/form-carry.ts';
import { zoneDay } from '../../../sync/contract/zone-time.ts';
import { zoneOfCall } from '../../http/call-zone.ts';
import { formFaults, tidyAnswers } from '../../../sync/machines/form-rules.ts';
import { filedBySchool } from '../../../sync/machines/form-sheet.ts';
import { rowOwnerStore } from '../../db/row-owner-store.ts';
import { unaudited } from '../../http/audit.ts';
import { type Handlers, type Message, refuse, Refusal } from '../../http/handler.ts';
import { oneChange } from '../../things/one-change.ts';
import { draftPlans } from '../exam/enlist-reads.ts';
import { profReads } from '../prof/prof-reads.ts';
import { accountWrites } from '../user/account-writes.ts';
import { editionStore } from './edition-store.ts';
import { enlistHandler } from './enlist-handler.ts';
import { type Does, type FilingDeps, filingDesk } from './filing-desk.ts';
import { doubtOf } from './filing-doubt.ts';
import { fileFaults, urlsOf } from './filing-files.ts';
import { filingMessages as messages, inWords } from './filing-messages.ts';
import { personOf, unmasked } from './filing-person.ts';
import { type FilingRecord, filingStore } from './filing-store.ts';
import { offerStore } from './offer-store.ts';
import { ruleSetStore } from './rule-set-store.ts';

/** Most fields that a refusal names; the others are counted. */
const mostNamed = 4;

/** Creates the calls that move approved declarations into an exam plan, or into an enrolment batch, where reviewers treat them like other forms. */
export function handOnHandlers(deps: FilingDeps): Pick<Handlers<'declare'>, 'getTargets' | 'enlist' | 'enrol'> {
  const { db } = deps;
  const [declared, enrolled] = [filingDesk(deps, 'declare'), filingDesk(deps, 'enroll')];
  const { numbers } = declared;

  const getTargets: Does<(typeof declareCalls)['getTargets']> = async (_input, { caller }) => {
    const nowMs = declared.nowMs();
    const plans = await draftPlans(db, caller.schoolId);
    const rows = await rowOwnerStore(db).rows(
      'plan',
      plans.map((plan) => plan.id),
      caller,
    );
    const mays = new Set(rows.flatMap((row) => (mayRow('plan', relationOf(caller.userType, row), 'enlist') ? row.id : [])));
    const open = (await offerStore(db).opened('enroll', caller.schoolId)).filter((offer) => offerPhase(offer, nowMs) === 'open');
    const taken = await offerStore(db).placesTaken(open.map((offer) => offer.id));
    return {
      plans: plans.filter((plan) => mays.has(plan.id)),
      batches: await Promise.all(
        open
          .toSorted((a, b) => a.closesMs - b.closesMs)
          .map(async ({ id, name, professionId, level, closesMs, quota }) => ({
            id,
            name,
            profession: professionId === null ? '' : (await profReads(db).labelOf(professionId)).name,
            level,
            closesMs,
            left: quota === 0 ? -1 : Math.max(0, quota - (taken.get(id) ?? 0)),
          })),
      ),
    };
  };

  const enrol: Does<(typeof declareCalls)['enrol']> = async ({ batchId, ids }, context) => {
    const { caller, audit, language } = context;
    // Looked up before the transaction, because a transaction must not wait for other reads.
    const reach = await declared.reach(caller);
    const seen = await Promise.all(ids.map((id) => filingStore(db).reviewed(reach, id)));
    const files = await deps.uploads.ofSchool(
      seen.flatMap((record) => (record === undefined ? [] : urlsOf(unmasked(record, numbers)))),
      caller.schoolId,
    );
    return oneChange(db, caller.schoolId, context, async (tx) => {
      const offer = await offerStore(tx).byId('enroll', caller.schoolId, batchId);
      if (offer === undefined) return refuse('notFound', messages.batchNotFound());
      const edition = await enrolled.editionFor(tx, caller, offer, undefined);
      if (edition instanceof Refusal) return edition;
      const asked = filedBySchool(offer.designOf(edition.design));
      const shut = enrolled.window(offer);
      const nowMs = declared.nowMs();
      const rules = await ruleSetStore(tx).of(offer);
      const accounts = accountWrites(tx, deps.keys.personal, deps.chance);
      const inBatch = await filingStore(tx).claimedInBatch(offer.id);
      let places =
        offer.quota === 0 || offer.waitingList
          ? Infinity
          : offer.quota - ((await offerStore(tx).placesTaken([offer.id])).get(offer.id) ?? 0);
      const result: PutResult = { accounts: 0, added: 0, already: [], refused: [] };
      const names: string[] = [];

      /** Adds one declaration to the batch, or returns the obstacle before writing anything for it. */
      const put = async (record: FilingRecord): Promise<Message | 'already' | 'added'> => {
        if (record.status !== declarationStatus.approved) return messages.notApproved();
        const own = await offerStore(tx).byId('declare', caller.schoolId, record.offer_id);
        const filled = await editionStore(tx).byId(caller.schoolId, record.edition_id);
        if (own === undefined || filled === undefined) return messages.notFound();
        const answers = tidyAnswers(asked, carriedAnswers(asked, filled.design, unmasked(record, numbers)));
        const person = personOf(asked, answers, caller.schoolId, numbers);
        const idNumber = textAnswer(answers, fieldMeaning(asked, 'idNumber')?.key);
        if (person.id_number_index === null) return messages.noIdNumber();
        const index = person.id_number_index.toString('hex');
        if (inBatch.has(index)) return 'already';
        if (own.professionId !== offer.professionId || own.level !== offer.level) return messages.otherProfession();
        if (shut) return shut.message;
        // The school has approved the photo; the batch's reviewers judge its size.
        const faults = [...formFaults(asked, answers, zoneDay(nowMs, zoneOfCall())), ...fileFaults(asked, answers, files, null)];
        if (faults.length > 0) return messages.openFields(labelsOf(asked, faults));
        if (places <= 0) return messages.batchFull();
        const phone = textAnswer(answers, fieldMeaning(asked, 'phone')?.key);
        const account = await accounts.applicant(caller.schoolId, { ...person, idNumber, phone }, nowMs);
        const before = account.isNew ? undefined : await filingStore(tx).own('enroll', offer.id, account.id);
        const filed = await enrolled.step(
          tx,
          // The call writes one audit entry for all of its declarations.
          { ...context, audit: unaudited },
          before,
          {
            event: 'submit',
            offer,
            editionId: edition.id,
            applicantId: account.id,
            answers: person.answers,
            columns: {
              ...person,
              doubt: doubtOf(rules, asked, answers, offer.level, nowMs),
              edition_id: edition.id,
              rounds: (before?.rounds ?? 0) + 1,
              queued_ms: nowMs,
              submitted_ms: nowMs,
              marks: '{}',
              reason: '',
            },
          },
        );
        if (filed instanceof Refusal) return filed.message;
        inBatch.set(index, filed.id);
        places -= 1;
        if (account.isNew) result.accounts += 1;
        return 'added';
      };

      for (const id of new Set(ids)) {
        const record = await filingStore(tx).reviewed(reach, id);
        const done = record === undefined ? messages.notFound() : await put(record);
        const name = record?.name ?? '';
        if (done === 'added') {
          result.added += 1;
          names.push(name);
        } else if (done === 'already') result.already.push(name);
        else result.refused.push({ id, name, reason: done[language] });
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

  return { getTargets, enlist: enlistHandler(deps, 'declare'), enrol };
}

/** Names the fields with faults. */
function labelsOf(design: FormDesign, faults: readonly { path: string; words: readonly [string, string] }[]): Message {
  const keys = [...new Set(faults.map(({ path }) => path.split('.')[0] ?? ''))];
  const labels = keys.slice(0, mostNamed).map((key) => design.find((field) => field.key === key)?.label ?? key);
  const more = keys.length - labels.length;
  return inWords([
    `${labels.join('、')}${more > 0 ? `等 ${keys.length} 栏` : ''}`,
    `${labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]);
}
