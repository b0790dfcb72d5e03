import { useTranslation } from '../../lib/i18n.ts';
import type { PaperShelf } from '../../../sync/contract/codes.ts';
import { call } from '../../platform/call.ts';
import { useCategoryEdits } from '../../platform/category-edits.ts';
import type { CategoryEdits } from '../../ui/category-tree-view.tsx';

/** Returns the edits of the paper categories of one area. */
export function useShelfEdits(shelf: PaperShelf): CategoryEdits {
  const { t } = useTranslation('paper');
  return useCategoryEdits({
    calls: '/paper',
    add: (category) => call('/paper/addCategory', { shelf, category }),
    move: (from, to, merge) => call('/paper/moveCategory', { shelf, from, to, merge }, { quiet: true }),
    remove: (category, moveTo) => call('/paper/removeCategory', { shelf, category, moveTo }),
    words: {
      removing: (count) => t('categoryRemoving', { count }),
      merging: (values) => t('categoryMerging', values),
      moveTo: t('categoryMoveTo'),
      moved: (count) => t('categoryMoved', { count }),
      removed: (count) => t('categoryRemoved', { count }),
    },
  });
}
