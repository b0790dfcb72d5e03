import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n.ts';
import { call } from '../../../platform/call.ts';
import { useCategoryEdits } from '../../../platform/category-edits.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { CategoryPage } from '../../../ui/category-page.tsx';

/** The tree declaration projects are filed in. */
export function DeclarationCategoryPage() {
  const { t } = useTranslation('filing');
  const mayChange = useMayChange();
  const categories = useQuery({
    queryKey: ['declaration', 'getCategories'],
    queryFn: async ({ signal }) =>
      (await call('/declaration/getCategories', {}, { signal })).items.map(({ category, count }) => ({
        category,
        counts: [{ type: 0, count }],
      })),
  });
  const edits = useCategoryEdits({
    key: ['declaration'],
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
