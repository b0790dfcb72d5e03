import { useTranslation } from 'react-i18next';
import { examStatus } from '../../../../sync/contract/codes.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { FigureStrip, Panel } from '../../../ui/panel.tsx';
import { ExamUserStatusChip } from '../../../ui/status-chip.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { PersonFilter, useFittingExaminees } from '../parts/person-filter.tsx';
import { PlanFrame } from '../parts/plan-frame.tsx';
import { boardFigures, handedIn } from '../plan-figures.ts';
import type { Plan, PlanExaminee } from '../exam-plan-queries.ts';

/** Where each examinee stands, asked again every few seconds while anything may still arrive. */
export function PlanBoardPage() {
  return <PlanFrame>{(plan, updatedMs) => <Board plan={plan} updatedMs={updatedMs} />}</PlanFrame>;
}

function Delivery({ examinee }: { examinee: PlanExaminee }) {
  const { t } = useTranslation('examPlan');
  if (examinee.complete) {
    return (
      <Chip tone="delivered" mark="dot">
        {t('deliveryComplete')}
      </Chip>
    );
  }
  if (!handedIn(examinee)) return null;
  return (
    <Chip tone="kept" mark="ring">
      {t('deliveryPending')}
    </Chip>
  );
}

function Board({ plan, updatedMs }: { plan: Plan; updatedMs: number }) {
  const { t } = useTranslation('examPlan');
  const fitting = useFittingExaminees(plan.examinees);
  const figures = boardFigures(plan.examinees);
  const columns: Column<PlanExaminee>[] = [
    { key: 'seat', header: t('seat'), width: 'w-36', cell: (row) => <span className="text-muted-foreground">{row.seatLabel}</span> },
    { key: 'name', header: t('person'), cell: (row) => <span className="font-medium">{row.name}</span> },
    {
      key: 'ticket',
      wide: true,
      header: t('ticketNo'),
      width: 'w-36',
      cell: (row) => <span className="text-muted-foreground">{row.ticketNo}</span>,
    },
    {
      key: 'status',
      header: t('status'),
      width: 'w-40',
      cell: (row) => (
        <span className="inline-flex gap-1.5">
          <ExamUserStatusChip status={row.status} />
          {row.enteredLate && <Chip tone="kept">{t('lateEntry')}</Chip>}
        </span>
      ),
    },
    { key: 'answered', header: t('answered'), width: 'w-20', align: 'right', cell: (row) => row.answered },
    { key: 'received', wide: true, header: t('received'), width: 'w-20', align: 'right', cell: (row) => row.receivedOps },
    { key: 'delivery', header: t('delivery'), width: 'w-28', cell: (row) => <Delivery examinee={row} /> },
    { key: 'points', header: t('points'), width: 'w-20', align: 'right', cell: (row) => <b className="font-semibold">{row.points}</b> },
  ];
  return (
    <>
      {plan.status === examStatus.notEnabled && <Strip tone="kept">{t('draftNotice')}</Strip>}
      <FigureStrip
        figures={[
          { label: t('expected'), value: figures.expected },
          { label: t('awaiting'), value: figures.awaiting },
          { label: t('inExam'), value: figures.inExam },
          { label: t('handedIn'), value: figures.handedIn },
          { label: t('complete'), value: <span className={figures.complete > 0 ? 'text-delivered' : ''}>{figures.complete}</span> },
          { label: t('incomplete'), value: <span className={figures.incomplete > 0 ? 'text-kept-ink' : ''}>{figures.incomplete}</span> },
        ]}
      />
      <Panel
        title={t('examinees')}
        aside={<span className="num text-[13px] text-muted-foreground">{t('refreshed', { time: formatClock(updatedMs) })}</span>}
      >
        <PersonFilter />
        <DataTable
          caption={t('boardCaption')}
          columns={columns}
          rows={fitting}
          keyOf={(row) => row.userId}
          empty={<EmptyState className="py-10" title={t('nobody')} />}
        />
      </Panel>
    </>
  );
}
