import type { Kysely } from 'kysely';
import type { QuestionBank } from '../../../../../sync/contract/codes.ts';
import { certifiedBankId } from '../../../../db/schema/question.ts';
import type { Database } from '../../../../db/schema.ts';
import { createRowOwnerStore, type Viewer } from '../../../../db/row-owner-store.ts';
import { type Handlers } from '../../../../http/handler.ts';
import { createCategoryHandlers, sortCategoryPaths } from '../../../../resources/category-handlers.ts';
import { getWritableBank, getReadableBank } from '../question-access.ts';
import { createQuestionCategoryStore } from './question-category-store.ts';
import type { QuestionDeps } from '../question-deps.ts';
import { getOwnerSchoolId } from '../question-row.ts';
import { createQuestionListStore } from '../question-list-store.ts';

type CategoryCalls = 'getCategories' | 'addCategory' | 'moveCategory' | 'removeCategory' | 'getTags';

export function createQuestionCategoryHandlers({ db, clock }: QuestionDeps): Pick<Handlers<'question'>, CategoryCalls> {
  const storeOf = (on: Kysely<Database>, schoolId: number, caller: Viewer) => {
    const hidden = schoolId === certifiedBankId ? undefined : createRowOwnerStore(on).hiddenDrafts(caller);
    return createQuestionCategoryStore(on, schoolId, { userId: caller.userId, nowMs: clock.nowMs() }, { hidden });
  };
  const lists = createQuestionListStore(db);

  return {
    ...createCategoryHandlers<{ bank?: QuestionBank | undefined }>(db, {
      entity: 'questionCategory',
      ownerOf: (caller, { bank }) => getOwnerSchoolId(getWritableBank(caller, bank).schoolId),
      open: (on, caller, { bank }) => storeOf(on, getWritableBank(caller, bank).schoolId, caller),
    }),

    async getCategories({ bank }, { caller }) {
      const scope = await getReadableBank(db, caller, bank);
      const counted = Map.groupBy(await lists.categories(scope), (row) => row.category);
      const folders = scope.offered === undefined ? await storeOf(db, scope.schoolId, caller).folders() : [];
      return {
        items: sortCategoryPaths([...counted.keys(), ...folders]).map((category) => ({
          category,
          counts: (counted.get(category) ?? []).map(({ type, count }) => ({ type, count })),
        })),
      };
    },

    async getTags({ bank }, { caller }) {
      const scope = await getReadableBank(db, caller, bank);
      return { items: await lists.tags(scope) };
    },
  };
}
