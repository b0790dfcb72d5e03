import { useTranslation } from '../../../lib/i18n.ts';
import { PeopleList } from '../parts/people-list.tsx';

export function TeacherListPage() {
  const { t } = useTranslation('people');
  return <PeopleList name="staff" title={t('staff')} types={[6, 4, 5, 12]} importPath="/teacher/manage/teacher/import" />;
}
