import { useTranslation } from 'react-i18next';
import { PeopleList } from '../parts/people-list.tsx';

export function StudentListPage() {
  const { t } = useTranslation('people');
  return <PeopleList name="students" title={t('students')} types={[7, 8]} importPath="/teacher/student/index/import" />;
}
