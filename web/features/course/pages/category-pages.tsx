import { useTranslation } from '../../../lib/i18n.ts';
import { ShelfCategoryPage } from '../../../platform/shelf.tsx';

export function CourseCategoryPage() {
  const { t } = useTranslation('learning');
  return <ShelfCategoryPage shelf="course" title={t('courseCategories')} lists="/teacher/course/index" />;
}

export function CoursewareCategoryPage() {
  const { t } = useTranslation('learning');
  return <ShelfCategoryPage shelf="courseware" title={t('coursewareCategories')} lists="/teacher/course/courseware" />;
}
