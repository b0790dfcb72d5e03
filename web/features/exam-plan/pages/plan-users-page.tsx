import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { examStatus } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ExamUserStatusChip } from '../../../ui/status-chip.tsx';
import { Strip } from '../../../ui/strip.tsx';
import type { Plan, PlanExaminee } from '../exam-plan-queries.ts';
import { PersonFilter, useFittingExaminees } from '../parts/person-filter.tsx';
import { PlanFrame } from '../parts/plan-frame.tsx';

/** Who sits the exam and where; printed, it is the sign-in sheet. */
export function PlanUsersPage() {
  const { t } = useTranslation('examPlan');
  return (
    <PlanFrame
      actions={
        <Button onClick={() => window.print()}>
          <Printer />
          {t('print')}
        </Button>
      }
    >
      {(plan) => <People plan={plan} />}
    </PlanFrame>
  );
}

function People({ plan }: { plan: Plan }) {
  const { t } = useTranslation('examPlan');
  const fitting = useFittingExaminees(plan.examinees);
  const columns: Column<PlanExaminee>[] = [
    { key: 'seat', header: t('seat'), width: 'w-36', cell: (row) => row.seatLabel },
    { key: 'name', header: t('person'), cell: (row) => <span className="font-medium">{row.name}</span> },
    { key: 'ticket', header: t('ticketNo'), width: 'w-48', cell: (row) => row.ticketNo },
    {
      key: 'status',
      header: t('status'),
      width: 'w-40',
      cell: (row) => (
        <span className="print:hidden">
          <ExamUserStatusChip status={row.status} />
        </span>
      ),
    },
    { key: 'sign', header: t('signature'), width: 'w-40', cell: () => <span className="hidden w-full border-b print:inline-block" /> },
  ];
  return (
    <>
      {plan.status === examStatus.notEnabled && <Strip tone="neutral">{t('seatsLater')}</Strip>}
      <Panel>
        <PersonFilter />
        <DataTable
          caption={t('peopleCaption')}
          columns={columns}
          rows={fitting}
          keyOf={(row) => row.userId}
          empty={<EmptyState className="py-10" title={t('nobody')} />}
        />
      </Panel>
    </>
  );
}
