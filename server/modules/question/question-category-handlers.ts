import { type Handlers, Refusal, refuse } from '../../http/handler.ts';
import { bankToChange, bankToRead } from './question-access.ts';
import { type CategoryMove, questionCategoryStore } from './question-category-store.ts';
import type { QuestionDeps } from './question-deps.ts';
import { questionListStore } from './question-list-store.ts';
import { questionMessages as messages } from './question-messages.ts';

type CategoryCalls = 'getCategories' | 'addCategory' | 'moveCategory' | 'removeCategory' | 'getTags';

export function questionCategoryHandlers({ db, clock }: QuestionDeps): Pick<Handlers<'question'>, CategoryCalls> {
  const store = questionCategoryStore(db);
  const lists = questionListStore(db);

  const answer = (move: CategoryMove, path: string): { moved: number } | Refusal => {
    switch (move.kind) {
      case 'done':
        return { moved: move.moved };
      case 'notFound':
        return refuse('notFound', messages.noCategory());
      case 'inside':
        return refuse('refused', messages.categoryInside());
      case 'taken':
        return refuse('refused', messages.categoryTaken(path), { data: { taken: true } });
      case 'deep':
        return refuse('refused', messages.categoryDeep());
    }
  };

  return {
    async getCategories({ bank }, { caller }) {
      const scope = await bankToRead(db, caller, bank);
      if (scope instanceof Refusal) return scope;
      const counted = Map.groupBy(await lists.categories(scope), (row) => row.category);
      const folders = scope.offered === undefined ? await store.folders(scope.schoolId) : [];
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
      if (!(await store.add(bank.schoolId, category)))
        return refuse('refused', messages.categoryTaken(category), {
          fields: [{ path: 'category', message: messages.categoryTaken(category) }],
        });
      audit.note({ entity: 'questionCategory', id: category, before: null, after: { category }, schoolId: bank.schoolId });
      return { category };
    },

    async moveCategory({ bank: asked, from, to, merge }, { caller, audit }) {
      const bank = bankToChange(caller, asked);
      if (bank instanceof Refusal) return bank;
      const move = await store.move(bank.schoolId, from, to, merge, { userId: caller.userId, nowMs: clock.nowMs() });
      const after = { category: to, moved: move.kind === 'done' ? move.moved : 0, merge };
      audit.note({ entity: 'questionCategory', id: from, before: { category: from }, after, schoolId: bank.schoolId });
      return answer(move, to);
    },

    async removeCategory({ bank: asked, category, moveTo }, { caller, audit }) {
      const bank = bankToChange(caller, asked);
      if (bank instanceof Refusal) return bank;
      const move = await store.remove(bank.schoolId, category, moveTo, { userId: caller.userId, nowMs: clock.nowMs() });
      const after = { moveTo, moved: move.kind === 'done' ? move.moved : 0 };
      audit.note({ entity: 'questionCategory', id: category, before: { category }, after, schoolId: bank.schoolId });
      return answer(move, moveTo);
    },

    async getTags({ bank }, { caller }) {
      const scope = await bankToRead(db, caller, bank);
      return scope instanceof Refusal ? scope : { items: await lists.tags(scope) };
    },
  };
}
