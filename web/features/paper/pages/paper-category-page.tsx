import { useTranslation } from '../../../lib/i18n.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { CategoryPage } from '../../../platform/categories/category-page.tsx';
import { usePaperCategoryEdits, usePaperCategories, usePaperArea } from '../paper-queries.ts';

/** Manages the paper categories of an area (exams, mock tests and exercises, or homework), with the number of papers in each. */
export function PaperCategoryPage() {
  const { t } = useTranslation(['paper', 'words']);
  const { base, shelf } = usePaperArea();
  const mayChange = useCanChangeData();
  const edits = usePaperCategoryEdits(shelf);
  return (
    <CategoryPage
      description={t(mayChange ? 'categoriesHint' : 'categoriesHintReader')}
      categories={usePaperCategories(shelf)}
      edits={mayChange ? edits : null}
      listOf={(category) => `${base}/index?category=${encodeURIComponent(category)}`}
      listsNone
      words={{ inAll: t('words:papers'), go: t('categoryGo'), empty: t('words:categoriesEmpty'), emptyText: t('categoriesEmptyText') }}
    />
  );
}
