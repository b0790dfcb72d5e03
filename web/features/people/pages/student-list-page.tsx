import { useTranslation } from '../../../lib/i18n.ts';
import { ForRoles } from '../../../platform/session/for-roles.tsx';
import { PeopleList } from '../parts/people-list.tsx';
import { RegistrationSwitch } from '../parts/registration-switch.tsx';

export function StudentListPage() {
  const { t } = useTranslation('people');
  return (
    <PeopleList
      name="students"
      title={t('students')}
      types={[7, 8]}
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
