import { useTranslation } from '../../lib/i18n.ts';
import type { PaperCategoryTree } from '../../../sync/contract/codes.ts';
import { makeCall } from '../../platform/api/call.ts';
import { useCategoryEdits } from '../../platform/forms/category-edits.ts';
import type { CategoryEdits } from '../../ui/tree/category-tree-view.tsx';

/** Returns the edits of the paper categories of one area. */
export function usePaperCategoryEdits(shelf: PaperCategoryTree): CategoryEdits {
  const { t } = useTranslation('paper');
  return useCategoryEdits({
    calls: '/paper',
    add: (category) => makeCall('/paper/addCategory', { shelf, category }),
    move: (from, to, merge) => makeCall('/paper/moveCategory', { shelf, from, to, merge }, { quiet: true }),
    remove: (category, moveTo) => makeCall('/paper/removeCategory', { shelf, category, moveTo }),
    words: {
      removing: (count) => t('categoryRemoving', { count }),
      merging: (values) => t('categoryMerging', values),
      moveTo: t('categoryMoveTo'),
      moved: (count) => t('categoryMoved', { count }),
      removed: (count) => t('categoryRemoved', { count }),
    },
  });
}
