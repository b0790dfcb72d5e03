import type { Kysely } from 'kysely';
import { certifiedBankId } from '../../../../db/schema/question.ts';
import type { Database } from '../../../../db/schema.ts';
import { createRowOwnerStore, type Viewer } from '../../../../db/row-owner-store.ts';
import { toCategoryMoveResponse, refuseCategory } from '../../../../http/routes/category-response.ts';
import { type Handlers } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { getWritableBank, getReadableBank } from '../question-access.ts';
import { createQuestionCategoryStore } from './question-category-store.ts';
import type { QuestionDeps } from '../question-deps.ts';
import { getOwnerSchoolId } from '../question-row.ts';
import { createQuestionListStore } from '../question-list-store.ts';

const entity = 'questionCategory';
type CategoryCalls = 'getCategories' | 'addCategory' | 'moveCategory' | 'removeCategory' | 'getTags';

export function createQuestionCategoryHandlers({ db, clock }: QuestionDeps): Pick<Handlers<'question'>, CategoryCalls> {
  const storeOf = (on: Kysely<Database>, schoolId: number, caller: Viewer) => {
    const hidden = schoolId === certifiedBankId ? undefined : createRowOwnerStore(on).hiddenDrafts(caller);
    return createQuestionCategoryStore(on, schoolId, { userId: caller.userId, nowMs: clock.nowMs() }, { hidden });
  };
  const lists = createQuestionListStore(db);

  return {
    async getCategories({ bank }, { caller }) {
      const scope = await getReadableBank(db, caller, bank);
      const counted = Map.groupBy(await lists.categories(scope), (row) => row.category);
      const folders = scope.offered === undefined ? await storeOf(db, scope.schoolId, caller).folders() : [];
      const paths = [...new Set([...counted.keys(), ...folders])].toSorted((a, b) => (a < b ? -1 : 1));
      return {
        items: paths.map((category) => ({
          category,
          counts: (counted.get(category) ?? []).map(({ type, count }) => ({ type, count })),
        })),
      };
    },

    async addCategory({ bank: asked, category }, context) {
      const { schoolId } = getWritableBank(context.caller, asked);
      return runUnitOfWork(db, getOwnerSchoolId(schoolId) ?? 'everything', context, async (tx) => {
        const store = storeOf(tx, schoolId, context.caller);
        if (!(await store.add(tx, category))) return refuseCategory(category);
        await context.audit.noteIn(tx, { entity, id: category, before: null, after: { category }, schoolId: getOwnerSchoolId(schoolId) });
        return { category };
      });
    },

    async moveCategory({ bank: asked, from, to, merge }, context) {
      const { schoolId } = getWritableBank(context.caller, asked);
      return runUnitOfWork(db, getOwnerSchoolId(schoolId) ?? 'everything', context, async (tx) => {
        const store = storeOf(tx, schoolId, context.caller);
        const { moved } = toCategoryMoveResponse(await store.move(tx, from, to, merge), to);
        const sides = { before: { category: from }, after: { category: to, moved, merge } };
        await context.audit.noteIn(tx, { entity, id: from, ...sides, schoolId: getOwnerSchoolId(schoolId) });
        return { moved };
      });
    },

    async removeCategory({ bank: asked, category, moveTo }, context) {
      const { schoolId } = getWritableBank(context.caller, asked);
      return runUnitOfWork(db, getOwnerSchoolId(schoolId) ?? 'everything', context, async (tx) => {
        const store = storeOf(tx, schoolId, context.caller);
        const { moved } = toCategoryMoveResponse(await store.remove(tx, category, moveTo), moveTo);
        await context.audit.noteIn(tx, {
          entity,
          id: category,
          before: { category },
          after: { moveTo, moved },
          schoolId: getOwnerSchoolId(schoolId),
        });
        return { moved };
      });
    },

    async getTags({ bank }, { caller }) {
      const scope = await getReadableBank(db, caller, bank);
      return { items: await lists.tags(scope) };
    },
  };
}
