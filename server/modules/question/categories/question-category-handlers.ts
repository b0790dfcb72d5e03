import { createRowOwnerStore, type Viewer } from '../../../db/row-owner-store.ts';
import { toCategoryMoveResponse, refuseCategory } from '../../../http/routes/category-response.ts';
import { type Handlers } from '../../../http/handler.ts';
import { getWritableBank, getReadableBank } from '../question-access.ts';
import { createQuestionCategoryStore } from './question-category-store.ts';
import type { QuestionDeps } from '../question-deps.ts';
import { createQuestionListStore } from '../question-list-store.ts';

const entity = 'questionCategory';
type CategoryCalls = 'getCategories' | 'addCategory' | 'moveCategory' | 'removeCategory' | 'getTags';

export function createQuestionCategoryHandlers({ db, clock }: QuestionDeps): Pick<Handlers<'question'>, CategoryCalls> {
  const storeOf = async (schoolId: number | null, caller: Viewer) => {
    const hidden = schoolId === null ? [] : await createRowOwnerStore(db).hiddenQuestions(caller);
    return createQuestionCategoryStore(db, schoolId, { userId: caller.userId, nowMs: clock.nowMs() }, { hidden });
  };
  const lists = createQuestionListStore(db);

  return {
    async getCategories({ bank }, { caller }) {
      const scope = await getReadableBank(db, caller, bank);
      const counted = Map.groupBy(await lists.categories(scope), (row) => row.category);
      const folders = scope.offered === undefined ? await (await storeOf(scope.schoolId, caller)).folders() : [];
      const paths = [...new Set([...counted.keys(), ...folders])].toSorted((a, b) => (a < b ? -1 : 1));
      return {
        items: paths.map((category) => ({
          category,
          counts: (counted.get(category) ?? []).map(({ type, count }) => ({ type, count })),
        })),
      };
    },

    async addCategory({ bank: asked, category }, { caller, audit, answer }) {
      const bank = getWritableBank(caller, asked);
      const added = await (
        await storeOf(bank.schoolId, caller)
      ).add(category, async (tx) => {
        await audit.noteIn(tx, { entity, id: category, before: null, after: { category }, schoolId: bank.schoolId });
        await answer?.keepIn(tx, { category });
      });
      return added ? { category } : refuseCategory(category);
    },

    async moveCategory({ bank: asked, from, to, merge }, { caller, audit }) {
      const bank = getWritableBank(caller, asked);
      const before = { category: from };
      const move = await (
        await storeOf(bank.schoolId, caller)
      ).move(from, to, merge, (tx, moved) =>
        audit.noteIn(tx, { entity, id: from, before, after: { category: to, moved, merge }, schoolId: bank.schoolId }),
      );
      return toCategoryMoveResponse(move, to);
    },

    async removeCategory({ bank: asked, category, moveTo }, { caller, audit }) {
      const bank = getWritableBank(caller, asked);
      const move = await (
        await storeOf(bank.schoolId, caller)
      ).remove(category, moveTo, (tx, moved) =>
        audit.noteIn(tx, { entity, id: category, before: { category }, after: { moveTo, moved }, schoolId: bank.schoolId }),
      );
      return toCategoryMoveResponse(move, moveTo);
    },

    async getTags({ bank }, { caller }) {
      const scope = await getReadableBank(db, caller, bank);
      return { items: await lists.tags(scope) };
    },
  };
}
