import { rowOwnerStore, type Viewer } from '../../db/row-owner-store.ts';
import { answerCategoryMove, refuseCategory } from '../../http/category-answer.ts';
import { type Handlers, Refusal } from '../../http/handler.ts';
import { bankToChange, bankToRead } from './question-access.ts';
import { questionCategoryStore } from './question-category-store.ts';
import type { QuestionDeps } from './question-deps.ts';
import { questionListStore } from './question-list-store.ts';

type CategoryCalls = 'getCategories' | 'addCategory' | 'moveCategory' | 'removeCategory' | 'getTags';

export function questionCategoryHandlers({ db, clock }: QuestionDeps): Pick<Handlers<'question'>, CategoryCalls> {
  const storeOf = async (schoolId: number | null, caller: Viewer) => {
    const hidden = schoolId === null ? [] : await rowOwnerStore(db).hiddenQuestions(caller);
    return questionCategoryStore(db, schoolId, { userId: caller.userId, nowMs: clock.nowMs() }, { hidden });
  };
  const lists = questionListStore(db);

  return {
    async getCategories({ bank }, { caller }) {
      const scope = await bankToRead(db, caller, bank);
      if (scope instanceof Refusal) return scope;
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

    async addCategory({ bank: asked, category }, { caller, audit }) {
      const bank = bankToChange(caller, asked);
      if (bank instanceof Refusal) return bank;
      if (!(await (await storeOf(bank.schoolId, caller)).add(category))) return refuseCategory(category);
      audit.note({ entity: 'questionCategory', id: category, before: null, after: { category }, schoolId: bank.schoolId });
      return { category };
    },

    async moveCategory({ bank: asked, from, to, merge }, { caller, audit }) {
      const bank = bankToChange(caller, asked);
      if (bank instanceof Refusal) return bank;
      const move = await (await storeOf(bank.schoolId, caller)).move(from, to, merge);
      const after = { category: to, moved: move.kind === 'done' ? move.moved : 0, merge };
      audit.note({ entity: 'questionCategory', id: from, before: { category: from }, after, schoolId: bank.schoolId });
      return answerCategoryMove(move, to);
    },

    async removeCategory({ bank: asked, category, moveTo }, { caller, audit }) {
      const bank = bankToChange(caller, asked);
      if (bank instanceof Refusal) return bank;
      const move = await (await storeOf(bank.schoolId, caller)).remove(category, moveTo);
      const after = { moveTo, moved: move.kind === 'done' ? move.moved : 0 };
      audit.note({ entity: 'questionCategory', id: category, before: { category }, after, schoolId: bank.schoolId });
      return answerCategoryMove(move, moveTo);
    },

    async getTags({ bank }, { caller }) {
      const scope = await bankToRead(db, caller, bank);
      return scope instanceof Refusal ? scope : { items: await lists.tags(scope) };
    },
  };
}
