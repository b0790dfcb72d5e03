import { useTranslation } from '../../../lib/i18n.ts';
import { CategoryOwnerPage } from '../../../platform/choices/category-owner.tsx';

export function CourseCategoryPage() {
  const { t } = useTranslation(['learning', 'app']);
  return <CategoryOwnerPage shelf="course" title={t('app:titles.courseCategories')} lists="/teacher/course/index" />;
}

export function CoursewareCategoryPage() {
  const { t } = useTranslation(['learning', 'app']);
  return <CategoryOwnerPage shelf="courseware" title={t('app:titles.coursewareCategories')} lists="/teacher/course/courseware" />;
}
