import { CalendarDays, Plus } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { planState } from '../../../../sync/domain/exams/exam-machine.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { type Column, dateColumn, mutedColumn, nameColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { type PlanSummary, getPlanState } from '../exam-plan-queries.ts';
import { PlanStatusChip } from '../frame/plan-status-chip.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const filters = { keyword: textFilter };

function useColumns(): Column<PlanSummary>[] {
  const { t } = useTranslation(['examPlan', 'words']);
  const { t: code } = useTranslation('codes');
  const { t: word } = useTranslation('planPart');
  return [
    nameColumn(t('name'), (row) => row.name, { opens: true }),
    {
      key: 'part',
      header: word('part'),
      width: 'w-36',
      wide: true,
      cell: (row) => `${word(`part_${row.part}`)} · ${word(row.resit ? 'resit' : 'fresh')}`,
      value: (row) => `${word(`part_${row.part}`)} · ${word(row.resit ? 'resit' : 'fresh')}`,
    },
    statusColumn(
      'status',
      t('words:status'),
      (row) => <PlanStatusChip plan={row} />,
      (row) => (row.withdrawn === null ? code(`examStatus.${row.status}`) : t('words:withdrawn')),
      { width: 'w-40' },
    ),
    dateColumn('start', t('start'), (row) => row.startMs, { sort: 'startMs' }),
    {
      key: 'duration',
      wide: true,
      header: t('duration'),
      width: 'w-24',
      align: 'right',
      cell: (row) => t('minutes', { n: row.durationMs / 60_000 }),
      value: (row) => row.durationMs / 60_000,
    },
    mutedColumn('paper', t('words:paper'), (row) => row.paperName, { wide: true, width: 'w-44' }),
    numberColumn('handedIn', t('handedIn'), (row) => t('words:ofCount', { n: row.handedInCount, of: row.examineeCount }), {
      width: 'w-24',
    }),
    dateColumn('updated', t('updated'), (row) => row.updatedMs, { extra: true, sort: 'updatedMs' }),
  ];
}

/** Lists the school's plans. `leadsTo`: the page that a row opens; `title`: the heading. */
export function PlanList({ leadsTo, title }: { leadsTo: 'item' | 'user' | 'score'; title?: string }) {
  const { t } = useTranslation(['examPlan', 'words']);
  const { t: word } = useTranslation(['planPart', 'words']);
  const mayChange = useCanChangeData();
  const list = useListState({ filters, sort: '-startMs' });
  const plans = useListQuery('/exam/getList', list.input);
  const columns = useColumns();
  const create = mayChange && (
    <LinkButton variant="primary" to="/teacher/exam/exam-plan/create">
      <Plus />
      {t('words:planCreate')}
    </LinkButton>
  );
  return (
    <ListPage
      title={title}
      actions={
        <>
          {leadsTo === 'item' && (
            <LinkButton to="/teacher/exam/exam-plan/calendar">
              <CalendarDays aria-hidden />
              {word('words:planCalendar')}
            </LinkButton>
          )}
          {create}
        </>
      }
    >
      <DataList
        name="exam-plan"
        caption={t('listCaption')}
        list={list}
        query={plans}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) => `/teacher/exam/exam-plan/${leadsTo}/${row.id}`}
        actions={(row) => [
          ...(mayChange && getPlanState(row) === planState.draft
            ? [{ label: t('words:edit'), to: `/teacher/exam/exam-plan/create/${row.id}` }]
            : []),
          ...(mayChange ? [{ label: word('copy'), to: `/teacher/exam/exam-plan/create?from=${row.id}` }] : []),
          { label: t('words:view'), to: `/teacher/exam/exam-plan/${leadsTo}/${row.id}` },
        ]}
        search={t('search')}
        empty={{ title: t('emptyTitle'), text: t('emptyText'), action: create }}
      />
    </ListPage>
  );
}

export const PlanListPage = () => <PlanList leadsTo="item" />;

/** /teacher/exam/exam-plan/user without a plan id: the list to choose a plan from. */
export function PlanUsersChoicePage() {
  const { t } = useTranslation('examPlan');
  return <PlanList leadsTo="user" title={t('people')} />;
}

/** /teacher/exam/exam-plan/score without a plan id: the list to choose a plan from. */
export function PlanScoresChoicePage() {
  const { t } = useTranslation('examPlan');
  return <PlanList leadsTo="score" title={t('scores')} />;
}
