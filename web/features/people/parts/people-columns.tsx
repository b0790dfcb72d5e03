import { useTranslation } from '../../../lib/i18n.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import type { ListedPerson } from '../people-queries.ts';
import { dateColumn, nameColumn, statusColumn } from '../../../ui/list/columns.tsx';

const looks = { 0: { tone: 'neutral', mark: 'ring' }, 1: { tone: 'delivered', mark: 'dot' }, 2: { tone: 'kept', mark: 'square' } } as const;

/**
 * Returns the columns of a list of people. `applying`: what applicants entered at registration comes first. `mixed`: adds a column for the user type.
 */
export function usePeopleColumns(ofStudents: boolean, applying: boolean, mixed: boolean): readonly Column<ListedPerson>[] {
  const { t } = useTranslation('people');
  const name: Column<ListedPerson> = nameColumn(t('name'), (row) => row.name, { opens: true, width: 'w-32' });
  const loginName: Column<ListedPerson> = {
    key: 'login_name',
    header: t('loginName'),
    sort: 'login_name',
    width: 'w-36',
    value: (row) => row.login_name,
  };
  const type: Column<ListedPerson> = {
    key: 'type',
    header: t('type'),
    width: 'w-20',
    value: ({ user_type: of }) => (of === 7 || of === 8 ? t(`types.${of}`) : ''),
  };
  const student: readonly Column<ListedPerson>[] = [
    { key: 'student_no', header: t('studentNo'), sort: 'student_no', width: 'w-36', wide: true, value: (row) => row.student_no },
    { key: 'class', header: t('class'), width: 'w-44', value: (row) => row.class_name },
    { key: 'ticket_no', header: t('ticketNo'), width: 'w-32', wide: true, extra: applying, value: (row) => row.ticket_no },
  ];
  const staff: readonly Column<ListedPerson>[] = [
    {
      key: 'extra',
      header: t('extraRoles'),
      width: 'w-36',
      value: (row) => row.extra_roles.map((role) => (role === 'marker' || role === 'invigilator' ? t(`extra.${role}`) : role)).join('、'),
    },
  ];
  return [
    name,
    loginName,
    ...(mixed ? [type] : []),
    ...(ofStudents ? student : staff),
    { key: 'phone', header: t('phone'), width: 'w-36', extra: !applying, value: (row) => row.phone },
    { key: 'sex', header: t('sex'), width: 'w-16', extra: true, value: (row) => t(`sexes.${row.sex}`) },
    { key: 'employer', header: t('employer'), extra: true, value: (row) => row.employer },
    { key: 'note', header: t('note'), extra: !applying, value: (row) => row.note },
    statusColumn(
      'status',
      t('status'),
      (row) => (
        <span title={row.rejected_reason === '' ? undefined : t('rejectedFor', { reason: row.rejected_reason })}>
          <Chip {...looks[row.status]}>{t(row.rejected_reason === '' ? `statuses.${row.status}` : 'rejected')}</Chip>
        </span>
      ),
      (row) => (row.rejected_reason === '' ? t(`statuses.${row.status}`) : t('rejectedFor', { reason: row.rejected_reason })),
      { width: 'w-32' },
    ),
    dateColumn('last_sign_in', t('lastSignIn'), (row) => row.last_sign_in_ms, { wide: true, extra: applying, none: t('never') }),
    dateColumn('created', t('created'), (row) => row.created_ms, { sort: 'created_ms', width: 'w-32', extra: true, style: 'day' }),
  ];
}
