import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { AccountList } from '../parts/account-list.tsx';
import { allAccountTypes } from '../parts/account-types.ts';
import { useSchoolById } from '../school-queries.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** Lists the administrators and leaders of one school. */
export function SchoolPeoplePage() {
  const { t } = useTranslation(['school', 'app']);
  const id = Number(useParams().id);
  const school = useSchoolById(id);
  const title = school.data === undefined ? t('app:titles.schoolAdmins') : t('peopleOf', { title: school.data.title });
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
  const { t } = useTranslation(['school', 'app']);
  return <AccountList name="school.users" title={t('app:titles.allUsers')} caption={t('allUsersCaption')} types={allAccountTypes} />;
}

export function BankAdminsPage() {
  const { t } = useTranslation(['school', 'app']);
  return <AccountList name="school.bank" title={t('app:titles.bankAdmins')} caption={t('app:titles.bankAdmins')} types={[10]} />;
}

export function EnrollAdminsPage() {
  const { t } = useTranslation(['school', 'app']);
  return <AccountList name="school.enroll" title={t('app:titles.enrollAdmins')} caption={t('app:titles.enrollAdmins')} types={[11]} />;
}
