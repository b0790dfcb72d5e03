import { useTranslation } from '../../../lib/i18n.ts';
import { ShelfCategoryPage } from '../../../platform/shelf.tsx';

export function ArticleCategoryPage() {
  const { t } = useTranslation('learning');
  return <ShelfCategoryPage shelf="article" title={t('articleCategories')} lists="/teacher/info/index" />;
}
