import { useTranslation } from '../../lib/i18n.ts';
import type { PaperCategoryTree } from '../../../sync/contract/codes.ts';
import { makeCall } from '../../platform/api/call.ts';
import { type CategoryEdits, useCategoryEdits } from '../../platform/categories/category-edits.ts';

/** Returns the edits of the paper categories of one area. */
export function usePaperCategoryEdits(shelf: PaperCategoryTree): CategoryEdits {
  const { t } = useTranslation('paper');
  return useCategoryEdits({
    calls: '/paper',
    add: (category) => makeCall('/paper/addCategory', { shelf, category }),
    move: (from, to, merge, quiet) => makeCall('/paper/moveCategory', { shelf, from, to, merge }, quiet),
    remove: (category, moveTo, quiet) => makeCall('/paper/removeCategory', { shelf, category, moveTo }, quiet),
    words: {
      removing: (count) => t('categoryRemoving', { count }),
      merging: (values) => t('categoryMerging', values),
      moveTo: t('categoryMoveTo'),
      moved: (count) => t('categoryMoved', { count }),
      removed: (count) => t('categoryRemoved', { count }),
    },
  });
}
