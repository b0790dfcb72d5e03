import { useTranslation } from '../../lib/i18n.ts';
import type { QuestionBank } from '../../../sync/contract/codes.ts';
import { makeCall } from '../../platform/api/call.ts';
import { useCategoryEdits } from '../../platform/forms/category-edits.ts';
import type { CategoryEdits } from '../../ui/tree/category-tree-view.tsx';

/** Returns the operations on the categories of a bank. */
export function useBankCategoryEdits(bank: QuestionBank): CategoryEdits {
  const { t } = useTranslation('question');
  return useCategoryEdits({
    calls: '/question',
    add: (category) => makeCall('/question/addCategory', { bank, category }),
    move: (from, to, merge) => makeCall('/question/moveCategory', { bank, from, to, merge }, { quiet: true }),
    remove: (category, moveTo) => makeCall('/question/removeCategory', { bank, category, moveTo }),
    words: {
      removing: (count) => t('categoryRemoveText', { count }),
      merging: (values) => t('mergeText', values),
      moveTo: t('categoryMoveTo'),
      moved: (count) => t('categoryMoved', { count }),
      removed: (count) => t('categoryRemoved', { count }),
    },
  });
}
