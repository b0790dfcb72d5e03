import { useTranslation } from '../../lib/i18n.ts';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import { makeCall } from '../../platform/api/call.ts';
import { type CategoryEdits, useCategoryEdits } from '../../platform/categories/category-edits.ts';

/** Returns the operations on the categories of a bank. */
export function useBankCategoryEdits(bank: QuestionBank): CategoryEdits {
  const { t } = useTranslation('question');
  return useCategoryEdits({
    calls: '/question',
    add: (category) => makeCall('/question/addCategory', { bank, category }),
    move: (from, to, merge, quiet) => makeCall('/question/moveCategory', { bank, from, to, merge }, quiet),
    remove: (category, moveTo, quiet) => makeCall('/question/removeCategory', { bank, category, moveTo }, quiet),
    words: {
      removing: (count) => t('categoryRemoveText', { count }),
      merging: (values) => t('mergeText', values),
      moveTo: t('categoryMoveTo'),
      moved: (count) => t('categoryMoved', { count }),
      removed: (count) => t('categoryRemoved', { count }),
    },
  });
}
