import { useTranslation } from '../../../lib/i18n.ts';
import { CategoryOwnerPage } from '../../../platform/choices/category-owner.tsx';

export function ArticleCategoryPage() {
  const { t } = useTranslation('learning');
  return <CategoryOwnerPage shelf="article" title={t('articleCategories')} lists="/teacher/info/index" />;
}
