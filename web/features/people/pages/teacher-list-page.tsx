import { useTranslation } from '../../../lib/i18n.ts';
import { staffTypes } from '../people-queries.ts';
import { PeopleList } from '../parts/people-list.tsx';

export function TeacherListPage() {
  const { t } = useTranslation(['people', 'app']);
  return <PeopleList name="staff" title={t('app:titles.teachers')} types={staffTypes} importPath="/teacher/manage/teacher/import" />;
}
