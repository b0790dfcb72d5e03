import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { AccountList } from '../parts/account-list.tsx';
import { allAccountTypes, useSchoolById } from '../school-queries.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** Lists the administrators and leaders of one school. */
export function SchoolPeoplePage() {
  const { t } = useTranslation(['school', 'words']);
  const id = Number(useParams().id);
  const school = useSchoolById(id);
  const title = school.data === undefined ? t('words:schoolAdmins') : t('peopleOf', { title: school.data.title });
  return (
    <AccountList
      key={id}
      name="school.people"
      title={title}
      caption={t('peopleCaption')}
      types={[2, 3]}
      schoolId={id}
      website={school.data?.website}
      actions={<LinkButton to="/school/index">{t('back')}</LinkButton>}
    />
  );
}

/** Lists the accounts of all schools. */
export function AllUsersPage() {
  const { t } = useTranslation('school');
  return <AccountList name="school.users" caption={t('allUsersCaption')} types={allAccountTypes} />;
}

export const BankAdminsPage = () => <AccountList name="school.bank" types={[10]} />;

export const EnrollAdminsPage = () => <AccountList name="school.enroll" types={[11]} />;
