import { professionResource } from '../../../../sync/contract/people/profession.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { type Caller, type Handlers, refuse, refuseField, say } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { changeResource, type ChangeDeps, type ResourceChangeState } from '../../../resources/change.ts';
import type { ProfessionReferences, ReferenceRegistry } from '../../../resources/references.ts';
import { createResourceHandlers, createRowConverter } from '../../../resources/resource-handlers.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createUserReads } from '../user/user-reads.ts';
import { createProfessionListStore, createProfessionStore, professionSorts, professionTradeStore } from './profession-store.ts';

type Profession = typeof professionResource;

const messages = {
  notFound: () => say('职业不存在', 'There is no such profession'),
  tradeTwice: (name: string) => say(`工种“${name}”写了两次`, `The trade "${name}" is listed twice`),
  tradeUnknown: () => say('这个工种不属于该职业', 'This trade does not belong to the profession'),
  tradeUsed: (name: string) =>
    say(`工种“${name}”已有鉴定要素细目表，不能删除`, `The trade "${name}" has a detail table and cannot be deleted`),
  tradeHasQuestions: (name: string) =>
    say(`工种“${name}”下还有题目，不能删除`, `There are still questions of the trade "${name}", so it cannot be deleted`),
  levelTwice: (level: number) => say(`${level} 级写了两次`, `Level ${level} is listed twice`),
  levelUsed: (level: number) => say(`${level} 级已有鉴定要素细目表，不能去掉`, `Level ${level} has a detail table and cannot be removed`),
  offeredBySchools: (count: number) =>
    say(
      `有 ${count} 所学校开设该职业，不能删除；可以停用`,
      count === 1 ? 'A school offers this profession; disable it instead' : `${count} schools offer this profession; disable it instead`,
    ),
  hasTables: () =>
    say('该职业已有鉴定要素细目表，不能删除；可以停用', 'This profession has detail tables and cannot be deleted. Disable it instead'),
  hasQuestions: (count: number) =>
    say(
      `该职业下还有 ${count} 道试题，不能删除；可以停用`,
      `There are still ${count} questions of this profession, so it cannot be deleted. Disable it instead`,
    ),
  disabled: (name: string) => say(`“${name}”已停用，不能再开设`, `"${name}" is disabled and can no longer be offered`),
  notOffered: () => say('本校没有开设所选的职业', 'Your school does not offer the chosen profession'),
} as const;

/** Checks what no schema can: duplicates, and trades and levels that are still in use. */
async function checkDraft(
  draft: ResourceDraft<Profession>,
  { tx, before }: ResourceChangeState<Profession>,
  use: ProfessionReferences,
): Promise<void> {
  const level = draft.levels.find((each, at) => draft.levels.indexOf(each) !== at);
  if (level !== undefined) refuseField('invalid', 'levels', messages.levelTwice(level));
  const names = draft.trades.map((trade) => trade.name);
  const duplicateAt = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (duplicateAt >= 0) refuseField('invalid', `trades.${duplicateAt}.name`, messages.tradeTwice(names[duplicateAt] ?? ''));
  const tradesBefore = (before?.trades ?? []).map(({ id, name }) => ({ id: id ?? 0, name }));
  const ids = draft.trades.flatMap((trade) => trade.id ?? []);
  const foreignAt = draft.trades.findIndex((trade) => trade.id !== undefined && !tradesBefore.some((each) => each.id === trade.id));
  if (foreignAt >= 0 || new Set(ids).size < ids.length)
    refuseField('invalid', `trades.${Math.max(foreignAt, 0)}.id`, messages.tradeUnknown());
  if (before === undefined) return;
  const usedPlaces = await use.tablePlaces(tx, before.id);
  const lostLevel = usedPlaces.levels.find((each) => !draft.levels.includes(each));
  if (lostLevel !== undefined) refuseField('invalid', 'levels', messages.levelUsed(lostLevel));
  const removedTrades = tradesBefore.filter((trade) => !ids.includes(trade.id));
  const lostTrade = removedTrades.find((trade) => usedPlaces.tradeIds.includes(trade.id));
  if (lostTrade !== undefined) refuseField('invalid', 'trades', messages.tradeUsed(lostTrade.name));
  const usedTradeId = await use.tradeWithQuestions(
    tx,
    removedTrades.map((trade) => trade.id),
  );
  const usedTrade = removedTrades.find((trade) => trade.id === usedTradeId);
  if (usedTrade) refuseField('invalid', 'trades', messages.tradeHasQuestions(usedTrade.name));
}

/** Refuses to remove a profession that is in use. Otherwise clears the profession of its users. */
async function checkRemoval(
  { id }: StoredResource<Profession>,
  { tx }: ResourceChangeState<Profession>,
  use: ProfessionReferences,
): Promise<void> {
  if ((await use.tablePlaces(tx, id)).levels.length > 0) refuse('refused', messages.hasTables());
  const questions = await use.questions(tx, id);
  if (questions > 0) refuse('refused', messages.hasQuestions(questions));
  const offers = await createProfessionStore(tx).offers(id);
  if (offers > 0) refuse('refused', messages.offeredBySchools(offers));
  await createProfessionStore(tx).clearFromUsers(id);
}

export function createProfessionHandlers(deps: ChangeDeps & { readonly uses: Pick<ReferenceRegistry, 'profession'> }): Handlers<'prof'> {
  const { db, clock } = deps;
  const use = deps.uses.profession;
  const lists = createProfessionListStore(db);
  const professions = createResourceStore(db, professionResource, professionTradeStore);
  const nobody = { offered: false, areas: [], schoolCount: 0, tableCount: 0 };

  const loadListValues = async (rows: readonly StoredResource<Profession>[], caller: Caller) => {
    const extrasById = await lists.besides(
      caller.schoolId,
      rows.map((row) => row.id),
    );
    const names = await createUserReads(db).names(rows.map((row) => row.updatedBy));
    return (row: StoredResource<Profession>) => ({
      ...(extrasById.get(row.id) ?? nobody),
      trades: row.trades.map(({ id, name }) => ({ id: id ?? 0, name })),
      updatedByName: names.get(row.updatedBy) ?? '',
    });
  };

  return {
    ...createResourceHandlers(deps, professions, {
      shown: loadListValues,
      checkDraft: (draft, state) => checkDraft(draft, state, use),
      checkRemoval: (stored, state) => checkRemoval(stored, state, use),
    }),

    async getList(input, { caller }) {
      const order = readListQuery(input, professionSorts, 'code');
      const { ids, total } = await lists.list({ ...input.filter, schoolId: caller.schoolId }, order);
      return { items: await createRowConverter({ shown: loadListValues })(await professions.byIds(caller.schoolId, ids), caller), total };
    },

    setStatus: ({ id, version, enabled }, context) => changeResource(deps, professions, context, { id, version }, () => ({ enabled })),

    setOffered: ({ ids, offered }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const store = createProfessionStore(tx);
        const professionRows = await store.listExisting(ids);
        if (professionRows.length < new Set(ids).size) refuse('notFound', messages.notFound());
        const disabled = professionRows.find((each) => each.enabled === 0);
        if (offered && disabled) refuse('refused', messages.disabled(disabled.name));
        await context.audit.noteIn(tx, { entity: 'schoolProfession', id: null, after: { ids, offered } });
        return { changed: await store.setOffered(context.caller.schoolId, ids, offered, clock.nowMs()) };
      }),

    setArea: ({ ids, area, offered }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const changed = await createProfessionStore(tx).setArea(context.caller.schoolId, ids, area, offered);
        if (changed === undefined) refuse('notFound', messages.notOffered());
        await context.audit.noteIn(tx, { entity: 'schoolProfession', id: null, after: { ids, area, offered } });
        return { changed };
      }),
  };
}
