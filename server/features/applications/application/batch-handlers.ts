import { enrolmentBatchResource } from '../../../../sync/contract/applications/batch.ts';
import { declarationStatus, enrolmentStatus, offerStatus, type OfferStatusCode } from '../../../../sync/contract/codes.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { findOfferEvent, applicationKinds, type ApplicationKind } from '../../../../sync/domain/applications/application-machine.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { changeResource, type ChangeDeps, type ResourceChangeState } from '../../../resources/change.ts';
import { createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { createEditionStore } from './forms/edition-store.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { createApplicationStore } from './application-store.ts';
import { createOfferStore } from './offer-store.ts';
import { createRuleSetStore } from './forms/rule-set-store.ts';

/** Maximum number of open batches that a sign-in page shows, those that close first. */
const mostShown = 6;

type OfferDraft = Pick<
  ResourceDraft<typeof enrolmentBatchResource>,
  'professionId' | 'level' | 'formId' | 'ruleSetId' | 'opensMs' | 'closesMs'
>;
type OfferCheckContext = Pick<ResourceChangeState<typeof enrolmentBatchResource>, 'tx' | 'caller'>;

/** Checks the fields that enrolment batches and declaration projects have in common. */
export async function checkOffer(draft: OfferDraft, { tx, caller }: OfferCheckContext): Promise<void> {
  if (draft.closesMs <= draft.opensMs) refuseField('invalid', 'closesMs', messages.needsWindow());
  if (draft.professionId !== null) {
    const profession = await createProfessionReads(tx).byId(draft.professionId);
    if (!profession || !(await createProfessionReads(tx).isTaught(caller.schoolId, draft.professionId)))
      refuseField('invalid', 'professionId', messages.professionUnknown());
    if (!profession.levels.includes(draft.level)) refuseField('invalid', 'level', messages.levelUnknown());
  }
  if (draft.formId !== null && !(await createEditionStore(tx).inUse(caller.schoolId)).some((form) => form.id === draft.formId))
    refuseField('invalid', 'formId', messages.formUnknown());
  if (draft.ruleSetId !== null && !(await createRuleSetStore(tx).published()).some((set) => set.id === draft.ruleSetId))
    refuseField('invalid', 'ruleSetId', messages.rulesUnknown());
}

/**
 * Refuses a change of the status of an offer (enrolment batch or declaration project) that is not in the status table, and refuses to open an offer
 * that is incomplete.
 */
export function checkOfferStatus(before: OfferDraft & { status: OfferStatusCode }, to: OfferStatusCode, nowMs: number): void {
  if (findOfferEvent(before.status, to) === undefined) refuse('refused', messages.statusNo());
  if (to !== offerStatus.open) return;
  if (before.professionId === null) refuse('refused', messages.needsProfession());
  if (before.formId === null) refuse('refused', messages.needsForm());
  if (before.closesMs <= before.opensMs) refuse('refused', messages.needsWindow());
  if (before.closesMs <= nowMs) refuse('refused', messages.windowOver());
}

/**
 * Loads the numbers and names that a list of offers (batches or projects) shows besides the columns of each row. Returns them as a function of the
 * row.
 */
export async function loadOfferListValues(
  deps: ChangeDeps,
  kind: ApplicationKind,
  rows: readonly { id: number; professionId: number | null; formId: number | null }[],
) {
  const counts = await createOfferStore(deps.db).counts(
    kind,
    rows.map((row) => row.id),
  );
  const editions = await createEditionStore(deps.db).newest(rows.flatMap((row) => row.formId ?? []));
  const professions = new Map<number, string>();
  for (const { professionId } of rows)
    if (professionId !== null && !professions.has(professionId))
      professions.set(professionId, (await createProfessionReads(deps.db).labelOf(professionId)).name);
  const returned = kind === 'enroll' ? enrolmentStatus.returned : declarationStatus.returned;
  return (row: { id: number; professionId: number | null; formId: number | null }) => {
    const countByStatus = (status: number) => counts.get(row.id)?.get(status) ?? 0;
    return {
      profession: professions.get(row.professionId ?? 0) ?? '',
      formName: editions.get(row.formId ?? 0)?.name ?? '',
      pending: applicationKinds[kind].reviewed.reduce((sum: number, status) => sum + countByStatus(status), 0),
      approved: countByStatus(applicationKinds[kind].approved),
      returned: countByStatus(returned),
    };
  };
}

export function createBatchHandlers(deps: ChangeDeps): Handlers<'batch'> {
  const { db, clock } = deps;
  const store = createResourceStore(db, enrolmentBatchResource, null);
  const offers = createOfferStore(db);

  const checkDraft = async (
    draft: ResourceDraft<typeof enrolmentBatchResource>,
    now: ResourceChangeState<typeof enrolmentBatchResource>,
  ): Promise<void> => {
    await checkOffer(draft, now);
    if (draft.tradeId !== null) {
      const profession = draft.professionId === null ? undefined : await createProfessionReads(now.tx).byId(draft.professionId);
      if (!profession?.trades.some((trade) => trade.id === draft.tradeId)) refuseField('invalid', 'tradeId', messages.tradeUnknown());
    }
    if (new Set(draft.parts.map(({ part }) => part)).size < draft.parts.length) refuseField('invalid', 'parts', messages.partTwice());
    if (draft.photoRule.minKb >= draft.photoRule.maxKb) refuseField('invalid', 'photoRule', messages.photoRange());
    await checkFixedFields(draft, now.before, now);
  };
  /** Refuses to change fields that are fixed once the enrolment batch has an application. */
  const checkFixedFields = async (
    draft: ResourceDraft<typeof enrolmentBatchResource>,
    before: StoredResource<typeof enrolmentBatchResource> | undefined,
    { tx }: OfferCheckContext,
  ): Promise<void> => {
    if (before === undefined || (await createOfferStore(tx).countApplications('enroll', before.id)) === 0) return;
    const serialiseFixedFields = (each: Pick<typeof draft, 'formId' | 'ruleSetId' | 'recognition' | 'proofs'>) =>
      JSON.stringify([each.formId, each.ruleSetId, each.recognition, each.proofs]);
    if (serialiseFixedFields(draft) !== serialiseFixedFields(before)) refuse('refused', messages.fixed());
  };

  return {
    ...createResourceHandlers(deps, store, {
      shown: (rows) => loadOfferListValues(deps, 'enroll', rows),
      checkDraft,
      async checkRemoval({ id }, { tx }) {
        const applications = await createOfferStore(tx).countApplications('enroll', id);
        if (applications > 0) refuse('refused', messages.hasApplications(applications));
      },
    }),

    setStatus: ({ id, version, status }, context) =>
      changeResource(deps, store, context, { id, version }, ({ before, nowMs }) => {
        if (before === undefined) refuse('refused', messages.statusNo());
        checkOfferStatus(before, status, nowMs);
        return { status };
      }),

    async getShown({ website }) {
      const school = await createSchoolReads(db).byWebsite(website);
      if (school === undefined) return { items: [] };
      return { items: await offers.openBatches(school.id, clock.nowMs(), mostShown) };
    },

    async getOpen(_input, { caller }) {
      const ownStatuses = await createApplicationStore(db).statusesOf('enroll', caller.userId);
      const openedOffers = await offers.opened('enroll', caller.schoolId);
      const nowMs = clock.nowMs();
      // Closed batches are hidden, except those the caller applied to.
      const visibleOffers = openedOffers.filter(
        (offer) => ownStatuses.has(offer.id) || (offer.status === offerStatus.open && nowMs < offer.closesMs),
      );
      const rows = await store.byIds(
        caller.schoolId,
        visibleOffers.map((offer) => offer.id),
      );
      const takenByOffer = await offers.placesTaken(rows.map((row) => row.id));
      const shownOf = await loadOfferListValues(deps, 'enroll', rows);
      return {
        items: rows
          .toSorted((a, b) => a.closesMs - b.closesMs)
          .map((row) => ({
            id: row.id,
            name: row.name,
            profession: shownOf(row).profession,
            level: row.level,
            recognition: row.recognition,
            parts: row.parts,
            opensMs: row.opensMs,
            closesMs: row.closesMs,
            quota: row.quota,
            left: row.quota === 0 ? -1 : Math.max(0, row.quota - (takenByOffer.get(row.id) ?? 0)),
            waitingList: row.waitingList,
            photoRule: row.photoRule,
            notice: row.notice,
            offerStatus: row.status,
            status: ownStatuses.get(row.id) ?? null,
          })),
      };
    },

    getChoices: (_input, { caller }) => readChoices(deps, caller),
  };
}

async function readChoices({ db }: ChangeDeps, { schoolId }: Caller) {
  const offeredProfessions = await Promise.all(
    (await createProfessionReads(db).offeredIds(schoolId)).map((id) => createProfessionReads(db).byId(id)),
  );
  const professions = offeredProfessions
    .flatMap((profession) => (profession?.enabled ? [profession] : []))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return {
    professions: professions.map(({ id, name, code, levels, trades }) => ({ id, name, code, levels: [...levels], trades: [...trades] })),
    forms: await createEditionStore(db).inUse(schoolId),
    ruleSets: await createRuleSetStore(db).published(),
  };
}
