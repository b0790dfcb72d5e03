import { batchThing } from '../../../sync/contract/batch.ts';
import { declarationStatus, enrolmentStatus, offerStatus } from '../../../sync/contract/codes.ts';
import type { DraftOf } from '../../../sync/contract/thing.ts';
import { offerEventTo, filingKinds, type FilingKind, offerPhase } from '../../../sync/machines/filing-machine.ts';
import { type Caller, type Handlers, type Message, refuse, type Refusal } from '../../http/handler.ts';
import { change, type ChangeDeps, type Now } from '../../things/change.ts';
import { thingHandlers } from '../../things/thing-handlers.ts';
import { type Kept, thingStore } from '../../things/thing-store.ts';
import { profReads } from '../prof/prof-reads.ts';
import { schoolReads } from '../school/school-reads.ts';
import { editionStore } from './edition-store.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { filingStore } from './filing-store.ts';
import { offerStore } from './offer-store.ts';
import { ruleSetStore } from './rule-set-store.ts';

/** Most open batches that a sign-in page shows; those that close first. */
const mostShown = 6;

/** Refuses one field as invalid. */
export const at = (path: string, message: Message): Refusal => refuse('invalid', message, { fields: [{ path, message }] });

type OfferDraft = Pick<DraftOf<typeof batchThing>, 'professionId' | 'level' | 'formId' | 'ruleSetId' | 'opensMs' | 'closesMs'>;
type Looks = Pick<Now<typeof batchThing>, 'tx' | 'caller'>;

/** Checks the fields that batches and projects have in common. */
export async function offerFault(draft: OfferDraft, { tx, caller }: Looks): Promise<Refusal | undefined> {
  if (draft.closesMs <= draft.opensMs) return at('closesMs', messages.needsWindow());
  if (draft.professionId !== null) {
    const profession = await profReads(tx).byId(draft.professionId);
    if (!profession || !(await profReads(tx).isTaught(caller.schoolId, draft.professionId)))
      return at('professionId', messages.professionUnknown());
    if (!profession.levels.includes(draft.level)) return at('level', messages.levelUnknown());
  }
  if (draft.formId !== null && !(await editionStore(tx).inUse(caller.schoolId)).some((form) => form.id === draft.formId))
    return at('formId', messages.formUnknown());
  if (draft.ruleSetId !== null && !(await ruleSetStore(tx).published()).some((set) => set.id === draft.ruleSetId))
    return at('ruleSetId', messages.rulesUnknown());
  return undefined;
}

/** Tells why an offer cannot be opened as it is; undefined if it can. Closing is always possible. */
export function openFault(before: OfferDraft & { status: number }, to: number, nowMs: number): Refusal | undefined {
  if (to !== offerStatus.open) return undefined;
  if (before.professionId === null) return refuse('refused', messages.needsProfession());
  if (before.formId === null) return refuse('refused', messages.needsForm());
  if (before.closesMs <= before.opensMs) return refuse('refused', messages.needsWindow());
  return before.closesMs <= nowMs ? refuse('refused', messages.windowOver()) : undefined;
}

/** Loads the figures and names that a list of offers shows besides its rows; returns them as a function of the row. */
export async function offersShown(
  deps: ChangeDeps,
  kind: FilingKind,
  rows: readonly { id: number; professionId: number | null; formId: number | null }[],
) {
  const counts = await offerStore(deps.db).counts(
    kind,
    rows.map((row) => row.id),
  );
  const editions = await editionStore(deps.db).newest(rows.flatMap((row) => row.formId ?? []));
  const professions = new Map<number, string>();
  for (const { professionId } of rows)
    if (professionId !== null && !professions.has(professionId))
      professions.set(professionId, (await profReads(deps.db).labelOf(professionId)).name);
  const returned = kind === 'enroll' ? enrolmentStatus.returned : declarationStatus.returned;
  return (row: { id: number; professionId: number | null; formId: number | null }) => {
    const of = (status: number) => counts.get(row.id)?.get(status) ?? 0;
    return {
      profession: professions.get(row.professionId ?? 0) ?? '',
      formName: editions.get(row.formId ?? 0)?.name ?? '',
      pending: filingKinds[kind].reviewed.reduce((sum: number, status) => sum + of(status), 0),
      approved: of(filingKinds[kind].approved),
      returned: of(returned),
    };
  };
}

export function batchHandlers(deps: ChangeDeps): Handlers<'batch'> {
  const { db, clock } = deps;
  const store = thingStore(db, batchThing, null);
  const offers = offerStore(db);

  const fault = async (draft: DraftOf<typeof batchThing>, now: Now<typeof batchThing>): Promise<Refusal | undefined> => {
    const shared = await offerFault(draft, now);
    if (shared) return shared;
    if (draft.tradeId !== null) {
      const profession = draft.professionId === null ? undefined : await profReads(now.tx).byId(draft.professionId);
      if (!profession?.trades.some((trade) => trade.id === draft.tradeId)) return at('tradeId', messages.tradeUnknown());
    }
    if (new Set(draft.parts.map(({ part }) => part)).size < draft.parts.length) return at('parts', messages.partTwice());
    if (draft.photoRule.minKb >= draft.photoRule.maxKb) return at('photoRule', messages.photoRange());
    return fixedFault(draft, now.before, now);
  };
  const fixedFault = async (
    draft: DraftOf<typeof batchThing>,
    before: Kept<typeof batchThing> | undefined,
    { tx }: Looks,
  ): Promise<Refusal | undefined> => {
    if (before === undefined || (await offerStore(tx).filings('enroll', before.id)) === 0) return undefined;
    const fixed = (each: Pick<typeof draft, 'formId' | 'ruleSetId' | 'recognition' | 'proofs'>) =>
      JSON.stringify([each.formId, each.ruleSetId, each.recognition, each.proofs]);
    return fixed(draft) === fixed(before) ? undefined : refuse('refused', messages.fixed());
  };

  return {
    ...thingHandlers(deps, store, {
      shown: (rows) => offersShown(deps, 'enroll', rows),
      fault,
      async inTheWay({ id }, { tx }) {
        const filed = await offerStore(tx).filings('enroll', id);
        return filed > 0 ? refuse('refused', messages.hasFilings(filed)) : undefined;
      },
    }),

    setStatus: ({ id, version, status }, context) =>
      change(deps, store, context, { id, version }, ({ before, nowMs }) => {
        if (before === undefined || offerEventTo(before.status, status) === undefined) return refuse('refused', messages.statusNo());
        return openFault(before, status, nowMs) ?? { status };
      }),

    async getShown({ website }) {
      const school = await schoolReads(db).byWebsite(website);
      if (school === undefined) return { items: [] };
      const nowMs = clock.nowMs();
      const open = (await offers.opened('enroll', school.id)).filter((offer) => offerPhase(offer, nowMs) === 'open');
      const taken = await offers.placesTaken(open.map((offer) => offer.id));
      const items = await Promise.all(
        open
          .toSorted((a, b) => a.closesMs - b.closesMs)
          .slice(0, mostShown)
          .map(async ({ id, name, professionId, level, closesMs, quota, waitingList }) => ({
            id,
            name,
            profession: professionId === null ? '' : (await profReads(db).labelOf(professionId)).name,
            level,
            closesMs,
            left: quota === 0 ? -1 : Math.max(0, quota - (taken.get(id) ?? 0)),
            waitingList,
          })),
      );
      return { items };
    },

    async getOpen(_input, { caller }) {
      const mine = await filingStore(db).statusesOf('enroll', caller.userId);
      const opened = await offers.opened('enroll', caller.schoolId);
      const nowMs = clock.nowMs();
      // Closed batches are hidden, except those the caller applied to.
      const visible = opened.filter((offer) => mine.has(offer.id) || (offer.status === offerStatus.open && nowMs < offer.closesMs));
      const rows = await store.byIds(
        caller.schoolId,
        visible.map((offer) => offer.id),
      );
      const taken = await offers.placesTaken(rows.map((row) => row.id));
      const shownOf = await offersShown(deps, 'enroll', rows);
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
            left: row.quota === 0 ? -1 : Math.max(0, row.quota - (taken.get(row.id) ?? 0)),
            waitingList: row.waitingList,
            photoRule: row.photoRule,
            notice: row.notice,
            offerStatus: row.status,
            status: mine.get(row.id) ?? null,
          })),
      };
    },

    getChoices: (_input, { caller }) => choicesOf(deps, caller),
  };
}

async function choicesOf({ db }: ChangeDeps, { schoolId }: Caller) {
  const found = await Promise.all((await profReads(db).offeredIds(schoolId)).map((id) => profReads(db).byId(id)));
  const professions = found
    .flatMap((profession) => (profession?.enabled ? [profession] : []))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return {
    professions: professions.map(({ id, name, code, levels, trades }) => ({ id, name, code, levels: [...levels], trades: [...trades] })),
    forms: await editionStore(db).inUse(schoolId),
    ruleSets: await ruleSetStore(db).published(),
  };
}
