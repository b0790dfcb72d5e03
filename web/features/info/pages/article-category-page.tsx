import { useTranslation } from '../../../lib/i18n.ts';
import { CategoryOwnerPage } from '../../../platform/choices/category-owner.tsx';

export function ArticleCategoryPage() {
  const { t } = useTranslation(['learning', 'app']);
  return <CategoryOwnerPage shelf="article" title={t('app:titles.articleCategories')} lists="/teacher/info/index" />;
}
