import { useTranslation } from 'react-i18next';
import { ShelfCategoryPage } from '../../../platform/shelf.tsx';

export function ArticleCategoryPage() {
  const { t } = useTranslation('learning');
  return <ShelfCategoryPage shelf="article" title={t('articleCategories')} lists="/teacher/info/index" />;
}
