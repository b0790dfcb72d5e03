import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import type { CallAt } from '../../../platform/call-path.ts';
import { call } from '../../../platform/call.ts';
import { DataList } from '../../../ui/data-list.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { useListState } from '../../../ui/list-state.ts';
import { localList } from '../../../ui/local-list.ts';
import { Strip } from '../../../ui/strip.tsx';
import type { Column } from '../../../ui/table-columns.ts';

type Row = CallOutput<CallAt<'/class/getStatistics'>>['items'][number];
const rate = (row: Row): number | null => (row.scored === 0 ? null : Math.round((row.passed / row.scored) * 1000) / 10);

/** How the students are, class by class. */
export function StudentStatisticsPage() {
  const { t } = useTranslation('people');
  const list = useListState({ sort: 'name' });
  const statistics = useQuery({ queryKey: ['class', 'statistics'], queryFn: ({ signal }) => call('/class/getStatistics', {}, { signal }) });
  const count = (key: 'students' | 'enabled' | 'applying' | 'disabled' | 'signed_in' | 'scored', header: string): Column<Row> => ({
    key,
    header,
    sort: key,
    width: 'w-24',
    align: 'right',
    value: (row) => row[key],
  });
  const columns: readonly Column<Row>[] = [
    { key: 'name', header: t('class'), sort: 'name', fixed: true, opens: true, value: (row) => row.name },
    count('students', t('studentCount')),
    count('enabled', t('enabled')),
    count('applying', t('applying')),
    count('disabled', t('disabled')),
    count('signed_in', t('signedIn')),
    {
      key: 'last',
      header: t('lastSignIn'),
      sort: 'last',
      width: 'w-40',
      cell: (row) => (row.last_sign_in_ms === null ? t('never') : formatDateTime(row.last_sign_in_ms)),
      value: (row) => (row.last_sign_in_ms === null ? null : new Date(row.last_sign_in_ms)),
    },
    count('scored', t('scored')),
    {
      key: 'rate',
      header: t('passRate'),
      sort: 'rate',
      width: 'w-24',
      align: 'right',
      cell: (row) => (row.scored === 0 ? '–' : `${rate(row)} %`),
      value: rate,
    },
  ];
  const local = localList(statistics.data?.items ?? [], columns, list);
  return (
    <ListPage title={t('statistics')}>
      <Strip tone="neutral">{t('progressLater')}</Strip>
      <DataList
        name="students.statistics"
        caption={t('statistics')}
        list={list}
        query={statistics.data === undefined ? { data: undefined, error: statistics.error, refetch: statistics.refetch } : local}
        columns={columns}
        keyOf={(row) => row.id ?? 0}
        nameOf={(row) => row.name}
        open={(row) => `/teacher/student/index?class_id=${row.id ?? 0}`}
        empty={{ title: t('statisticsEmpty'), text: t('statisticsEmptyText') }}
      />
    </ListPage>
  );
}
