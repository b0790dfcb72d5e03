import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/call-query.ts';
import { call } from '../../../platform/call.ts';
import { categoryRows, useCategoryEdits } from '../../../platform/category-edits.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { CategoryPage } from '../../../ui/category-page.tsx';

/** Manages the categories of declaration projects. */
export function DeclarationCategoryPage() {
  const { t } = useTranslation('filing');
  const mayChange = useMayChange();
  const categories = useCall('/declaration/getCategories', {}, { select: categoryRows });
  const edits = useCategoryEdits({
    calls: '/declaration',
    add: (category) => call('/declaration/addCategory', { category }),
    move: (from, to, merge) => call('/declaration/moveCategory', { from, to, merge }, { quiet: true }),
    remove: (category, moveTo) => call('/declaration/removeCategory', { category, moveTo }),
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
      title={t('categories')}
      description={t('categoriesHint')}
      categories={categories}
      edits={mayChange ? edits : null}
      listOf={(category) => `/teacher/declaration/index?category=${encodeURIComponent(category)}`}
      words={{ inAll: t('categoriesInAll'), go: t('categoryGo'), empty: t('categoriesEmpty'), emptyText: t('categoriesEmptyText') }}
    />
  );
}
