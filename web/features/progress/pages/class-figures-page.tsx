import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { useListState } from '../../../ui/list/list-state.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { type Column, dateColumn, nameColumn } from '../../../ui/list/columns.tsx';
import { formatPercentOrDash, computePassRate, percentColumn } from '../figure-text.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

type Row = CallOutput<CallOfPath<'/progress/getClasses'>>['items'][number];
type Count =
  | 'students'
  | 'enabled'
  | 'applying'
  | 'disabled'
  | 'signed_in'
  | 'exams'
  | 'sat'
  | 'handed_in'
  | 'absent'
  | 'scored'
  | 'tests'
  | 'homework'
  | 'homework_in'
  | 'homework_done'
  | 'practised';
const progressPath = '/teacher/student/statistics/progress';
/** Maximum number of bars; more would be unreadable. */
const mostBars = 20;

/** Shows the learners' figures by class. */
export function ClassFiguresPage() {
  const { t } = useTranslation(['progress', 'words']);
  const list = useListState({ sort: 'name' });
  const classes = useCall('/progress/getClasses', {});
  const count = (key: Count, header: string, visibility: 'always' | 'wide' | 'extra' = 'always'): Column<Row> => ({
    key,
    header,
    sort: key,
    width: 'w-20',
    align: 'right',
    ...(visibility === 'always' ? {} : { [visibility]: true as const }),
    value: (row) => row[key],
  });
  const share = (key: 'homework_average' | 'practice_right', shown: 'wide' | 'extra'): Column<Row> =>
    percentColumn(key, t(`figures.${key}`), (row) => row[key], { sort: key, width: 'w-28', [shown]: true as const });
  const columns: readonly Column<Row>[] = [
    nameColumn(t('words:className'), (row) => row.name, { opens: true }),
    count('students', t('words:students')),
    count('enabled', t('enabled'), 'extra'),
    count('applying', t('applying'), 'wide'),
    count('disabled', t('disabled'), 'extra'),
    count('signed_in', t('signedIn')),
    dateColumn('last', t('words:lastSignIn'), (row) => row.last_sign_in_ms, { sort: 'last', wide: true, none: t('never') }),
    count('exams', t('figures.exams')),
    count('sat', t('figures.sat')),
    count('handed_in', t('handedIn'), 'extra'),
    count('absent', t('figures.absent')),
    count('scored', t('scored'), 'extra'),
    count('tests', t('figures.tests'), 'extra'),
    percentColumn('average', t('averageRate'), (row) => row.average, { sort: 'average', width: 'w-28' }),
    {
      key: 'rate',
      header: t('passRate'),
      sort: 'rate',
      width: 'w-24',
      align: 'right',
      cell: (row) => <span title={t('passRateNote', row)}>{formatPercentOrDash(computePassRate(row.passed, row.scored))}</span>,
      value: (row) => computePassRate(row.passed, row.scored),
    },
    count('homework', t('figures.homework'), 'extra'),
    count('homework_in', t('figures.homework_in'), 'extra'),
    count('homework_done', t('figures.homework_done'), 'extra'),
    share('homework_average', 'wide'),
    count('practised', t('figures.practised'), 'wide'),
    share('practice_right', 'extra'),
  ];
  const rows = classes.data?.items ?? [];
  const rated = rows
    .flatMap((row) => {
      const rate = computePassRate(row.passed, row.scored);
      return rate === null ? [] : [{ name: row.name, rate: Math.round(rate * 10) / 10 }];
    })
    .toSorted((a, b) => a.rate - b.rate);
  const lowest = rated.slice(0, mostBars);
  const chartTitle = rated.length > mostBars ? t('passRateLowest', { count: mostBars }) : t('passRateByClass');
  return (
    <ListPage
      actions={
        <LinkButton variant="primary" to={progressPath}>
          {t('toProgress')}
        </LinkButton>
      }
    >
      {lowest.length > 1 && (
        <Panel title={chartTitle} bodyClassName="px-3 pb-2">
          <Chart
            kind="bars"
            title={chartTitle}
            axis={t('words:className')}
            series={[{ key: 'rate', name: t('passRate') }]}
            points={lowest.map(({ name, rate }) => ({ name, figures: { rate } }))}
            unit=" %"
            height={150}
          />
        </Panel>
      )}
      <DataList
        name="progress.classes"

        list={list}
        query={
          classes.data === undefined
            ? { data: undefined, error: classes.error, refetch: classes.refetch }
            : createLocalListQuery(rows, columns, list)
        }
        columns={columns}
        keyOf={(row) => row.id ?? 0}
        nameOf={(row) => row.name}
        open={(row) => `${progressPath}?class_id=${row.id ?? 0}`}
        empty={{
          title: t('classesEmpty'),
          text: t('classesEmptyText'),
          action: <LinkButton to="/teacher/student/index">{t('toStudents')}</LinkButton>,
        }}
      />
    </ListPage>
  );
}
