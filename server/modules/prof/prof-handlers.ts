import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Handlers, type Message, Refusal, refuse } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import { refuseStale } from '../../http/stale-version.ts';
import type { ServerClock } from '../../ports.ts';
import { detailReads } from '../detail/detail-reads.ts';
import { questionReads } from '../question/question-reads.ts';
import { professionListStore, professionSorts } from './prof-list-store.ts';
import { professionFieldNames, profMessages as messages } from './prof-messages.ts';
import { type ProfessionChange, type ProfessionDraft, professionStore } from './prof-store.ts';
import { profReads } from './prof-reads.ts';

export interface ProfDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
}

export function profHandlers({ db, clock }: ProfDeps): Handlers<'prof'> {
  const store = professionStore(db);
  const lists = professionListStore(db);
  const reads = profReads(db);
  const tables = detailReads(db);
  const questions = questionReads(db);
  const editor = (caller: { userId: number }) => ({ userId: caller.userId, nowMs: clock.nowMs() });

  const fieldFault = (path: string, message: Message): Refusal => refuse('invalid', message, { fields: [{ path, message }] });

  /** What no schema sees: codes taken, things written twice, trades and levels that must stay. */
  const draftFault = async (draft: ProfessionDraft, id?: number): Promise<Refusal | undefined> => {
    const holder = await store.byCode(draft.code);
    if (holder && holder.id !== id) return fieldFault('code', messages.codeTaken(draft.code, holder.name));
    const level = draft.levels.find((each, at) => draft.levels.indexOf(each) !== at);
    if (level !== undefined) return fieldFault('levels', messages.levelTwice(level));
    const names = draft.trades.map((trade) => trade.name);
    const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
    if (twice >= 0) return fieldFault(`trades.${twice}.name`, messages.tradeTwice(names[twice] ?? ''));
    const before = id === undefined ? [] : ((await reads.byId(id))?.trades ?? []);
    const ids = draft.trades.flatMap((trade) => trade.id ?? []);
    const foreign = draft.trades.findIndex((trade) => trade.id !== undefined && !before.some((each) => each.id === trade.id));
    if (foreign >= 0 || new Set(ids).size < ids.length) return fieldFault(`trades.${Math.max(foreign, 0)}.id`, messages.tradeUnknown());
    if (id === undefined) return undefined;
    const used = await tables.placesOf(id);
    const lostLevel = used.levels.find((each) => !draft.levels.includes(each));
    if (lostLevel !== undefined) return fieldFault('levels', messages.levelUsed(lostLevel));
    const lostTrade = before.find((trade) => used.tradeIds.includes(trade.id) && !ids.includes(trade.id));
    if (lostTrade !== undefined) return fieldFault('trades', messages.tradeUsed(lostTrade.name));
    const gone = before.filter((trade) => !ids.includes(trade.id));
    const filed = await questions.tradeInUse(gone.map((trade) => trade.id));
    const inUse = gone.find((trade) => trade.id === filed);
    return inUse && fieldFault('trades', messages.tradeHasQuestions(inUse.name));
  };

  const answer = <K extends string>(
    change: ProfessionChange<K>,
    { id, code = '' }: { id: number; code?: string },
  ): { id: number; version: number } | Refusal => {
    if (change.kind === 'done' && 'version' in change) return { id, version: change.version };
    if (change.kind === 'stale' && 'note' in change) return refuseStale(messages.thing(), change.note, professionFieldNames);
    return change.kind === 'taken' ? fieldFault('code', messages.codeTaken(code, '')) : refuse('notFound', messages.notFound());
  };

  return {
    async getList(input, { caller }) {
      const order = readListQuery(input, professionSorts, 'code');
      return order instanceof Refusal ? order : lists.list({ ...input.filter, schoolId: caller.schoolId }, order);
    },

    async getById({ id }, { caller }) {
      return (await lists.byId(caller.schoolId, id)) ?? refuse('notFound', messages.notFound());
    },

    async add(input, { caller, audit }) {
      const fault = await draftFault(input);
      if (fault) return fault;
      const added = await store.add(input, editor(caller));
      if (!added) return fieldFault('code', messages.codeTaken(input.code, ''));
      audit.note({ entity, id: added.id, schoolId: null, before: null, after: input });
      return added;
    },

    async modify(input, { caller, audit }) {
      const { id, version: _version, ...draft } = input;
      const before = await lists.byId(caller.schoolId, id);
      if (!before) return refuse('notFound', messages.notFound());
      audit.note({ entity, id, schoolId: null, before, after: { ...before, ...draft } });
      const change = async () => answer(await store.modify(input, editor(caller)), input);
      return (await draftFault(draft, id)) ?? change();
    },

    async setStatus({ id, version, enabled }, { caller, audit }) {
      const name = (await lists.byId(caller.schoolId, id))?.name;
      audit.note({ entity, id, name, schoolId: null, before: { enabled: !enabled }, after: { enabled } });
      return answer(await store.setEnabled({ id, version }, enabled, editor(caller)), { id });
    },

    async remove(key, { caller, audit }) {
      const before = (await lists.byId(caller.schoolId, key.id)) ?? null;
      audit.note({ entity, id: key.id, schoolId: null, before, after: null });
      if (before?.version === key.version) {
        if ((await tables.placesOf(key.id)).levels.length > 0) return refuse('refused', messages.hasTables());
        const count = await questions.countOfProfession(key.id);
        if (count > 0) return refuse('refused', messages.hasQuestions(count));
      }
      const change = await store.remove(key);
      if (change.kind === 'offered') return refuse('refused', messages.offeredBySchools(change.offers));
      const answered = answer(change, key);
      return 'version' in answered ? {} : answered;
    },

    async setOffered({ ids, offered }, { caller, audit }) {
      audit.note({ entity: 'schoolProfession', id: null, after: { ids, offered } });
      const known = await store.known(ids);
      if (known.length < new Set(ids).size) return refuse('notFound', messages.notFound());
      const disabled = known.find((each) => each.enabled === 0);
      if (offered && disabled) return refuse('refused', messages.disabled(disabled.name));
      return { changed: await store.setOffered(caller.schoolId, ids, offered, clock.nowMs()) };
    },

    async setArea({ ids, area, offered }, { caller, audit }) {
      audit.note({ entity: 'schoolProfession', id: null, after: { ids, area, offered } });
      const changed = await store.setArea(caller.schoolId, ids, area, offered);
      return changed === undefined ? refuse('notFound', messages.notOffered()) : { changed };
    },
  };
}

/** In the audit log; the catalogue belongs to no school. */
const entity = 'profession';
