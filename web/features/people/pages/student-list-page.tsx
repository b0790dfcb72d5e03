import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { PeopleList } from '../parts/people-list.tsx';
import { RegistrationSwitch } from '../parts/registration-switch.tsx';

export function StudentListPage() {
  const { t } = useTranslation('people');
  const ofSchool = useAtomValue(sessionUserAtom)?.roles.includes('school') === true;
  return (
    <PeopleList
      name="students"
      title={t('students')}
      types={[7, 8]}
      importPath="/teacher/student/index/import"
      headExtra={ofSchool && <RegistrationSwitch />}
    />
  );
}
