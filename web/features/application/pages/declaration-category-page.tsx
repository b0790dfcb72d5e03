import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { toCategoryRows, useCategoryEdits } from '../../../platform/categories/category-edits.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { CategoryPage } from '../../../platform/categories/category-page.tsx';

/** Manages the categories of declaration projects. */
export function DeclarationCategoryPage() {
  const { t } = useTranslation(['application', 'words']);
  const mayChange = useCanChangeData();
  const categories = useCall('/declaration/getCategories', {}, { select: toCategoryRows });
  const edits = useCategoryEdits({
    calls: '/declaration',
    add: (category) => makeCall('/declaration/addCategory', { category }),
    move: (from, to, merge, quiet) => makeCall('/declaration/moveCategory', { from, to, merge }, quiet),
    remove: (category, moveTo, quiet) => makeCall('/declaration/removeCategory', { category, moveTo }, quiet),
    words: {
      removing: (count) => t('categoryRemoving', { count }),
      merging: (values) => t('categoryMerging', values),
      moveTo: t('categoryMoveTo'),
      moved: (count) => t('categoryMoved', { count }),
      removed: (count) => t('categoryRemoved', { count }),
    },
  });
  return (
    <CategoryPage
      description={t('categoriesHint')}
      categories={categories}
      edits={mayChange ? edits : null}
      listOf={(category) => `/teacher/declaration/index?category=${encodeURIComponent(category)}`}
      words={{ inAll: t('categoriesInAll'), go: t('categoryGo'), empty: t('words:categoriesEmpty'), emptyText: t('categoriesEmptyText') }}
    />
  );
}
