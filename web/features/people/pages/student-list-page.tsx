import { useTranslation } from '../../../lib/i18n.ts';
import { ForRoles } from '../../../platform/session/for-roles.tsx';
import { studentTypes } from '../people-queries.ts';
import { PeopleList } from '../parts/people-list.tsx';
import { RegistrationSwitch } from '../parts/registration-switch.tsx';

export function StudentListPage() {
  const { t } = useTranslation('people');
  return (
    <PeopleList
      name="students"
      title={t('students')}
      types={studentTypes}
      allTypes={t('allStudents')}
      importPath="/teacher/student/index/import"
      headExtra={
        <ForRoles roles={['school']}>
          <RegistrationSwitch />
        </ForRoles>
      }
    />
  );
}
