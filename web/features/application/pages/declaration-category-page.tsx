import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
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
    add: '/declaration/addCategory',
    move: '/declaration/moveCategory',
    remove: '/declaration/removeCategory',
    tree: {},
    countRows: (count) => t('categoryRows', { count }),
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
